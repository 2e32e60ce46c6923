"""What importing the package does and does not do, and the names under which games are found elsewhere."""

import importlib
import pkgutil
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo
import pytest

import pod_envs
from pod_envs import GAMES
from pod_envs.api.aec import TurnEnv
from pod_envs.api.registration import environment_module, register
from pod_envs.api.single import LearnerEnv
from pod_envs.api.vector import LearnerVectorEnv
from pod_envs.core.errors import VariantError
from pod_envs.core.game import Game
from tests.core.common import AEC_REGISTRY, WITHOUT_REGISTRY, run_python

from .common import Case

HEAVY = ("torch", "pygame", "matplotlib", "stable_baselines3", "tensorboard", "pandas", "tkinter")


def modules() -> list[str]:
    """Names of all modules of the package but those that are run, as a command or over each game's rules, or want more.

    What wants an extra is looked at in `tests/adapters`.
    """
    found = [module.name for module in pkgutil.walk_packages(pod_envs.__path__, "pod_envs.")]
    return [name for name in found if not name.endswith(("__main__", "core.loops", "adapters.sb3"))]


def test_ids_follow_from_what_a_game_declares(game: Game) -> None:
    spec = game.spec
    assert game.gymnasium_id == f"pod_envs/{spec.class_name}-v{spec.version}"
    assert game.pettingzoo_id == f"pod_envs/{spec.name}-v{spec.version}"
    assert game.gymnasium_id in gymnasium.registry
    assert WITHOUT_REGISTRY or game.pettingzoo_id in AEC_REGISTRY


def test_gymnasium_makes_by_id(plain: Case) -> None:
    env = gymnasium.make(plain.game.gymnasium_id, **plain.options)
    assert isinstance(env.unwrapped, LearnerEnv)
    assert env.unwrapped.variant == plain.variant
    vector = gymnasium.make_vec(plain.game.gymnasium_id, num_envs=3, **plain.options)
    assert isinstance(vector, LearnerVectorEnv)
    assert (vector.num_envs, vector.variant) == (3, plain.variant)


def test_gymnasium_makes_from_a_spec_again(plain: Case) -> None:
    env = gymnasium.make(plain.game.gymnasium_id, opponents="random", **plain.options)
    assert env.spec is not None
    again = gymnasium.make(gymnasium.spec(plain.game.gymnasium_id), **plain.options)
    same = env.spec.make()
    assert isinstance(again.unwrapped, LearnerEnv)
    assert isinstance(same.unwrapped, LearnerEnv)
    assert same.unwrapped.variant == again.unwrapped.variant == plain.variant


def test_an_unknown_option_is_named_with_the_nearest(game: Game) -> None:
    makers: list[Callable[[], Any]] = [
        lambda: gymnasium.make(game.gymnasium_id, num_player=3),
        lambda: gymnasium.make_vec(game.gymnasium_id, num_envs=2, num_player=3),
        lambda: environment_module(game).env(num_player=3),
        *([] if WITHOUT_REGISTRY else [lambda: pettingzoo.make("aec", game.pettingzoo_id, num_player=3)]),
    ]
    for make in makers:
        with pytest.raises(VariantError, match=r"unknown option 'num_player'; did you mean 'num_players'\?"):
            make()


def test_registering_again_changes_and_says_nothing() -> None:
    before = dict(gymnasium.registry), dict(AEC_REGISTRY)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for game in GAMES.values():
            register(game)
        importlib.reload(pod_envs)
    assert (dict(gymnasium.registry), dict(AEC_REGISTRY)) == before


def test_env_and_raw_env_differ_in_what_a_masked_action_does_only(plain: Case) -> None:
    env, raw = plain.env(), plain.raw_env()
    assert type(env) is type(raw) is TurnEnv
    assert (env.on_illegal, raw.on_illegal) == ("terminate", "raise")
    shared = ("variant", "metadata", "possible_agents", "observation_spaces", "action_spaces", "state_space")
    assert [getattr(env, name) for name in shared] == [getattr(raw, name) for name in shared]
    assert (plain.env(on_illegal="raise").on_illegal, plain.raw_env(on_illegal="terminate").on_illegal) == (
        "raise",
        "terminate",
    )


def test_each_game_has_its_environment_module_among_the_public_names(game: Game) -> None:
    name = f"{game.spec.name}_v{game.spec.version}"
    module = getattr(pod_envs, name)
    assert name in pod_envs.__all__
    assert module.game is game
    assert isinstance(module.env(), TurnEnv)
    assert isinstance(module.raw_env(), TurnEnv)


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, pod_envs; print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    assert run_python("-W", "error", "-c", code).split("\n")[-2] == "[]"


def test_a_game_is_found_by_an_id_that_names_the_package(game: Game) -> None:
    code = f"import gymnasium; print(gymnasium.make('pod_envs:{game.gymnasium_id}').unwrapped.game)"
    assert run_python("-W", "error", "-c", code).split("\n")[-2] == repr(game)


@pytest.mark.parametrize("name", ["pod_envs", *modules()])
def test_all_names_what_there_is(name: str) -> None:
    module = importlib.import_module(name)
    listed = getattr(module, "__all__", None)
    if listed is None:  # a package without names, or a game's compiled rules
        assert hasattr(module, "__path__") or name.startswith("pod_envs.games.")
        listed = []
    assert len(set(listed)) == len(listed)
    assert [public for public in listed if not hasattr(module, public)] == []
