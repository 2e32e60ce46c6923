"""What is wrong with a game is said, all of it, when it is registered; then nothing is registered."""

import importlib
import sys
import types
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from pod_envs import ConfigError, register_game
from pod_envs.core import seam
from pod_envs.core.game import GAMES, Game
from tests.core.common import AEC_REGISTRY
from tests.outside import NAME, Edit, copied, imported

INIT, RULES, VIEW = "__init__.py", "rules.py", "observation.py"
ZERO_SUM = "    def zero_sum("  # before which a method can be written


def method(text: str) -> Edit:
    """One more method of the game."""
    return (INIT, ZERO_SUM, f"    def {text}\n\n{ZERO_SUM}")


def spec(before: str, after: str) -> Edit:
    """Another declared fact."""
    return (INIT, f"        {before},\n", f"        {after},\n" if after else "")


def field(text: str) -> Edit:
    """One more field of a position."""
    return (RULES, '("seat", "i8"),', f'("seat", "i8"), {text},')


FAULTY: dict[str, tuple[Edit, str]] = {
    "no setup": ((RULES, "def setup", "def begin"), "module liars_dice.rules has no function setup"),
    "a class for a function": (
        (RULES, "@helper\ndef is_legal(", "class Legal:\n    def __call__(self): ...\n\n\nis_legal = Legal()\n\n\n"
         "@helper\ndef legal("), "rules.is_legal is not compiled; write @helper",
    ),
    "no apply": ((RULES, "def apply(", "def take("), "module liars_dice.rules has no function apply"),
    "no observe": ((VIEW, "def observe", "def look"), "module liars_dice.observation has no function observe"),
    "half of chance": ((RULES, "def is_chance", "def rolls"), "module liars_dice.rules has no function is_chance"),
    "no outcomes": ((RULES, "OUTCOMES = FACES", "OUTCOMES = None"), "needs the number OUTCOMES"),
    "outcomes no number": ((RULES, "OUTCOMES = FACES", "OUTCOMES = 6.0"), "needs the number OUTCOMES"),
    "no room": ((RULES, "ROOM = 1 + SEATS", "SPACE = 1 + SEATS"), "needs the number ROOM"),
    "room no number": ((RULES, "ROOM = 1 + SEATS", "ROOM = 0"), "needs the number ROOM"),
    "not compiled": ((RULES, "@helper\ndef apply(", "def apply("), r"rules.apply is not compiled; write @helper"),
    "arguments": (
        (RULES, "def is_legal(s: Record, v: Record, action: int)", "def is_legal(s: Record, action: int)"),
        r"rules.is_legal should take 3 arguments, not 2",
    ),
    "kernels": (
        (INIT, "kernels = kernels_over(__name__)", "kernels = None"),
        r"LiarsDice.kernels should be kernels_over\(__name__\), not None",
    ),
    "kernels of one's own": (
        (INIT, "kernels_over(__name__)", "types.SimpleNamespace(**dict.fromkeys(Kernels.__annotations__))"),
        r"LiarsDice.kernels should be kernels_over\(__name__\), not namespace",
    ),
    "kernels over a name": ((INIT, "kernels_over(__name__)", "kernels_over('spam')"), "'spam' is none: type kernels"),
    "kernels over a module": (
        (INIT, "kernels_over(__name__)", "kernels_over(__name__ + '.rules')"),
        r"kernels_over wants the name of the package .* 'liars_dice.rules' is none",
    ),
    "no kind": (spec('chance_kinds=("roll",)', "chance_kinds=()"), "chance_kinds should name the kinds of chance"),
    "no kinds": (spec('chance_kinds=("roll",)', "chance_kinds=None"), "chance_kinds should be a tuple of different"),
    "a text for kinds": (spec('chance_kinds=("roll",)', 'chance_kinds="roll"'), "should be a tuple of different texts"),
    "kinds twice": (spec('chance_kinds=("roll",)', 'chance_kinds=("a", "a")'), "should be a tuple of different texts"),
    "two kinds": (spec('chance_kinds=("roll",)', 'chance_kinds=("a", "b")'), "2 kinds, so the rules need a function"),
    "most": (spec("max_outcomes=OUTCOMES", "max_outcomes=2"), "max_outcomes should be the rules' OUTCOMES, not 2"),
    "weights": (spec("version=0", "version=0,\n        weights='luck'"), "and only a module belief can weigh worlds"),
    "name": (spec('name="liars_dice"', 'name="liar\'s dice"'), "needs a name that is a Python identifier"),
    "no name": (spec('name="liars_dice"', "name=None"), "needs a name that is a Python identifier"),
    "a game of ours": (spec('name="liars_dice"', 'name="pod_x"'), "a game named 'pod_x' is registered already, pod_e"),
    "version": (spec("version=0", "version='0'"), "and a version >= 0, not 'liars_dice', '0'"),
    "title": (spec('title="Liar\'s dice"', 'title="Liar\\n"'), "spec.title should be one line of text"),
    "our namespace": (spec("version=0", "version=0,\n        namespace='pod_envs'"), "namespace 'pod_envs' is that"),
    "namespace": (spec("version=0", "version=0,\n        namespace='a/b'"), "spec.namespace should be a Python ident"),
    "namespace no text": (spec("version=0", "version=0,\n        namespace=5"), "spec.namespace should be a Python"),
    "class no text": (spec("version=0", "version=0,\n        class_name=5"), "spec.class_name should be a Python ide"),
    "rotation": (spec("version=0", "version=0,\n        rotation=['roll']"), "rotation must be a mapping of words to"),
    "no mapping": (
        (INIT, 'players={"counter": "makes the likeliest bid, and doubts one that asks for too much"}', "players=[1]"),
        r"players must be a mapping of words to texts, not \[1\]",
    ),
    "exit": ((INIT, "return variant.bids + 1", "raise SystemExit(0)"), "max_decisions.* raises SystemExit: 0"),
    "class name": (spec("version=0", "version=0,\n        class_name='Pod-X'"), "spec.class_name should be a Python"),
    "report key": (spec("version=0", "version=0,\n        report_key='seat'"), "'seat' is the name that environments"),
    "option": ((INIT, "    num_players: int = 3\n", "    num_players: int = 3\n    seed: int = 0\n"), "'seed'. have"),
    "players": ((INIT, 'players={"counter"', 'players={"random"'), "spec.players has 'random', and wants names but"),
    "no such player": ((INIT, 'players={"counter"', 'players={"liar"'), "needs a function liar in .*heuristic"),
    "variant": (spec("variant=LiarsDiceVariant", "variant=dict"), "spec.variant should be a class derived from"),
    "no dataclass": ((INIT, "@dataclass(frozen=True)\n", ""), "should be a dataclass.frozen=True., which LiarsDiceV"),
    "seats": ((INIT, "num_players: int = 3", "num_players: int = 1"), "must be an integer from 2 to 3, not 1"),
    "no seats": (
        (INIT, '    num_players: int = 3\n\n    def __post_init__(self) -> None:\n        self.require_integer("num_pla'
         'yers", 2, SEATS)\n', "    seats: int = 3\n"),
        "LiarsDiceVariant.num_players should be an integer from 2 to 10, not None",
    ),
    "a list": (
        (INIT, "    num_players: int = 3\n", "    num_players: int = 3\n    faces: object = dataclasses.field("
         "default_factory=list)\n"),
        r"as_dict\(\) should hold JSON values that make the same variant again: unhashable",
    ),
    "no JSON": (
        (INIT, "    num_players: int = 3\n", "    num_players: int = 3\n    faces: object = FACES.__add__\n"),
        r"as_dict\(\) should hold JSON values .* not JSON serializable",
    ),
    "another again": (
        (INIT, "    num_players: int = 3\n", "    num_players: int = 3\n    faces: object = (1, 2)\n"),
        r"as_dict\(\) should hold JSON values .* they make .*faces=\[1, 2\]",
    ),
    "no state": (spec("state=STATE", "state=FACES"), "spec.state should be a dtype of .*record_type, not 6"),
    "plain state": (spec("state=STATE", "state=STATE.base.fields['die'][0]"), "spec.state should be a dtype of"),
    "no seat": ((RULES, '("seat", "i8")', '("who", "i8")'), "spec.state should have an integer field 'seat'"),
    "field of np.record": (field('("round", "i8")'), "has a field 'round', which np.record has an attribute of"),
    "flags": (field('("over", "?", (3,))'), "has a field 'over' of bool; fields are integers and floats, flags 'i1'"),
    "no layout": ((VIEW, "def layout", "def plan"), "needs a function layout in the module liars_dice.observation"),
    "layout": (method("layout(self, variant: object) -> object:\n        return 3"), "should be a Layout of fields"),
    "fields twice": ((VIEW, 'Field("own",', 'Field("bids",'), "with different names, and has two named .bids"),
    "private": (spec("version=0", "version=0,\n        perfect_information=True"), "the fields .'own'. are private"),
    "field": ((VIEW, 'Field("own",', 'Field("my own",'), "wants an identifier as its name, and a finite high"),
    "params": (method("params(self, variant: object) -> object:\n        return [3]"), "a record array of length 1"),
    "no actions": ((INIT, "def num_actions", "def actions"), r"has no method num_actions\(variant\); a game needs one"),
    "actions": ((INIT, "return variant.bids + 1", "return variant.bids / 1"), "should be an integer >= 1, not 18.0"),
    "broken": ((INIT, "return variant.bids + 1", "return variant.spam"), "raises AttributeError: .*spam"),
    "texts": ((INIT, 'return "doubt" if', 'return "1x1" if'), "action_text should give different texts of one line"),
    "lines": ((INIT, 'return "doubt" if', 'return "I\\ndoubt" if'), "action_text should give different texts of one"),
    "parse": (method("parse_action(self, variant: object, text: str) -> int:\n        return 1"), "not for '1x1'"),
    "helper": (
        (RULES, "import numpy as np\n", "import numpy as np\nfrom elsewhere import far\n"),
        "liars_dice.rules has the compiled function far from elsewhere, whose changes would not be noticed",
    ),
}  # fmt: skip


