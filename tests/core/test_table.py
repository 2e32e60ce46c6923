"""One game in progress: what is refused changes nothing, chance can be left to the caller, any seat can look."""

from typing import Any

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game
from pod_envs.core.table import Table, table_of_events

from .common import advance, finish, pick, snapshot, trail, variants_of

NO_ACTIONS = [
    0.0, 1.0, np.float64(1), np.float32(0), float("nan"), True, False, np.bool_(True), None, "1", b"1", [1], (1,), {},
    np.array(1.0), np.array(True), np.array([1]), np.array([[1]]), np.array(None), 1j, object(),
]  # fmt: skip
OUTSIDE = [
    -1,
    -2,
    2**31,
    2**31 - 1,
    -(2**31),
    2**63,
    2**64,
    2**70,
    -(2**70),
    10**5000,
    np.int64(-1),
    np.uint64(2**64 - 1),
]


def test_an_action_is_an_integer_of_the_action_space(game: Game) -> None:
    table = Table(game, seed=1)
    actions = game.num_actions(table.variant)
    before = snapshot(table)
    for action in [*NO_ACTIONS, *OUTSIDE, actions, np.int16(actions)]:
        with pytest.raises(IllegalAction, match="nothing has changed"):
            table.act(action)
        assert snapshot(table) == before


def test_what_the_rules_forbid_is_refused_at_every_decision_and_changes_nothing(game: Game) -> None:
    for variant in variants_of(game):
        table = Table(game, variant, seed=2)
        for step in range(150):
            if table.ended:
                break
            legal, before = table.legal(), snapshot(table)
            assert legal == sorted(set(legal))
            assert legal
            for action in set(range(game.num_actions(variant))) - set(legal):
                with pytest.raises(IllegalAction, match=f"seat {table.seat} may not take action {action} "):
                    table.act(action)
            assert snapshot(table) == before
            table.act(pick(table, step))


def test_a_refusal_says_seat_action_and_what_is_legal_in_words(game: Game) -> None:
    table = Table(game, seed=1)
    with pytest.raises(IllegalAction) as caught:
        table.act(10_000)
    for action in table.legal():
        assert f"{action} ({game.action_text(table.variant, action)})" in str(caught.value)
    assert f"legal for seat {table.seat}" in str(caught.value)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint8, np.uint64, np.array])
def test_numpy_integers_are_actions(game: Game, kind: Any) -> None:
    table, twin = Table(game, seed=4), Table(game, seed=4)
    for step in range(20):
        if table.ended:
            break
        twin.act(kind(pick(table, step)))
        table.act(pick(table, step))
    assert snapshot(table) == snapshot(twin)


def test_after_the_end_nothing_can_be_done_but_everything_seen(game: Game) -> None:
    for variant in variants_of(game):
        table = Table(game, variant, seed=3)
        finish(table)
        before = snapshot(table)
        assert (table.seat, table.legal(), table.chance_kind, table.chance_outcomes()) == (-1, [], None, [])
        for action in range(game.num_actions(variant)):
            with pytest.raises(NotRunning, match="the game is over; call reset"):
                table.act(action)
        for wrong in NO_ACTIONS:
            with pytest.raises(IllegalAction):
                table.act(wrong)
        with pytest.raises(IllegalAction, match="it is not chance's turn"):
            table.apply_chance(0)
        for seat in range(variant.num_players):
            assert table.observe(seat)[1].all()
        assert table.details()
        assert snapshot(table) == before


def test_details_before_the_end_are_refused(game: Game) -> None:
    with pytest.raises(NotRunning, match="once the game is over"):
        Table(game, seed=1).details()


def test_random_games_end_within_the_declared_number_of_decisions(game: Game) -> None:
    for variant in variants_of(game):
        for seed in range(5):
            table = Table(game, variant, seed=seed)
            finish(table, seed)
            decisions = sum(who >= 0 for who, _ in table.events)
            assert 0 < decisions <= game.max_decisions(variant)
            assert table.ended in ("terminated", "truncated")


def test_observing_any_seat_at_any_time_changes_nothing(game: Game) -> None:
    for variant in variants_of(game):
        table = Table(game, variant, seed=6)
        for step in range(150):
            before = snapshot(table)
            for seat in range(variant.num_players):
                observation, mask = table.observe(seat)
                fresh, also = table.store.observe(np.array([seat]))
                assert observation.tobytes() == fresh.tobytes()
                assert mask.tobytes() == also.tobytes()
                assert mask.any() == (seat == table.seat)
                observation[:], mask[:] = -1, -1  # the arrays are the caller's own
            assert np.flatnonzero(table.observe(table.seat)[1]).tolist() == table.legal()
            assert snapshot(table) == before
            table.act(pick(table, step))
            if table.ended:
                break


@pytest.mark.parametrize("seat", [-1, 99, 2**70, True, False, 0.0, 1.0, np.bool_(True), None, "0", [0]])
def test_a_seat_is_an_integer_of_the_table(game: Game, seat: Any) -> None:
    running, over = Table(game, seed=1), Table(game, seed=1)
    finish(over)
    for table in (running, over):
        before = snapshot(table)
        for call in (table.observe, table.information_state, table.resample):
            with pytest.raises(ConfigError, match=r"a seat is an integer in 0\.\."):
                call(seat)
        assert snapshot(table) == before


