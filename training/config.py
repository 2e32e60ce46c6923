"""A training run is a file: YAML, checked by pydantic.

Unknown keys and wrong types are errors that name the key and the nearest right one.  The variant's options are checked
by the game itself, so nothing here knows a game.
"""

import difflib
import hashlib
import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo

from pod_envs.agents import from_spec
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.files import read_whole
from pod_envs.core.game import Game
from pod_envs.core.plugins import named

__all__ = [
    "Config",
    "EvalConfig",
    "ImitateConfig",
    "PoolConfig",
    "PpoConfig",
    "config_from",
    "digest",
    "keys",
]

MOST_DECISIONS = 2**24  # in one update, whose buffer lies in memory
MOST_VALUES = 10_000  # in a configuration
NUL = re.compile(r"(?<!\\)(\\\\)*\\u0000")  # in JSON


class Strict(BaseModel):
    """Frozen; refuses unknown keys and values of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class PpoConfig(Strict):
    """MaskablePPO's own options."""

    n_steps: int = Field(default=64, ge=1, description="decisions of each table between two updates")
    batch_size: int = Field(default=4096, ge=2, description="decisions in a minibatch; divides n_steps * num_envs")
    n_epochs: int = Field(default=3, ge=1, description="passes over the decisions in an update")
    learning_rate: float = Field(default=1e-3, gt=0, lt=1, description="Adam's step size at the beginning")
    final_learning_rate: float = Field(default=3e-5, ge=0, lt=1, description="and at total_steps; linear between")
    ent_coef: float = Field(default=0.01, ge=0, description="weight of the entropy bonus")
    vf_coef: float = Field(default=0.5, ge=0, description="weight of the value loss")
    gamma: float = Field(default=1.0, gt=0, le=1, description="discount per own decision")
    gae_lambda: float = Field(default=0.95, ge=0, le=1, description="bias against variance of advantages")
    clip_range: float = Field(default=0.2, gt=0, description="PPO's clip")
    target_kl: float | None = Field(default=None, gt=0, description="ends an update early; null: never")
    hidden: tuple[Annotated[int, Field(ge=1, le=2**14)], ...] = Field(
        default=(256, 256), max_length=63, description="widths of the hidden layers"
    )
    network: Literal["perceptron", "wide", "action", "graph"] = Field(
        default="perceptron",
        description="perceptron; wide: one whose last layer sees the observation, too; action: one that scores all "
        "actions with the same weights, in a game that says what they are about; graph: over the board of a game that "
        "has one, of any size",
    )
    activation: Literal["relu", "tanh"] = Field(default="relu", description="of the hidden layers: relu or tanh")
    validate_args: bool = Field(default=False, description="let torch check every distribution (slower)")


class PoolConfig(Strict):
    """Who plays the seats that do not learn; weights are relative."""

    players: dict[str, Annotated[float, Field(ge=0)]] = Field(
        default_factory=lambda: {"random": 0.2}, description="weight of random, each player of the game, each .npz file"
    )
    current: float = Field(default=0.4, ge=0, description="weight of the learner as it was when the rollout began")
    snapshots: float = Field(
        default=0.2, ge=0, description="weight of all snapshots together; of `current` until there is one"
    )
    slots: int = Field(default=8, ge=1, le=1000, description="snapshots kept; a new one takes the place of the oldest")
    snapshot_every: int = Field(default=500_000, ge=1, description="steps between snapshots")
    alike: float = Field(
        default=0.5, ge=0, le=1, description="share of games in which all other seats have the same player"
    )


class ImitateConfig(Strict):
    """A warm start before self-play: decisions of a player are learned first."""

    player: str = Field(default="random", description="whom to imitate: a player of the game, or a .npz file")
    steps: int = Field(default=0, ge=0, description="decisions to imitate; 0: none, all is learned by self-play")
    learning_rate: float | None = Field(
        default=None,
        gt=0,
        lt=1,
        description="Adam's step size meanwhile; null: as in `ppo`, counted from the first step",
    )
    playouts: int = Field(
        default=0,
        ge=0,
        le=1000,
        description="games that the player plays on from each decision for each legal action; the learner decides "
        "itself, and learns what they bring; 0: it learns what the player does",
    )
    temperature: float = Field(
        default=0.1,
        ge=1e-3,
        le=1e6,
        description="return by which an action must be better to be e times as probable, once playouts have been "
        "learned; until then it is 1",
    )


