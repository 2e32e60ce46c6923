"""Write figures into the documentation: `python -m training.report [--add FILE ...]`.

Text between `<!-- begin: WORDS -->` and `<!-- end: WORDS -->` is replaced by what WORDS ask for: `keys` (of training
configurations), `strength` and `time` (of all results of training, or `strength NAME` of training/results/NAME.json),
`bench` (of `pod-envs bench`), `peers` and `faults` (of `python -m tests.peers`), `game NAME SECTION` (what a game
declares: layout, options, its own tables), `testing checks` and `testing hooks` (what the conformance suite looks at).
--add first copies results there: a run's folder, under its name, or a results file.
"""

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo

from pod_envs.arguments import Parser, file_named
from pod_envs.core.describe import sections
from pod_envs.core.errors import ConfigError
from pod_envs.core.files import read_whole
from pod_envs.core.game import find_game
from pod_envs.core.variant import strict_json
from pod_envs.testing import tables

from .config import keys
from .console import carried_out
from .files import write_text
from .peer_tables import faults, peers

__all__ = ["DOCUMENTS", "add", "main", "written"]

ROOT = Path(__file__).resolve().parent.parent
GAME_PAGES = sorted(ROOT.glob("pod_envs/games/*/README.md"))
DOCUMENTS = (ROOT / "README.md", ROOT / "training" / "README.md", *GAME_PAGES)
RESULTS = ROOT / "training" / "results"
BLOCK = re.compile(r"(<!-- begin: ([^>]*?) -->\n).*?(<!-- end: \2 -->)", re.DOTALL)
SPREAD = ("median", "min", "max")
TIMES = {
    "engine": "the engine (Batch calls)",
    "tables": "the rest of the VecEnv",
    "opponents": "the other seats' players",
    "learner": "the learner's network, playouts and the rollout buffer",
    "update": "PPO's update",
    "evaluation": "evaluation",
    "setup": "start, compiling included",
}


def written(text: str) -> str:
    """The document with every block as it should be; ConfigError for one that nobody can fill."""
    return BLOCK.sub(lambda found: found[1] + block(found[2]) + found[3], text)


def block(words: str) -> str:
    """The lines that go into a block."""
    kind, _, name = words.partition(" ")
    if words == "keys":
        return key_table()
    if kind == "game":
        return declared(name)
    if kind == "testing":
        return looked_at(name)
    paths = [RESULTS / f"{name}.json"] if name else sorted(RESULTS.glob("*.json"))
    if not all(path.exists() for path in paths):
        raise ConfigError(f"there is no result {str(paths[0])!r}; add one with --add")
    if not any(kind in makers for makers in MAKERS.values()):
        kinds = ", ".join(kind for makers in MAKERS.values() for kind in makers)
        raise ConfigError(f"no block is called {words!r}; there are: keys, {kinds}, game, testing")
    tables = [(path.stem, result(path)) for path in paths]
    return "\n".join(f"{title(stem)}\n\n{made[kind]}" for stem, made in tables if kind in made)


def declared(name: str) -> str:
    """A section of a game's page, from "GAME SECTION"."""
    game, _, section = name.partition(" ")
    found = sections(find_game(game))
    if section not in found:
        raise ConfigError(f"the game {game!r} declares no {section!r}; there are: {', '.join(found)}")
    return found[section] + "\n"


def looked_at(name: str) -> str:
    """A table of the conformance suite."""
    found = tables()
    if name not in found:
        raise ConfigError(f"the conformance suite has no table {name!r}; there are: {', '.join(found)}")
    return found[name] + "\n"


def title(stem: str) -> str:
    """Line above a table: what the result is of."""
    config = ROOT / "configs" / "train" / f"{stem}.yaml"
    return f"`{config.relative_to(ROOT)}`:" if config.exists() else f"`training/results/{stem}.json`:"


def key_table() -> str:
    """Markdown: every key with its type, default and meaning."""
    lines = ["| key | type | default | meaning |", "|---|---|---|---|"]
    for name, field, default in keys():
        shown = "required" if field.is_required() else f"`{json.dumps(default)}`"
        lines.append(f"| `{name}` | {kind_of(field)} | {shown} | {field.description} |")
    return "\n".join(lines) + "\n"


def kind_of(field: FieldInfo) -> str:
    """Type of a key in YAML's words."""
    text = str(field.annotation)
    for mark, words in (("dict[", "mapping"), ("tuple[", "list"), ("Literal", "text"), ("bool", "true or false")):
        if mark in text:
            return words
    word = {"int": "integer", "float": "number", "str": "text"}[re.findall("int|float|str", text)[0]]
    return f"{word} or null" if "None" in text else word


