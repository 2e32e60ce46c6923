"""Registration of a game: everything that it declares and fills is looked at once, and every fault gets a sentence."""

import dataclasses
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from .cell import MAX_SEATS
from .checks import shown
from .errors import ConfigError
from .game import GAMES, Game, GameSpec
from .jit import config, folder_of, home_of
from .kernels import Kernels
from .layout import Layout
from .variant import Variant

__all__ = ["REGISTRARS", "admit"]

REGISTRARS: list[Callable[[Game], None]] = []  # what else takes note of a new game, or raises ConfigError
WRITTEN = ("num_actions", "max_decisions")  # methods that have no default
WORDS = ("random", "agent")  # players that there are in any game
ARGUMENTS = {
    "rules": {
        "setup": 2, "is_chance": 1, "chance_kind": 1, "outcomes": 4, "is_outcome": 3, "draw": 3, "apply_chance": 5,
        "is_legal": 3, "apply": 5, "ended": 1,
    },
    "observation": {"observe": 4, "write_mask": 4},
    "belief": {"resample": 6},
}  # fmt: skip


def admit(game: Any) -> Game:
    """The game, known by its name from now on; ConfigError, with nothing registered, says all that is wrong with it.

    A game of the same class again is the one that is known; a class that was loaded anew takes the old one's place.
    """
    refuse("the game", is_game(game))
    kind, known = type(game), GAMES.get(game.spec.name)
    if known is not None and type(known) is kind:
        return known
    if known is not None and place_of(type(known)) != place_of(kind):
        raise ConfigError(
            f"a game named {game.spec.name!r} is registered already, {place_of(type(known))}; choose another name"
        )
    for stage in (spec_faults, kernel_faults, variant_faults, view_faults, action_faults):
        refuse(f"the game {game.spec.name!r}", stage(game))
    for registrar in REGISTRARS:
        registrar(game)
    GAMES[game.spec.name] = game
    return GAMES[game.spec.name]


def place_of(kind: type[Game]) -> str:
    """Where a class is written."""
    return f"{kind.__module__}.{kind.__qualname__}"


def refuse(what: str, faults: Iterable[str]) -> None:
    """ConfigError with all faults, if there are any."""
    found = list(faults)
    if found:
        raise ConfigError(f"{what} cannot be registered: " + "; ".join(found))


def is_game(game: Any) -> Iterator[str]:
    """Faults of what is given for a game."""
    if isinstance(game, type) and issubclass(game, Game):
        yield f"{game.__name__} is a class; give a game that is made of it, {game.__name__}()"
    elif not isinstance(game, Game):
        yield f"it should be a pod_envs.core.game.Game, not {shown(game)}"
    elif not isinstance(getattr(game, "spec", None), GameSpec):
        yield f"{type(game).__name__}.spec should be a GameSpec, not {shown(getattr(game, 'spec', None))}"


# What is declared


def spec_faults(game: Game) -> Iterator[str]:
    """Faults of declared facts that need nothing else."""
    spec = game.spec
    for name in ("class_name", "namespace"):
        word = game.namespace if name == "namespace" else spec.class_name
        if not isinstance(word, str) or not word.isidentifier():
            yield f"spec.{name} should be a Python identifier, not {shown(getattr(spec, name))}"
    for name in ("title", "report_key"):
        if not is_line(getattr(spec, name)):
            yield f"spec.{name} should be one line of text, not {shown(getattr(spec, name))}"
    kinds = spec.chance_kinds
    if not isinstance(kinds, tuple) or not all(map(is_line, kinds)) or len(set(kinds)) < len(kinds):
        yield f"spec.chance_kinds should be a tuple of different texts of one line, not {shown(kinds)}"
    for name, sentence in spec.players.items():
        if not is_line(name) or name in WORDS or name.endswith(".npz") or not isinstance(sentence, str):
            yield f"spec.players has {shown(name)}, and wants names but {' and '.join(WORDS)}, with a sentence each"
    if not isinstance(spec.variant, type) or not issubclass(spec.variant, Variant) or spec.variant is Variant:
        yield f"spec.variant should be a class derived from pod_envs.core.variant.Variant, not {shown(spec.variant)}"
    elif not dataclasses.is_dataclass(spec.variant) or "__hash__" not in vars(spec.variant):
        yield f"spec.variant should be a dataclass(frozen=True), which {spec.variant.__name__} is not"
    yield from state_faults(spec.state)