class EvalConfig(Strict):
    """Matches of the agent against the anchors, seats rotated evenly."""

    every: int = Field(default=1_000_000, ge=1, description="steps between evaluations")
    games: int = Field(default=2048, ge=8, description="games against each anchor then")
    final_games: int = Field(default=8000, ge=8, description="games against each anchor at the end")
    anchors: tuple[str, ...] = Field(
        default=("random",), min_length=1, description="players that the agent is measured against"
    )
    deterministic: bool = Field(
        default=False, description="whether evaluated and exported agents take their best action only"
    )


class Config(Strict):
    """A training run."""

    game: str = Field(description="name of the game, or package.module:Object where it is")
    variant: dict[str, Any] = Field(
        default_factory=dict, description="options of the game; on the command line `--set option=value`"
    )
    run_dir: str = Field(min_length=1, description="folder of the run; must not hold another one")
    seed: int = Field(default=0, ge=0, lt=2**32, description="of networks, tables, opponents and evaluations")
    total_steps: int = Field(ge=1, description="decisions of the learner in all")
    num_envs: int = Field(default=512, ge=1, description="tables played at once")
    relative: bool = Field(default=False, description="whether the other seats' mean reward is taken off the learner's")
    threads: int = Field(
        default=1, ge=1, le=1024, description="torch's threads; more than one gives up equal results of equal runs"
    )
    checkpoint_every: int = Field(default=500_000, ge=1, description="steps between checkpoints")
    ppo: PpoConfig = Field(default_factory=PpoConfig)
    imitate: ImitateConfig = Field(default_factory=lambda: ImitateConfig())
    pool: PoolConfig = Field(default_factory=PoolConfig)
    eval: EvalConfig = Field(default_factory=EvalConfig)

    @model_validator(mode="after")
    def sizes(self) -> Self:
        """Sizes that have to fit each other."""
        decisions = self.ppo.n_steps * self.num_envs
        if decisions > MOST_DECISIONS:
            raise ValueError(f"ppo.n_steps * num_envs must be at most {MOST_DECISIONS:,}, not {decisions:,}")
        if decisions % self.ppo.batch_size:
            raise ValueError(f"ppo.batch_size must divide n_steps * num_envs = {decisions}")
        if self.ppo.network in ("graph", "action") and not self.ppo.hidden:
            raise ValueError(f"ppo.hidden must have a width at least for the network {self.ppo.network!r}")
        if self.imitate.playouts and (self.relative or not self.imitate.steps):
            raise ValueError("imitate.playouts wants imitate.steps above 0, and relative: false")
        weight = self.pool.current + self.pool.snapshots + sum(self.pool.players.values())
        if not 0 < weight < math.inf:
            raise ValueError("pool needs a weight above 0" if not weight else "the pool's weights add up to infinity")
        return self

    def resolved(self) -> tuple[Game, Any]:
        """The game and its variant; ConfigError or VariantError names what it does not know."""
        game = named(self.game)
        variant = game.variant(self.variant)
        for spec in (*self.pool.players, *self.eval.anchors, self.imitate.player):
            from_spec(spec, game, variant)
        return game, variant


