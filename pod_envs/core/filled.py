"""What a game's rules and observation may leave out, compiled from what they have.

Required are `setup`, `is_legal` and `apply` of the rules and `observe` of the observation; with chance also
`is_chance`, `apply_chance` and the number OUTCOMES, below which all ids of outcomes lie.  By default each of them is as
likely, or each that `is_outcome` allows.
"""

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import ConfigError
from .jit import Record, helper
from .rng import below

__all__ = ["filled", "masked"]

CHANCE = ("is_chance", "apply_chance")
NEEDED = ("setup", "is_legal", "apply")
Function = Any  # what `helper` gives


def filled(rules: ModuleType) -> ModuleType:
    """The rules with all that kernels call; the module itself where it leaves nothing out.

    ConfigError names what cannot be left out.
    """
    require(rules, NEEDED)
    own, whole = vars(rules), ModuleType(rules.__name__, rules.__doc__)
    if any(name in own for name in CHANCE):
        require(rules, CHANCE)
        made = own | with_chance(rules)
    else:
        made = without_chance() | own
    made.setdefault("ended", ended_by(made["is_chance"]))
    if made == own:
        return rules
    vars(whole).update(made)
    return whole


def masked(observation: ModuleType, rules: ModuleType) -> ModuleType:
    """The observation with a `write_mask`; the module itself where it has one."""
    require(observation, ("observe",))
    if hasattr(observation, "write_mask"):
        return observation
    whole = ModuleType(observation.__name__, observation.__doc__)
    vars(whole).update(vars(observation) | {"write_mask": mask_by(rules.is_legal, rules.ended)})
    return whole


def require(module: ModuleType, names: Iterable[str]) -> None:
    """ConfigError unless the module has all these functions."""
    for name in names:
        if not callable(getattr(module, name, None)):
            raise ConfigError(f"the module {module.__name__} has no function {name}; a game needs one there")


def with_chance(rules: ModuleType) -> dict[str, Any]:
    """What the rules of a game of chance leave out, and their check of outcomes with a guard of its range."""
    own = vars(rules)
    most = own.get("OUTCOMES")
    if most is None and {"is_outcome", "outcomes", "draw"} <= set(own):
        return {"chance_kind": own.get("chance_kind", first_kind)}
    if type(most) is not int or most < 1:
        raise ConfigError(f"the module {rules.__name__} needs the number OUTCOMES, below which all ids of outcomes lie")
    allowed = own.get("is_outcome", possible)
    made = {"is_outcome": within(allowed, most), "chance_kind": own.get("chance_kind", first_kind)}
    made["outcomes"] = own.get("outcomes") or each_alike(made["is_outcome"], most)
    return made | {"draw": own.get("draw") or drawn_from(made["outcomes"], most)}


def without_chance() -> dict[str, Any]:
    """The chance of a game that has none; only the first of these is ever called."""
    return {
        "is_chance": never,
        "chance_kind": first_kind,
        "outcomes": each_alike(impossible, 1),
        "is_outcome": impossible,
        "draw": drawn_from(each_alike(impossible, 1), 1),
        "apply_chance": nothing_happens,
        "ROOM": 1,
    }


@helper
def never(s: Record) -> bool:
    """Chance is not to move."""
    return False


@helper
def first_kind(s: Record) -> int:
    """The one kind of chance."""
    return 0


@helper
def impossible(s: Record, v: Record, outcome: int) -> bool:
    """No outcome can come."""
    return False


@helper
def possible(s: Record, v: Record, outcome: int) -> bool:
    """Any outcome can come."""
    return True


@helper
def nothing_happens(s: Record, v: Record, outcome: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """No outcome comes."""
    return False


def within(is_outcome: Function, most: int) -> Function:
    """A check of outcomes, asked about ids from 0 to most - 1 alone."""

    @helper
    def is_one(s: Record, v: Record, outcome: int) -> bool:
        return 0 <= outcome < most and is_outcome(s, v, outcome)

    return is_one


def each_alike(is_outcome: Function, most: int) -> Function:
    """All possible outcomes, each with the weight 1."""

    @helper
    def outcomes(s: Record, v: Record, ids: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
        count = 0
        for outcome in range(most):
            if is_outcome(s, v, outcome):
                ids[count] = outcome
                weights[count] = 1
                count += 1
        return count

    return outcomes


def drawn_from(outcomes: Function, most: int) -> Function:
    """An outcome drawn by the weights that the rules give, or -1 where there is none."""

    @helper
    def draw(s: Record, v: Record, cell: NDArray[np.int64]) -> int:
        ids = np.empty(most, np.int64)
        weights = np.empty(most, np.int64)
        count = outcomes(s, v, ids, weights)
        total = 0
        for k in range(count):
            total += weights[k]
        left = below(cell, total) if total > 0 else 0
        for k in range(count):
            left -= weights[k]
            if left < 0:
                return ids[k]  # type: ignore[no-any-return]
        return -1

    return draw


def ended_by(is_chance: Function) -> Function:
    """A game is over by its rules once neither a seat nor chance is to move; a game that can be cut off says so."""

    @helper
    def ended(s: Record) -> int:
        return 1 if s.seat < 0 and not is_chance(s) else 0

    return ended


def mask_by(is_legal: Function, ended: Function) -> Function:
    """What is legal for the seat to act, zeros for a seat that waits, ones after the end."""

    @helper
    def write_mask(s: Record, v: Record, seat: int, out: NDArray[np.int8]) -> None:
        over = ended(s) != 0
        asked = s.seat == seat
        for action in range(out.shape[0]):
            out[action] = 1 if over or (asked and is_legal(s, v, action)) else 0

    return write_mask
