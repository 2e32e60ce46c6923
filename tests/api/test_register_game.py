"""Games of other packages under their names: registered once, once more, and where a name is taken."""

import importlib
import pickle
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

import pod_envs
from pod_envs import ConfigError, register_game
from pod_envs.api.aec import TurnEnv
from pod_envs.api.learner import LearnerTables
from pod_envs.api.single import LearnerEnv
from pod_envs.api.vector import LearnerVectorEnv
from pod_envs.core.batch import Batch
from pod_envs.core.game import GAMES
from tests.api.common import check_taken
from tests.core.common import AEC_REGISTRY, WITHOUT_REGISTRY, in_registry
from tests.outside import NAME, copied, imported

INIT = "__init__.py"


def known() -> list[list[str]]:
    """All names under which there is a game."""
    return [list(GAMES), list(gymnasium.registry), list(AEC_REGISTRY)]


def test_to_register_again_changes_nothing(tmp_path: Path) -> None:
    with imported(copied(tmp_path)) as package:
        game, before = GAMES[NAME], known()
        assert register_game(game) == register_game(package.LiarsDice()) == package.liars_dice_v0
        assert GAMES[NAME] is game
        assert known() == before


def test_a_class_that_was_loaded_anew_takes_the_place_of_the_old(tmp_path: Path) -> None:
    with imported(copied(tmp_path)) as package:
        old, before = GAMES[NAME], known()
        importlib.reload(package)
        assert type(GAMES[NAME]) is package.LiarsDice is not type(old)
        assert [sorted(names) for names in known()] == [sorted(names) for names in before]
        assert WITHOUT_REGISTRY or pettingzoo.make("aec", "liars_dice/liars_dice-v0").game is GAMES[NAME]
        assert gymnasium.make("liars_dice/LiarsDice-v0").get_wrapper_attr("game") is GAMES[NAME]
        assert pickle.loads(pickle.dumps(old)) is GAMES[NAME]


def test_a_name_that_another_package_has_is_refused(tmp_path: Path) -> None:
    copied(tmp_path / "one")
    with imported(tmp_path / "one"):
        copied(tmp_path / "two", name="other_dice")
        before = known()
        match = "a game named 'liars_dice' is registered already, liars_dice.LiarsDice; choose another name"
        with pytest.raises(ConfigError, match=match), imported(tmp_path / "two", "other_dice"):
            pass
        assert known() == before


@pytest.mark.parametrize("registry", ["Gymnasium", pytest.param("PettingZoo", marks=in_registry)])
def test_an_id_that_is_taken_is_refused(registry: str, tmp_path: Path) -> None:
    with imported(copied(tmp_path)) as package:
        game = GAMES.pop(NAME)
        gymnasium.registry.pop(game.gymnasium_id)
        AEC_REGISTRY.pop(game.pettingzoo_id, None)
        if registry == "Gymnasium":
            gymnasium.register(game.gymnasium_id, entry_point="spam:eggs")
        else:
            pettingzoo.register("aec", game.pettingzoo_id, "spam:eggs")
        before = known()
        with pytest.raises(ConfigError, match=rf"{registry} has an environment 'liars_dice/.*' already, 'spam:eggs'"):
            register_game(package.LiarsDice())
        assert known() == before


def test_the_namespace_is_the_outermost_package_or_what_is_declared(tmp_path: Path) -> None:
    (tmp_path / "dice_games").mkdir()
    (tmp_path / "dice_games" / INIT).touch()
    copied(tmp_path / "dice_games")
    with imported(tmp_path, "dice_games"):
        importlib.import_module(f"dice_games.{NAME}")
        assert GAMES[NAME].gymnasium_id == "dice_games/LiarsDice-v0"
        assert GAMES[NAME].pettingzoo_id == "dice_games/liars_dice-v0"
    declared = "version=0,\n        namespace='dudo',\n        class_name='Dudo'"
    with imported(copied(tmp_path / "declared", [(INIT, "version=0", declared)])):
        assert GAMES[NAME].gymnasium_id == "dudo/Dudo-v0"


def test_options_do_not_have_the_names_of_arguments() -> None:
    check_taken([Batch, LearnerTables, LearnerEnv, LearnerVectorEnv, TurnEnv])


def test_it_is_public() -> None:
    assert "register_game" in pod_envs.__all__
    assert "ConfigError" in str(register_game.__doc__)