def test_the_log_grows_with_a_long_game() -> None:
    table = Table("pod_x", {"target": 10**6, "max_rounds": 60}, seed=5)
    room = table.store.log.shape[1]
    finish(table)
    assert len(table.events) > 4 * room
    again = table_of_events(table.game, table.variant, table.events)
    assert again.store.states.tobytes() == table.store.states.tobytes()
    assert again.reports == table.reports
    assert again.events == table.events


def test_the_same_seed_plays_the_same_game_and_another_one_another(game: Game) -> None:
    for variant in variants_of(game):
        tables = [Table(game, variant, seed=seed) for seed in (9, 9, 10)]
        same, also, other = (trail(table) for table in tables)
        assert same == also
        assert same != other


def test_tables_without_a_seed_differ(game: Game) -> None:
    tables = [Table(game) for _ in range(8)]
    assert all(table.seed is None for table in tables)
    assert len({table.store.gens.tobytes() for table in tables}) == 8


@pytest.mark.parametrize("seed", [-1, True, 1.5, "1"])
def test_a_seed_that_is_none_is_refused_and_changes_nothing(game: Game, seed: Any) -> None:
    table = Table(game, seed=1)
    before = snapshot(table)
    for call in (table.reset, table.clone, lambda seed: Table(game, seed=seed)):
        with pytest.raises(ValueError, match="seed must be a non-negative integer"):
            call(seed)
    assert snapshot(table) == before


def test_reset_goes_on_with_the_tables_own_generator(game: Game) -> None:
    table, twin, fresh = (Table(game, seed=7) for _ in range(3))
    first = list(table.events)
    for one in (table, twin):
        finish(one)
        one.reset()
    assert snapshot(table) == snapshot(twin)
    assert table.seed is None
    assert (table.events != first) == bool(game.spec.chance_kinds)
    table.reset(seed=7)
    assert snapshot(table) == snapshot(fresh)


def test_returns_are_the_sum_of_what_was_paid(game: Game) -> None:
    for variant in variants_of(game):
        for seed in range(4):
            table = Table(game, variant, seed=seed)
            paid, since = np.zeros(variant.num_players), np.zeros(variant.num_players)
            for step in range(game.max_decisions(variant)):
                since[table.seat] = 0
                table.act(pick(table, step))
                paid += table.pay
                since += table.pay
                np.testing.assert_allclose(table.returns, paid, rtol=0, atol=1e-12)
                np.testing.assert_allclose(table.reward, since, rtol=0, atol=1e-12)
                assert table.head[2] == int(table.pay.any())
                if table.ended:
                    break
            assert not game.zero_sum(variant) or table.ended == "truncated" or abs(paid.sum()) < 1e-12


# Chance left to the caller


def test_explicit_chance_offers_ascending_outcomes_that_sum_to_one(game: Game) -> None:
    for variant in variants_of(game):
        table = Table(game, variant, seed=1, explicit_chance=True)
        kinds = set()
        for step in range(400):
            if table.ended:
                break
            outcomes = table.chance_outcomes()
            assert bool(outcomes) == (table.seat < 0)
            if outcomes:
                kinds.add(table.chance_kind)
                ids, chances = zip(*outcomes, strict=True)
                assert list(ids) == sorted(set(ids))
                assert min(chances) > 0
                assert abs(sum(chances) - 1) < 1e-12
                assert len(ids) <= game.spec.max_outcomes
            advance(table, step)
        assert kinds <= set(game.spec.chance_kinds)


def test_wrong_outcomes_and_wrong_turns_are_refused_and_change_nothing(game: Game) -> None:
    table = Table(game, seed=1, explicit_chance=True)
    for step in range(150):
        if table.ended:
            break
        before = snapshot(table)
        possible = {outcome for outcome, _ in table.chance_outcomes()}
        wrong = set(range(-3, game.spec.max_outcomes + 3)) - possible
        for outcome in [*wrong, *OUTSIDE, *NO_ACTIONS]:
            with pytest.raises(IllegalAction):
                table.apply_chance(outcome)
        if table.seat < 0:
            with pytest.raises(NotRunning, match="it is chance's turn; call apply_chance"):
                table.act(0)
        assert snapshot(table) == before
        advance(table, step)


def test_explicit_chance_reaches_the_same_positions_as_drawn_chance(game: Game) -> None:
    for variant in variants_of(game):
        drawn = Table(game, variant, seed=8)
        finish(drawn)
        told = Table(game, variant, seed=1, explicit_chance=True)
        for who, what in drawn.events:
            (told.act if who >= 0 else told.apply_chance)(what)
        assert told.events == drawn.events
        assert told.store.states.tobytes() == drawn.store.states.tobytes()
        assert told.returns.tolist() == drawn.returns.tolist()
        assert told.reports == drawn.reports


def test_impossible_events_are_named(game: Game) -> None:
    table = Table(game, seed=8)
    finish(table)
    events = table.events
    for index in (0, len(events) // 2, len(events) - 1):
        for fault in ((98, 0), (events[index][0], 10_000), (-1 - len(game.spec.chance_kinds), 0)):
            with pytest.raises(IllegalAction, match=f"event {index} "):
                table_of_events(game, table.variant, [*events[:index], fault])
    with pytest.raises(IllegalAction, match=f"event {len(events)} "):
        table_of_events(game, table.variant, [*events, events[-1]])
