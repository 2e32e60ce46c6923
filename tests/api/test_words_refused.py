"""Words, counts and players of the wrong kind in the environments: a sentence, whatever was given."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from pod_envs import GAMES
from pod_envs.agents import NetworkPolicy, save_policy
from pod_envs.api import entries
from pod_envs.api.registration import environment_module
from pod_envs.api.single import LearnerEnv
from pod_envs.core.errors import ConfigError, PodEnvsError, VariantError
from pod_envs.core.game import Game
from tests.core.common import WITHOUT_REGISTRY

from .common import Case
from .test_agents import layers_of
from .test_opponents import begin_and_move
from .test_policy_files import rewritten


class Unspeakable:
    """No repr."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


ODD: list[Any] = [np.array(["raise", "terminate"]), ["raise"], {"raise"}, 3, Unspeakable()]


@pytest.mark.parametrize("value", ODD, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("name", ["on_illegal", "render_mode", "render_view"])
def test_what_is_no_word_is_refused_as_one(plain: Case, name: str, value: Any) -> None:
    makers: list[Any] = [plain.env, plain.raw_env]
    if name != "render_view":
        makers += [lambda **words: LearnerEnv(plain.game, **words), lambda **words: plain.vector(2, **words)]
    for make in makers:
        with pytest.raises(ConfigError, match=f"{name} must be one of .*, not "):
            make(**{name: value})


@pytest.mark.parametrize("other", [None, *sorted(GAMES)])
def test_the_game_of_an_id_is_no_option(game: Game, other: str | None) -> None:
    makers: list[Callable[[], Any]] = [
        lambda: gymnasium.make(game.gymnasium_id, game=other),
        lambda: gymnasium.make_vec(game.gymnasium_id, num_envs=2, game=other),
        lambda: gymnasium.make_vec(game.gymnasium_id, num_envs=2, vectorization_mode="sync", game=other),
        lambda: environment_module(game).env(game=other),
        lambda: environment_module(game).raw_env(game=other),
        *([] if WITHOUT_REGISTRY else [lambda: pettingzoo.make("aec", game.pettingzoo_id, game=other)]),
    ]
    for make in makers:
        with pytest.raises(VariantError, match="unknown option 'game'; "):
            make()


def test_a_made_environment_can_be_written_as_json_and_made_again(game: Game) -> None:
    env = gymnasium.make(game.gymnasium_id, opponents="random")
    assert env.spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(again.unwrapped, LearnerEnv)
    assert again.unwrapped.game is game
    for name in ("single", "single_", "single_chess", f"double_{game.spec.name}"):
        with pytest.raises(AttributeError, match="no entry point"):
            getattr(entries, name)


@pytest.mark.parametrize("count", [10**12, 10**30])
def test_more_environments_than_any_memory_holds(game: Game, count: int) -> None:
    with pytest.raises(ConfigError, match="num_envs must be at most"):
        gymnasium.make_vec(game.gymnasium_id, num_envs=count)


class Hidden(Unspeakable):
    """A function of a view that chooses wrongly, and has no repr."""

    def __call__(self, view: Any) -> int:
        return -1


def test_opponents_of_every_kind(plain: Case) -> None:
    for odd in (
        Unspeakable(),
        b"abc",
        bytearray(b"abc"),
        {"a": 1},
        np.array(["nobody"] * (plain.seats - 1)),
        "x" * 5000,
    ):
        with pytest.raises(ConfigError, match="no player is named") as told:
            plain.single(opponents=odd)
        assert len(str(told.value)) < 500
    with pytest.raises(ConfigError, match=r"wants .* entries"):
        plain.single(opponents=np.array(["random"] * plain.seats))
    for array in (np.array(["random"] * (plain.seats - 1)), np.array("random")):
        assert plain.single(opponents=array).tables.policies
    env = plain.single(opponents=Hidden(), seat=0)
    with pytest.raises(PodEnvsError, match="the opponent an object of class Hidden chose wrongly"):
        begin_and_move(env.tables)


def test_a_mistyped_name_brings_no_advice_about_functions(game: Game) -> None:
    case = Case(game, game.variant().num_players, "outcome")
    with pytest.raises(ConfigError, match=r"type one of 'random'.* or a path that ends in \.npz$"):
        case.single(opponents="nobody")
    with pytest.raises(ConfigError, match="or give a function of a View"):
        case.single(opponents=3)


# Headers of policy files

WRONG: list[tuple[str, Any, str]] = [
    ("version", True, "has no pod_envs.policy version 1 header"),
    ("version", 1.0, "has no pod_envs.policy version 1 header"),
    ("game_version", False, "has game_version False"),
    ("game_version", 0.0, "has game_version 0.0"),
    ("variant", 5, "has variant 5, which should be an object"),
    ("variant", None, "has variant None, which should be an object"),
    ("notes", 5, "has notes 5, which should be an object"),
    ("notes", [], "has notes [], which should be an object"),
]


@pytest.mark.parametrize(("key", "value", "told"), WRONG)
def test_a_header_of_other_types_is_refused(game: Game, tmp_path: Path, key: str, value: Any, told: str) -> None:
    path = rewritten(game, tmp_path / "a.npz", {key: value}, {})
    with pytest.raises(ConfigError) as caught:
        NetworkPolicy.load(path, game, game.variant())
    assert told in str(caught.value)


def test_numbers_of_a_header_are_integers(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    save_policy(path, layers_of(game), "tanh", game, game.variant())
    with np.load(path, allow_pickle=False) as file:
        header = json.loads(str(file["header"]))
    for key in ("observation", "actions"):
        rewritten(game, path, {key: float(header[key])}, {})
        with pytest.raises(ConfigError, match=f"has {key} {float(header[key])}"):
            NetworkPolicy.load(path, game, game.variant())


def test_a_file_that_holds_one_array_is_told_from_an_archive(game: Game, tmp_path: Path) -> None:
    with (tmp_path / "a.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(ConfigError, match="it holds one array, and no archive of them as save_policy writes"):
        NetworkPolicy.load(tmp_path / "a.npz", game, game.variant())
