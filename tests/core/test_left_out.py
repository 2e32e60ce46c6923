"""What a game of another package leaves out and gets nevertheless: chance, masks, numbers, texts, pictures, worlds."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pod_envs.core.derived import params_of
from pod_envs.core.errors import ConfigError, IllegalAction
from pod_envs.core.game import GAMES, Game
from pod_envs.core.table import Table
from tests.outside import DOUBT, EXAMPLE, GAME, NAME, ROLL, imported, interpreted, played

from .common import snapshot

SPEC = 'chance_kinds=("roll",)'


@pytest.fixture(scope="module")
def dice() -> Iterator[Game]:
    """The game of the example."""
    with imported(EXAMPLE):
        yield GAMES[NAME]


# Rules


def test_our_own_games_leave_nothing_out() -> None:
    """Their modules are called as they are."""
    for game in GAMES.values():
        package, kernels = type(game).__module__, game.kernels
        for part in ("rules", "observation", "belief"):
            assert getattr(kernels, part) is sys.modules[f"{package}.{part}"]


def test_chance_is_uniform_below_the_number_of_outcomes(dice: Game) -> None:
    table = Table(dice, seed=1, explicit_chance=True)
    assert table.chance_kind == "roll"
    assert table.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    rolls = np.array([Table(dice, seed=seed).state["die"][0] for seed in range(400)]).ravel()
    counts = np.bincount(rolls, minlength=6)
    assert len(counts) == 6
    assert ((counts - 200) ** 2 / 200).sum() < 20.5  # chi-square, 5 degrees of freedom, p = 0.001


@pytest.mark.parametrize("outcome", [-1, 6, 2**31 - 1, -(2**31) + 1])
def test_no_other_outcome_comes(dice: Game, outcome: int) -> None:
    table = Table(dice, seed=1, explicit_chance=True)
    before = snapshot(table)
    with pytest.raises(IllegalAction, match=rf"chance cannot bring {outcome}: roll can bring \[0, 1, 2, 3, 4, 5\]"):
        table.apply_chance(outcome)
    assert snapshot(table) == before
    with pytest.raises(IllegalAction, match=r"event 0 .* is not possible there"):
        played(dice, [(ROLL, outcome)])


@pytest.mark.parametrize("action", [-1, 19, 2**31 - 1, -(2**31) + 1])
def test_a_log_with_an_action_that_is_none_is_refused(dice: Game, action: int) -> None:
    """The rules need not look at the range."""
    with pytest.raises(IllegalAction, match=r"event 3 .* is not possible there"):
        played(dice, [*GAME[:3], (0, action)])


def test_the_mask_is_what_is_legal(dice: Game) -> None:
    table = played(dice, GAME[:4])
    assert table.observe(0)[1].tolist() == table.observe(2)[1].tolist() == [0] * 19
    assert np.flatnonzero(table.observe(1)[1]).tolist() == [*range(5, 18), DOUBT]
    assert played(dice, GAME).observe(1)[1].tolist() == [1] * 19


def test_a_game_is_over_once_nobody_is_to_move(dice: Game) -> None:
    ends = [played(dice, GAME[:count]).ended for count in range(len(GAME) + 1)]
    assert ends == [None] * 6 + ["terminated"]


WEIGHTS = """
@helper
def outcomes(s: Record, v: Record, ids: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    ids[0], ids[1], weights[0], weights[1] = 2, 5, 3, 1
    return 2
"""
KINDS = """
@helper
def chance_kind(s: Record) -> int:
    return s.left % 2
"""


def test_outcomes_are_drawn_by_the_weights_that_the_rules_give(tmp_path: Path) -> None:
    edits = [("rules.py", "@helper\ndef apply_chance", WEIGHTS + "\n\n@helper\ndef apply_chance")]
    script = "print(json.dumps([int(d) for k in range(100) for d in Table(game, seed=k).state['die'][0]]))"
    rolls = np.array(interpreted(tmp_path, edits, script))
    assert set(rolls.tolist()) == {2, 5}
    assert abs((rolls == 2).mean() - 0.75) < 3.3 * (0.75 * 0.25 / 300) ** 0.5


def test_outcomes_are_those_that_the_rules_allow(tmp_path: Path) -> None:
    allow = "@helper\ndef is_outcome(s: Record, v: Record, outcome: int) -> bool:\n    return bool(outcome % 2)\n\n\n"
    edits = [("rules.py", "@helper\ndef apply_chance", allow + "@helper\ndef apply_chance")]
    script = "print(json.dumps(Table(game, seed=1, explicit_chance=True).chance_outcomes()))"
    assert interpreted(tmp_path, edits, script) == [[face, 1 / 3] for face in (1, 3, 5)]


def test_several_kinds_of_chance(tmp_path: Path) -> None:
    edits = [
        ("rules.py", "@helper\ndef apply_chance", KINDS + "\n\n@helper\ndef apply_chance"),
        ("__init__.py", SPEC, 'chance_kinds=("even", "odd")'),
    ]
    script = "table = Table(game, seed=1)\nprint(json.dumps([table.events, table.information_state(0)]))"
    events, text = interpreted(tmp_path, edits, script)
    assert [who for who, _ in events[:3]] == [-2, -1, -2]
    assert [line.partition(";")[0] for line in text.split("\n")[1:]] == ["odd", "even", "odd"]


def test_views_that_are_not_those_of_the_position_have_no_worlds(tmp_path: Path) -> None:
    edits = [("observation.py", "    out[:] = 0.0\n", "    out[0] += 1.0\n")]
    script = """
try:
    Table(game, seed=1).resample(0, 3)
except Exception as error:
    print(json.dumps(f"{type(error).__name__}: {error}"))
"""
    said = interpreted(tmp_path, edits, script)
    assert said.startswith("ConfigError: Liar's dice cannot be told again: the same events look different to seat 0")


UNNAMED = """
from pod_envs.core.record import record_of
said = []
for look in (
    lambda: Table(game, seed=1, explicit_chance=True).chance_kind,
    lambda: Table(game, seed=1).information_state(0),
    lambda: record_of(Table(game, seed=1)),
):
    try:
        look()
    except Exception as error:
        said.append(f"{type(error).__name__}: {error}")
print(json.dumps(said))
"""


def test_a_kind_of_chance_that_has_no_name(tmp_path: Path) -> None:
    edits = [("rules.py", "@helper\ndef apply_chance", KINDS + "\n\n@helper\ndef apply_chance")]
    sentence = "gives 1, and spec.chance_kinds names the kinds 0 to 0, roll"
    said = interpreted(tmp_path, edits, UNNAMED)
    assert said == [f"ConfigError: chance_kind in the rules of Liar's dice {sentence}"] * 3


def test_a_log_with_too_little_room_is_lost_and_says_so(game: Game) -> None:
    table = Table(game, seed=1)
    table.store.log = table.store.log[:, :1].copy()
    table._bind()
    table.reset(seed=1)
    fresh = Table(game, seed=1)
    assert table.state.tobytes() == fresh.state.tobytes()
    if len(fresh.events) < 2:
        assert table.events == fresh.events
        return
    for lost in (lambda: table.events, lambda: table.information_state(0)):
        with pytest.raises(ConfigError, match=rf"log of this game is lost: .* ROOM = {game.kernels.ROOM}, which"):
            lost()


# Numbers


def test_numbers_are_the_options_the_properties_and_the_places_of_fields(dice: Game) -> None:
    params = dice.params(dice.variant(num_players=2))
    names = params.dtype.names
    assert names == ("num_players", "bids", "at_own", "at_shown", "at_bids", "at_to_act")
    assert [int(params[name][0]) for name in names] == [2, 12, 0, 6, 18, 42]
    assert {params.dtype[name] for name in names} == {np.dtype("i8")}
    assert dice.params(dice.variant()).dtype == params.dtype


def test_numbers_of_any_kind(tmp_path: Path) -> None:
    seats = "    num_players: int = 3\n"
    more = seats + "    wild: bool = True\n    odds: float = 0.5\n    most: int = 10**30\n    who: str = 'x'\n"
    script = "v = game.params(variant)\nprint(json.dumps([v.dtype['odds'].str, [x.item() for x in v[0]]]))"
    kind, values = interpreted(tmp_path, [("__init__.py", seats, more)], script)
    assert kind == "<f8"
    assert values[:5] == [3, 1, 0.5, 2**62, 18]


def test_the_layout_is_made_once_a_variant(dice: Game) -> None:
    assert dice.layout(dice.variant()) is dice.layout(dice.variant(num_players=3))
    assert params_of(dice, dice.variant()) is params_of(dice, dice.variant(num_players=3))


# Notation and pictures


def test_actions_are_read_as_they_are_written(dice: Game) -> None:
    variant = dice.variant()
    for action in range(dice.num_actions(variant)):
        assert dice.parse_action(variant, f" {dice.action_text(variant, action).upper()} ") == action
    for wrong in ("4x1", "", 3, None):
        with pytest.raises(ConfigError, match=r"no action is written .*; write one of 1x1, 1x2, .*, doubt"):
            dice.parse_action(variant, wrong)  # type: ignore[arg-type]


def test_pictures_are_lines_of_what_is_not_zero(dice: Game) -> None:
    table = played(dice, GAME[:4])
    assert table.picture(1) == ("Liar's dice, as seat 1 sees it\nown: [1]=1\nshown: -\nbids: [2,4]=1\nto_act: [0]=1")
    assert table.picture() == ("Liar's dice, as all see it, from seat 0\nshown: -\nbids: [0,4]=1\nto_act: [1]=1")


def test_what_is_told_is_in_reports_texts_and_pictures(tmp_path: Path) -> None:
    """By default the numbers themselves."""
    edits = [("rules.py", "    s.seat = -1\n    return False", "    s.seat = -1\n    news[0] = loser\n    return True")]
    script = f"table = table_of_events(game, variant, {GAME!r})\n"
    script += "print(json.dumps([table.reports, table.information_state(0), table.picture(), table.details()]))"
    reports, text, picture, details = interpreted(tmp_path, edits, script)
    assert reports == [{"news": [1, *[0] * 15]}]
    assert f"paid 0.5; told {json.dumps(reports[0])}; terminated" in text
    assert picture.endswith(f"told {json.dumps(reports[0])}")
    assert details == {}
