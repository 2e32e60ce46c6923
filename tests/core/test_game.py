"""The seam: declared facts, registration by name, utilities, and what a player may look at."""

import copy
import dataclasses
import pickle
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from pod_envs.core.cell import MAX_NEWS, MAX_SEATS
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game, GameSpec, add_game, find_game
from pod_envs.core.jit import folder_of
from pod_envs.core.outcomes import outcome_utilities
from pod_envs.core.table import Table
from pod_envs.core.view import View

from .common import pick, snapshot, variants_of


def renamed(game: Game, name: str) -> Game:
    """The same rules under another name, as another package might register them."""
    other = object.__new__(type(game))
    other.spec = dataclasses.replace(game.spec, name=name)
    return other


def test_a_game_is_found_by_name_and_passes_through(game: Game) -> None:
    assert find_game(game.spec.name) is game
    assert find_game(game) is game
    assert repr(game) == f"<game {game.spec.name} v{game.spec.version}>"


def test_copies_of_a_game_are_the_game_itself(game: Game) -> None:
    assert copy.copy(game) is copy.deepcopy(game) is pickle.loads(pickle.dumps(game)) is game


def test_another_package_can_register_a_game(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pod_envs.core.game.GAMES", dict(GAMES))
    other = renamed(game, "another")
    assert add_game(other) is add_game(other) is find_game("another")
    assert Table("another", seed=1).events == Table(game, seed=1).events
    with pytest.raises(ConfigError, match="a game named 'another' is registered already"):
        add_game(renamed(game, "another"))
    assert pickle.loads(pickle.dumps(Table("another", seed=1))).game is other


@pytest.mark.parametrize(("field", "value"), [("name", "not a name"), ("name", ""), ("version", -1)])
def test_declared_facts_are_checked(game: Game, field: str, value: str | int) -> None:
    facts = {part.name: getattr(game.spec, part.name) for part in dataclasses.fields(game.spec)}
    with pytest.raises(ConfigError, match=r"Python identifier.* and a version >= 0"):
        type(game.spec)(**(facts | {field: value}))


def test_names_follow_from_the_name_where_they_are_not_declared(game: Game) -> None:
    spec = GameSpec(name="liars_dice", version=0, variant=game.spec.variant, state=game.spec.state)
    assert (spec.class_name, spec.title, spec.report_key) == ("LiarsDice", "liars_dice", "reports")
    assert (spec.chance_kinds, spec.max_outcomes, spec.hidden_moves) == ((), 0, False)
    assert game.namespace == "pod_envs"


def test_strength_is_counted_in_wins_where_a_variant_pays_by_outcome(game: Game) -> None:
    """Elsewhere returns do not tell, whatever they add up to."""
    variant = game.measured(game.variant())
    won = game.win_shares(variant, np.array([1.0, 1.0]))
    assert won is not None
    assert won.tolist() == [1, 1]
    assert Game.win_shares(game, game.variant(reward="score"), np.array([1.0, 0.3])) is None


def test_a_game_fits_into_the_cells(game: Game) -> None:
    for variant in variants_of(game):
        assert 1 <= variant.num_players <= MAX_SEATS
    assert game.kernels.ROOM >= 1
    assert len(np.zeros(1, game.spec.state).dtype.names or ()) > 0
    assert set(game.spec.state.names or ()).isdisjoint(dir(np.record))
    assert MAX_NEWS >= 1


def test_each_game_has_kernels_of_its_own_over_its_own_rules() -> None:
    """In a module of its own, whose compiled code is kept beside that of the game's other kernels."""
    for game in GAMES.values():
        package, step = type(game).__module__, plain(game.kernels.step)
        assert sys.modules[f"{package}.kernels"] is cast(ModuleType, game.kernels)
        assert step.__module__ == f"{package}.kernels"
        assert step.__globals__["rules"].__name__ == f"{package}.rules"
        assert folder_of(game.kernels.step) == Path(sys.modules[package].__file__ or "").parent
    steps = [plain(game.kernels.step) for game in GAMES.values()]
    assert len(set(steps)) == len(steps) > 1
    assert len({step.__code__.co_filename for step in steps}) == 1


def plain(kernel: Any) -> Any:
    """The Python function of a kernel."""
    return getattr(kernel, "py_func", kernel)


@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_outcome_utilities_are_fair_and_sum_to_zero(seats: int) -> None:
    for winners in range(1, seats):
        won, lost = outcome_utilities(winners, seats)
        assert abs(winners * won + (seats - winners) * lost) < 1e-12
        assert -1 <= lost < 0 < won <= 1
    assert outcome_utilities(1, seats) == (1, -1 / (seats - 1))
    assert outcome_utilities(0, seats) == outcome_utilities(seats, seats) == (0, 0)


def test_a_view_shows_what_the_seat_to_act_sees_and_changes_nothing(game: Game) -> None:
    table = Table(game, seed=2)
    for step in range(20):
        before, view = snapshot(table), View(table)
        observation, mask = table.observe(table.seat)
        assert (view.seat, view.legal) == (table.seat, table.legal())
        assert view.observation.tobytes() == observation.tobytes()
        assert view.action_mask.tobytes() == mask.tobytes()
        assert list(view.fields) == list(game.layout(table.variant).offsets)
        assert view.information_state() == table.information_state(table.seat)
        assert view.picture() == table.picture(table.seat)
        view.observation[:], view.action_mask[:] = -1, -1
        assert snapshot(table) == before
        table.act(pick(table, step))
        if table.ended:
            break


def test_a_world_drawn_from_a_view_does_not_show_the_tables_dice(game: Game) -> None:
    table = Table(game, seed=2)
    world = View(table).resample(3)
    assert world.store.gens.tobytes() != table.store.gens.tobytes()
    assert world.information_state(table.seat) == table.information_state(table.seat)
    public = [value for name, value in vars(View(table)).items() if not name.startswith("_")]
    assert not any(isinstance(value, Table) for value in public)
