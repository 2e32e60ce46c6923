"""Training configurations: YAML texts, values, and words of the command line over a file."""

from __future__ import annotations

import contextlib
import io
import json
import random
from functools import cache
from typing import Any

import yaml

from pod_envs.core.errors import ConfigError, PodEnvsError
from pod_envs.core.game import GAMES
from tests.core.common import ROOT
from training.config import Config, config_from, digest, keys, read_yaml
from training.words import from_command

from . import mutate
from .kind import require, sentence
from .variants import folder

__all__ = ["check", "make"]

Data = dict[str, Any]
TEXTS = [
    "1",
    "0",
    "-1",
    "1e-3",
    "0.5",
    "true",
    "False",
    "null",
    "none",
    "x",
    "",
    "nan",
    "inf",
    "1_000",
    "0x10",
    "é",
    "random",
]
BOMB = "\n".join(
    ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]"] + [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 8)}]" for k in range(1, 12)]
)
LINES = [
    "seed: 1", "seed: 1e3", "game: pod_x", "ppo:", "  n_steps: 8", "pool: {}", "eval: {anchors: []}", "a: &b [1]",
    "c: *b", "<<: *b", "- 1", "? [1]", "seed: !!python/object/apply:os.getcwd []", "seed: !!int '7'", "---", "...",
    "%YAML 1.1", "\t", "seed: 2026-11-30", "seed: 1:30", "seed: 0o7", "seed: .inf", "run_dir: ''", "run_dir: \"\\0\"",
    "variant: {reward: score}", "ppo: {hidden: [8]}", "ppo: &p {hidden: *p}", "x: &x [*x]", BOMB,
]  # fmt: skip


@cache
def texts() -> tuple[str, ...]:
    """Valid files: those of the repository without their remarks, and a small one a game."""
    files = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "configs" / "train").glob("*.yaml"))]
    made = [yaml.safe_dump(yaml.safe_load(text), sort_keys=False) for text in files[:3]]
    small = [
        {"game": name, "run_dir": "runs/a", "total_steps": 100, "num_envs": 8, "ppo": {"batch_size": 8}}
        for name in GAMES
    ]
    return (*made, *(yaml.safe_dump(data, sort_keys=False) for data in small * 2))


def lines_edited(rng: random.Random, text: str) -> str:
    """Lines left out, doubled, exchanged, indented or put in."""
    lines = text.splitlines()
    for _ in range(mutate.few(rng)):
        at, what = rng.randrange(len(lines) or 1), rng.randrange(6)
        if what == 0 or not lines:
            lines.insert(at, rng.choice(LINES))
        elif what == 1:
            del lines[at]
        elif what == 2:
            lines.append(lines[at])
        elif what == 3:
            lines[at] = " " * rng.choice([1, 2, 4]) + lines[at].lstrip()
        elif what == 4:
            lines[at] = lines[at].partition(":")[0] + ": " + rng.choice([*TEXTS, json.dumps(mutate.odd(rng))])
        else:
            lines[at] = mutate.text(rng, lines[at], 1)
    return "\n".join(lines) + "\n"


def command_words(rng: random.Random) -> list[str]:
    """Keys with values, mostly of the right kind, and some words that are none."""
    pool = [f"--{name}" for name, _, _ in keys()] + [
        "--set",
        "--help",
        "-h",
        "--resume",
        "--variant.reward",
        "--no-relative",
        "--",
    ]
    words: list[str] = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        name, _, default = rng.choice(keys())
        value = default if isinstance(default, list | tuple) else [default]
        given = [str(part) for part in value] if rng.random() < 0.5 else [rng.choice(TEXTS)]
        name = name.replace("_", "-") if rng.random() < 0.7 else name
        words += [f"--{name}={given[0]}"] if rng.random() < 0.3 and given else [f"--{name}", *given]
    if rng.random() < 0.3:
        words += [
            "--set",
            rng.choice(
                ["num_players=2", "reward=score", "num_players=9", "x=1", "reward", "=", "reward=" + "9" * 2000]
            ),
        ]
    return mutate.words(rng, words, pool + TEXTS) if rng.random() < 0.5 else words


def make(rng: random.Random) -> tuple[str, Any, list[str]]:
    """A way to give it, a text or values, and words of a command."""
    text, way = rng.choice(texts()), rng.choice(["text", "lines", "bytes", "data", "words", "words"])
    if way == "data":
        data = yaml.safe_load(text)
        return way, mutate.unwritable(rng, data) if rng.random() < 0.1 else mutate.structure(rng, data), []
    if way == "words":
        return way, text, command_words(rng)
    if way == "bytes":
        return way, mutate.blob(rng, text.encode(rng.choice(["utf-8", "utf-8", "utf-16"]))), []
    return way, mutate.text(rng, text) if way == "text" else lines_edited(rng, text), []


def check(given: tuple[str, Any, list[str]]) -> bool:
    """Refused with ConfigError, or as argparse does, or a valid Config."""
    way, source, words = given
    told = io.StringIO()
    try:
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):
            config = config_from(source, "fuzz") if way == "data" else read(source, words)
    except PodEnvsError as error:
        require(isinstance(error, ConfigError) or way == "words", f"{type(error).__name__} instead of ConfigError")
        require(told.getvalue() == "", "something is printed, and an error raised")
        return any(sentence(ConfigError(line)) for line in str(error).split("\n"))
    except SystemExit as ended:
        return ended_well(ended, told.getvalue())
    require(told.getvalue() == "", "something is printed")
    holds(config)
    return True


def read(source: str | bytes, words: list[str]) -> Config:
    """The configuration in a file, with words on top."""
    path = folder() / "fuzz.yaml"
    path.write_bytes(source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass"))
    return from_command(path, words, "fuzz") if words else config_from(read_yaml(path), str(path))


def ended_well(ended: SystemExit, told: str) -> bool:
    """Help ends with 0, anything else with 2 and one sentence."""
    if ended.code in (0, None):
        require("--seed" in told, "an exit with 0 without help")
        return True
    require(ended.code == 2, f"exit code {ended.code}")
    require(told.count("\n") == 1 and told.endswith("\n"), f"argparse says {told!r:.300}")
    return sentence(ConfigError(told))


def holds(config: Config) -> None:
    """It is the same through JSON and through YAML, and names a game and variant, or says why not."""
    again = Config.model_validate_json(config.model_dump_json())
    require(again == config and digest(again) == digest(config), "a Config is another one after a way through JSON")
    path = folder() / "again.yaml"
    path.write_text(yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False), encoding="utf-8")
    require(config_from(read_yaml(path), "again") == config, "a Config is another one after a way through YAML")
    require(config.ppo.n_steps * config.num_envs % config.ppo.batch_size == 0, "a batch that does not fit")
    try:
        game, variant = config.resolved()
    except PodEnvsError as error:
        sentence(error)
        return
    require(game.variant(config.variant) == variant, "another variant")