IMPORTS = "import dataclasses\nimport types\nfrom pod_envs.core.kernels import Kernels\nfrom dataclasses"
ELSEWHERE = "from pod_envs.core.jit import helper\n\n\n@helper\ndef far(x):\n    return x\n"


def known() -> list[list[str]]:
    """All names under which there is a game."""
    return [list(GAMES), list(gymnasium.registry), list(AEC_REGISTRY)]


def refused(folder: Path, match: str) -> None:
    """The package in `folder` cannot be imported, because its game cannot be registered, and nothing is registered."""
    before = known()
    with pytest.raises(ConfigError, match=match) as error, imported(folder):
        pass
    assert "\n" not in str(error.value)
    assert known() == before
    assert f"{NAME}.kernels" not in sys.modules


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_named_and_nothing_is_registered(fault: str, tmp_path: Path) -> None:
    edit, match = FAULTY[fault]
    copied(tmp_path, [(INIT, "from dataclasses", IMPORTS), edit])
    (tmp_path / "elsewhere.py").write_text(ELSEWHERE)
    try:
        refused(tmp_path, match)
    finally:
        sys.modules.pop("elsewhere", None)


def test_all_faults_of_a_kind_are_named_at_once(tmp_path: Path) -> None:
    edits = [spec('title="Liar\'s dice"', 'title=" "'), spec("state=STATE", "state=None")]
    refused(copied(tmp_path, edits), "spec.title should be .*; spec.state should be")