def result(path: Path) -> dict[str, str]:
    """The tables that a results file fills, by the kind of block; ConfigError if it is none."""
    try:
        facts = strict_json(read_whole(path, "the result").decode("utf-8"))
    except ConfigError:
        raise
    except ValueError as error:
        raise ConfigError(f"cannot read the result {str(path)!r}: {error}") from None
    if not isinstance(facts, dict) or facts.get("format") not in list(MAKERS):
        made = "training, of `pod-envs bench --json` or of `python -m tests.peers`"
        raise ConfigError(f"{str(path)!r} is no result of {made}")
    try:
        return {kind: maker(facts) for kind, maker in MAKERS[facts["format"]].items()}
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(f"the result {str(path)!r} is damaged ({type(error).__name__}: {error})") from None


def strength(facts: dict[str, Any]) -> str:
    """Markdown: each player's win share and mean return against each anchor."""
    rows, others = facts["rows"], facts["variant"]["num_players"] - 1
    anchors = list(dict.fromkeys(row["opponents"] for row in rows))
    lines = ["| win share, mean return | " + " | ".join(f"against {others} {name}" for name in anchors) + " |"]
    lines.append("|---" * (len(anchors) + 1) + "|")
    for player in dict.fromkeys(row["player"] for row in rows):
        cells = [cell(row) for name in anchors for row in rows if (row["player"], row["opponents"]) == (player, name)]
        lines.append(f"| {player} | {' | '.join(cells)} |")
    return "\n".join(lines) + f"\n\n{caption(facts)}\n"


def cell(row: dict[str, Any]) -> str:
    """One match."""
    parts = [(row["win_share"], ".3f"), (row["mean_return"], "+.3f")]
    shown = [f"{part['mean']:{style}} ± {part['high'] - part['mean']:.3f}" for part, style in parts if part]
    if loss := row.get("collective_loss"):
        shown.append(f"all lose {100 * loss['mean']:.2f} % (at most {100 * loss['high']:.2f} %)")
    return ", ".join(shown)


def caption(facts: dict[str, Any]) -> str:
    """What the figures were made with."""
    games = min(row["games"] for row in facts["rows"])
    machine = facts["machine"]
    return (
        f"{games:,} games in each cell, 95 % intervals; {facts['steps']:,} decisions of training in "
        f"{facts['wall_seconds'] / 60:.0f} minutes on {machine['cores']} cores of {machine['cpu']}, "
        f"seed {facts['config']['seed']}, config {facts['config_hash']}."
    )


def times(facts: dict[str, Any]) -> str:
    """Markdown: where the wall time went."""
    shares = facts["wall_shares"]
    lines = ["| part of the wall time | share |", "|---|---|"]
    lines += [f"| {words} | {100 * shares.get(name, 0.0):.1f} % |" for name, words in TIMES.items()]
    rest = sum(share for name, share in shares.items() if name not in TIMES)
    return "\n".join([*lines, f"| logs, checkpoints, the rest | {100 * rest:.1f} % |"]) + "\n"


def bench(facts: dict[str, Any]) -> str:
    """Markdown: rates and ratios with their spread over the rounds."""
    lines = ["| measured | median | least | most | unit |", "|---|---|---|---|---|"]
    for row in [*facts["rows"], *facts["ratios"]]:
        figures = " | ".join(f"{row[key]:,.4g}" if row[key] < 1000 else f"{row[key]:,.0f}" for key in SPREAD)
        lines.append(f"| {row['name']} | {figures} | {row['unit']}{' (wall)' if row['clock'] == 'wall' else ''} |")
    machine = facts["machine"]
    return "\n".join(lines) + f"\n\nOn {machine['cores']} cores of {machine['cpu']}, {facts['date'][:10]}.\n"


MAKERS: dict[str, dict[str, Callable[[dict[str, Any]], str]]] = {
    "pod_envs.training": {"strength": strength, "time": times},
    "pod_envs.bench": {"bench": bench},
    "pod_envs.peers": {"peers": peers, "faults": faults},
}


def add(source: Path) -> None:
    """Copy a run's result, or a results file, to the committed ones."""
    path = source / "result.json" if source.is_dir() else source
    if source.is_dir() and not path.exists():
        raise ConfigError(f"the run {str(source)!r} has no result.json; train it to the end first")
    result(path)
    name = source.resolve().name if source.is_dir() else source.stem
    write_text(RESULTS / f"{name}.json", path.read_text(encoding="utf-8"))


def run(sources: Sequence[Path]) -> int:
    """Add results and write the documents, or none of them; the exit code."""
    for source in sources:
        add(source)
    texts = [(path, written(path.read_text(encoding="utf-8"))) for path in DOCUMENTS if path.exists()]
    for path, text in texts:
        write_text(path, text)
    return 0


def main(arguments: Sequence[str]) -> int:
    """The command; 0, 2 for bad input, 130 for Ctrl-C."""
    parser = Parser(prog="python -m training.report", description=__doc__)
    parser.add_argument("--add", nargs="+", type=file_named, default=[], metavar="FILE", help="results to commit")
    options = parser.parse_args(arguments)
    return carried_out(lambda: run([Path(name) for name in options.add]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