def is_line(text: Any) -> bool:
    """Whether it is a text of one line that says something."""
    return isinstance(text, str) and bool(text.strip()) and text.splitlines() == [text]


def state_faults(state: Any) -> Iterator[str]:
    """Faults of the dtype of a position."""
    if not isinstance(state, np.dtype) or not state.names or state.type is not np.record:
        yield f"spec.state should be a dtype of pod_envs.core.jit.record_type, not {shown(state)}"
        return
    if "seat" not in state.names or state["seat"].kind != "i" or state["seat"].shape:
        yield "spec.state should have an integer field 'seat': the seat to act, -1 where there is none"
    for name in state.names:
        if hasattr(np.record, name):
            yield f"spec.state has a field {name!r}, which np.record has an attribute of; choose another name"
        if state[name].base.kind not in "iuf":
            yield f"spec.state has a field {name!r} of {state[name].base}; fields are integers and floats, flags 'i1'"


# What is compiled


def kernel_faults(game: Game) -> Iterator[str]:
    """Faults of the game's modules."""
    kernels: Any = getattr(game, "kernels", None)
    missing = [name for name in ("__name__", *Kernels.__annotations__) if not hasattr(kernels, name)]
    if missing:
        yield f"{type(game).__name__}.kernels should be kernels_over(__name__), not {shown(kernels)}"
        return
    package = kernels.__name__.rpartition(".")[0]
    for part, functions in ARGUMENTS.items():
        module = sys.modules.get(f"{package}.{part}")
        for name, wanted in functions.items() if module is not None else ():
            if hasattr(module, name):
                yield from function_faults(f"{part}.{name}", getattr(module, name), wanted)
        yield from helper_faults(module, kernels)
    if game.spec.weights and kernels.belief is None:
        yield f"spec.weights says {game.spec.weights!r}, and only a module belief can weigh worlds"
    yield from chance_faults(game, sys.modules[f"{package}.rules"])


def function_faults(name: str, function: Any, wanted: int) -> Iterator[str]:
    """Faults of one function of the seam."""
    plain = getattr(function, "py_func", None if not config.DISABLE_JIT else function)
    if plain is None or not hasattr(plain, "__code__"):
        yield f"{name} is not compiled; write @helper (of pod_envs.core.jit) above it"
    elif plain.__code__.co_argcount != wanted:
        yield f"{name} should take {wanted} arguments, not {plain.__code__.co_argcount}"


def helper_faults(module: Any, kernels: Any) -> Iterator[str]:
    """Compiled functions from elsewhere, whose changes the cache of compiled code would not see."""
    home = home_of(folder_of(kernels.step))
    for name, value in vars(module).items() if module is not None else ():
        plain = getattr(value, "py_func", None)
        known = plain is None or plain.__module__.startswith("pod_envs.core.") or folder_of(value).is_relative_to(home)
        if not known:
            yield (
                f"{module.__name__} has the compiled function {name} from {plain.__module__}, whose changes would not "
                f"be noticed, because only {home} is watched; copy it there"
            )


def chance_faults(game: Game, rules: Any) -> Iterator[str]:
    """Where what is declared of chance is not what the rules have."""
    spec, has = game.spec, hasattr(rules, "is_chance")
    kinds = len(spec.chance_kinds)
    if has and kinds > 1 and not hasattr(rules, "chance_kind"):
        yield f"spec.chance_kinds has {kinds} kinds, so the rules need a function chance_kind"
    if kinds and not has:
        yield f"spec.chance_kinds is {spec.chance_kinds!r}, and the rules have no is_chance and apply_chance"
    most = getattr(rules, "OUTCOMES", spec.max_outcomes)
    if has and not kinds and most:
        yield "spec.chance_kinds should name the kinds of chance that the rules have, and is ()"
    if type(spec.max_outcomes) is not int or spec.max_outcomes != most or (kinds and spec.max_outcomes < 1):
        yield f"spec.max_outcomes should be the rules' OUTCOMES, not {shown(spec.max_outcomes)}"