class Loader(yaml.SafeLoader):
    """YAML that refuses a key given twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """See yaml.SafeLoader."""
        names = [self.construct_object(key, deep) for key, _ in node.value]
        for name in names:
            if names.count(name) > 1:
                raise yaml.MarkedYAMLError(problem=f"key {name!r} occurs twice", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


def read_yaml(path: Path) -> dict[str, Any]:
    """The mapping in a YAML file; ConfigError says what is wrong with it."""
    text = read_whole(path, "the config")
    try:
        data = yaml.load(text.decode("utf-8"), Loader)
    except RecursionError:
        raise ConfigError(f"{str(path)!r} is nested too deeply") from None
    except Exception as error:  # the reader raises many kinds of error for values that it cannot make
        raise ConfigError(f"{str(path)!r} is not readable YAML: {' '.join(str(error).split())}") from None
    if data is None:
        raise ConfigError(f"{str(path)!r} is empty; it should hold `key: value` lines")
    if not isinstance(data, dict):
        raise ConfigError(f"{str(path)!r} should hold `key: value` lines, and holds {type(data).__name__}")
    return data


def config_from(data: Any, source: str) -> Config:
    """The checked configuration; ConfigError has one line for each fault."""
    text = json_of(data, source)
    try:
        return Config.model_validate_json(text)
    except ValidationError as error:
        raise ConfigError("\n".join(f"{source}: {sentence(fault)}" for fault in error.errors())) from None


def json_of(data: Any, source: str) -> str:
    """The data as JSON; ConfigError for what has none."""
    if crowded(data):
        raise ConfigError(f"{source} holds more than {MOST_VALUES:,} values")
    try:
        text = json.dumps(data)
        endless = list(not_finite(data))
    except RecursionError:
        raise ConfigError(f"{source} is nested too deeply") from None
    except (TypeError, ValueError) as error:
        raise ConfigError(
            f"{source}: {error}; values are numbers, texts, true, false, null, lists and mappings"
        ) from None
    if endless:
        raise ConfigError("\n".join(f"{source}: key {where!r} should be a finite number" for where in endless))
    if NUL.search(text):
        raise ConfigError(f"{source}: a text holds the character NUL, which no name may have")
    return text


def crowded(data: Any) -> bool:
    """Whether there are more than MOST_VALUES values; in YAML a few lines that name each other stand for any number."""
    waiting, count = [data], 0
    while waiting and count <= MOST_VALUES:
        value = waiting.pop()
        count += 1
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return count > MOST_VALUES


def not_finite(value: Any, where: str = "") -> Iterator[str]:
    """Dotted places of numbers that JSON does not have."""
    if isinstance(value, float) and not math.isfinite(value):
        yield where
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for name, part in parts:
        yield from not_finite(part, f"{where}.{name}" if where else str(name))


def sentence(fault: Any) -> str:
    """What is wrong with one key, and the nearest right one."""
    where = ".".join(map(str, fault["loc"]))
    if fault["type"] == "missing":
        return f"key {shown(where)} is missing"
    if fault["type"] != "extra_forbidden":
        hint = ""
        if "valid number" in fault["msg"] and isinstance(fault["input"], str):
            hint = " (YAML reads 1e-3 as text; write 1.0e-3)"
        return (
            f"key {shown(where)}: {fault['msg']}, not {shown(fault['input'])}{hint}"
            if where
            else str(fault["msg"]).removeprefix("Value error, ")
        )
    names = [name for name, _, _ in keys()]
    leaf = {name.rsplit(".", 1)[-1]: name for name in names}
    near = difflib.get_close_matches(where, names, n=1) or [
        leaf[name] for name in difflib.get_close_matches(str(fault["loc"][-1]), leaf, n=1)
    ]
    known = ", ".join(name for name in names if name.rpartition(".")[0] == where.rpartition(".")[0])
    return f"unknown key {shown(where)}; " + (f"did you mean {near[0]!r}?" if near else f"keys there are: {known}")


def keys(model: type[BaseModel] = Config, prefix: str = "") -> list[tuple[str, FieldInfo, Any]]:
    """(dotted key, field, default or None) of every setting, in the order of the classes."""
    found = []
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            found += keys(inner, f"{prefix}{name}.")
        else:
            found.append(
                (prefix + name, field, None if field.is_required() else field.get_default(call_default_factory=True))
            )
    return found


def digest(config: Config) -> str:
    """Hash of all that decides the result: everything but the run's folder."""
    return hashlib.sha256(config.model_dump_json(exclude={"run_dir"}).encode()).hexdigest()[:16]