@pytest.mark.parametrize("part", ["rules", "observation"])
def test_a_missing_module_is_named(part: str, tmp_path: Path) -> None:
    copied(
        tmp_path, [(INIT, "from .rules import FACES, OUTCOMES, SEATS, STATE", "FACES = OUTCOMES = SEATS = STATE = 6")]
    )
    (tmp_path / NAME / f"{part}.py").unlink()
    refused(tmp_path, f"the package {NAME} has no module {part}; a game needs one there")


def test_what_goes_wrong_inside_a_module_is_not_hidden(tmp_path: Path) -> None:
    copied(tmp_path, [(VIEW, "import numpy as np", "import numpyy as np")])
    with pytest.raises(ModuleNotFoundError, match="numpyy"), imported(tmp_path):
        pass


def test_a_module_named_as_that_of_the_kernels_is_refused(tmp_path: Path) -> None:
    copied(tmp_path)
    (tmp_path / NAME / "kernels.py").write_text("mine = 1")
    refused(tmp_path, rf"kernels.py must have another name: {NAME}.kernels is made by kernels_over")


def test_a_folder_without_init_is_refused(tmp_path: Path) -> None:
    """Its files would not be watched by the cache of compiled code."""
    copied(tmp_path)
    (tmp_path / NAME / INIT).rename(tmp_path / NAME / "game.py")
    text = (tmp_path / NAME / "game.py").read_text().replace("kernels_over(__name__)", "kernels_over(__package__)")
    (tmp_path / NAME / "game.py").write_text(text)
    with pytest.raises(ConfigError, match=f"'{NAME}' is none"), imported(tmp_path) as package:
        importlib.import_module(f"{package.__name__}.game")


def test_a_game_can_be_written_beside_the_init(tmp_path: Path) -> None:
    copied(tmp_path)
    text = (tmp_path / NAME / INIT).read_text().replace("kernels_over(__name__)", "kernels_over(__package__)")
    (tmp_path / NAME / "game.py").write_text(text)
    (tmp_path / NAME / INIT).write_text("from .game import LiarsDice\n")
    with imported(tmp_path) as package:
        assert type(GAMES[NAME]) is package.LiarsDice
        assert GAMES[NAME].gymnasium_id == "liars_dice/LiarsDice-v0"


@pytest.mark.parametrize("given", [3, None, "pod_x", types])
def test_what_is_no_game_is_refused(given: Any) -> None:
    before = known()
    with pytest.raises(ConfigError, match=r"cannot be registered: it should be a pod_envs.core.game.Game, not "):
        register_game(given)
    assert known() == before


def test_a_class_is_refused_with_what_to_type() -> None:
    kind: Any = type(GAMES["pod_x"])
    with pytest.raises(ConfigError, match=r"PodX is a class; give a game that is made of it, PodX\(\)"):
        register_game(kind)


def test_a_game_without_a_spec_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"Game.spec should be a GameSpec, not None"):
        register_game(Game())


@pytest.mark.parametrize("stage", ["spec", "kernel", "variant", "view", "action"])
def test_our_own_games_have_no_faults(stage: str) -> None:
    faults = getattr(seam, f"{stage}_faults")
    assert [fault for game in GAMES.values() for fault in faults(game)] == []