# What follows from the variant


def variant_faults(game: Game) -> Iterator[str]:
    """Faults of the options and of the numbers made of them."""
    kind = game.spec.variant
    variant = called(game, "variant")
    seats = getattr(variant, "num_players", None)
    if type(seats) is not int or not 2 <= seats <= MAX_SEATS:
        yield f"{kind.__name__}.num_players should be an integer from 2 to {MAX_SEATS}, not {shown(seats)}"
        return
    try:
        again = game.variant(json.loads(json.dumps(variant.as_dict(), allow_nan=False)))
        if again == variant and hash(again) == hash(variant):
            return
        fault = f"they make {shown(again)} of {shown(variant)}"
    except (TypeError, ValueError) as error:  # VariantError is a ValueError, too
        fault = str(error)
    yield f"{kind.__name__}.as_dict() should hold JSON values that make the same variant again: {fault}"


def view_faults(game: Game) -> Iterator[str]:
    """Faults of what depends on the variant and is no action."""
    for name in WRITTEN:
        if getattr(type(game), name) is getattr(Game, name):
            yield f"{type(game).__name__} has no method {name}(variant); a game needs one"
            return
    variant = game.variant()
    layout = called(game, "layout", variant)
    fields = layout.fields if isinstance(layout, Layout) else ()
    if not fields or not layout.length:
        yield f"layout(variant) should be a Layout of fields, not {shown(layout)}"
        return
    names = [field.name for field in fields]
    if twice := {name for name in names if names.count(name) > 1}:
        yield f"layout(variant) should have fields with different names, and has two named {shown(min(twice))}"
        return
    for field in fields:
        if not field.name.isidentifier() or not 0 < field.high < np.inf:
            yield f"the field {shown(field)} wants an identifier as its name, and a finite high above 0"
    perfect = called(game, "perfect_information", variant)
    if type(perfect) is not bool:
        yield f"perfect_information(variant) should be True or False, not {shown(perfect)}"
    elif perfect and (hidden := [field.name for field in fields if field.private]):
        yield f"spec.perfect_information says that nothing is hidden, and the fields {shown(hidden)} are private"
    params = called(game, "params", variant)
    good = isinstance(params, np.ndarray) and params.shape == (1,) and params.dtype.type is np.record
    if not good or "num_players" not in params.dtype.names or int(params["num_players"][0]) != variant.num_players:
        yield f"params(variant) should be a record array of length 1 with the field num_players, not {shown(params)}"
    if type(called(game, "max_decisions", variant)) is not int or game.max_decisions(variant) < 1:
        yield f"max_decisions(variant) should be an integer >= 1, not {shown(game.max_decisions(variant))}"


def action_faults(game: Game) -> Iterator[str]:
    """Faults of actions, their notation, and players."""
    variant = game.variant()
    count = called(game, "num_actions", variant)
    if type(count) is not int or count < 1:
        yield f"num_actions(variant) should be an integer >= 1, not {shown(count)}"
        return
    texts = [called(game, "action_text", variant, action) for action in range(count)]
    if not all(map(is_line, texts)) or len(set(texts)) < count:
        yield f"action_text should give different texts of one line for the {count} actions, not {shown(texts)}"
    elif wrong := [text for action, text in enumerate(texts) if called(game, "parse_action", variant, text) != action]:
        yield f"parse_action should read what action_text writes, which it does not for {shown(wrong[0])}"
    for name in game.spec.players:
        player = called(game, "player", name)
        if not callable(player):
            yield f"player({name!r}) should be a compiled function, not {shown(player)}"
        else:
            yield from helper_faults(sys.modules.get(player.__module__), game.kernels)


def called(game: Game, method: str, *arguments: Any) -> Any:
    """What a method of the game gives; ConfigError where it raises an error."""
    try:
        return getattr(game, method)(*arguments)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a game that is not ours
        raise ConfigError(
            f"the game {game.spec.name!r} cannot be registered: its {method}{arguments!r:.200} raises "
            f"{type(error).__name__}: {error}"
        ) from error
