"""What always holds in Ocean Pods (section 8 of the page), and its records, over random games of the twin."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.reference_ocean_pods import CHANCE_PHASES, DECISION_PHASES, Game
from tests.games.reference_ocean_pods_drawn import CONFIGURATIONS
from tests.games.reference_ocean_pods_records import RecordError, random_event, random_record, replay_record
from tests.games.reference_ocean_pods_view import full_state, observation

Record = dict[str, Any]

BLOCKED = {"all": 8, "any": 12, "presence": 28, "none": 0}
RELATIVE = {"own", "seats", "open", "to_act", "player"}


def check_cards(game: Game) -> None:
    """Every card is in one place; one slot of the open pod is empty while it is refilled, and more without a deck."""
    lying = [card for card in game.open if card is not None]
    owned = [card for cards in game.claimed for card in cards]
    assert sorted([*lying, *owned, *game.unseen]) == list(range(len(game.cards)))
    if len(game.open) == 6 and game.unseen:
        assert len(lying) == 6 - (game.phase == "refill")


def check_plastic(game: Game) -> None:
    """At most two in the pod while the game lives, and none is lost."""
    assert game.entered == game.pod + sum(game.plastic)
    assert 0 <= game.pod <= 2 or (game.pod == 3 and game.outcome == "all_lose")


def check_decision(game: Game) -> None:
    """Dice, blocking, tokens, and what may be done."""
    legal = game.legal()
    assert legal == sorted(set(legal)) and legal and legal[0] >= 0 and legal[-1] < game.num_actions
    assert game.player is not None and game.first is not None
    if game.phase == "resource":
        index = (game.player - game.first) % game.num_players
        left = sum(die is not None for die in game.dice)
        assert left == game.num_players + 1 - index + game.cleaned >= 2
    if game.phase == "research" and game.variant["cards"] is None:
        blocked = sum(game.is_blocked(card) for card in range(40))
        assert blocked == BLOCKED[game.variant["boat_block_rule"]]
    assert all(count >= 0 for tokens in game.tokens for count in tokens)
    assert all(sum(tokens) <= 2 * turns for tokens, turns in zip(game.tokens, game.turns, strict=True))


def play_checked(options: dict[str, Any], seed: int, met: Counter[str]) -> tuple[Game, str]:
    """A random game with every check at every event, and the phase that ended it."""
    rng, game, last = random.Random(seed), Game(options), ""
    while not game.over:
        last = game.phase
        met[last] += 1
        if game.seat() is not None:
            check_decision(game)
        else:
            assert sum(game.probabilities().values()) == Fraction(1)
        random_event(game, rng)
        check_cards(game)
        check_plastic(game)
    return game, last


def check_end(game: Game, last: str) -> None:
    """Turns, points, and what was paid."""
    assert last == "bonus_ocean" or len(set(game.turns)) == 1
    assert sum(game.turns) == game.num_players * (game.rounds - (last == "bonus_ocean"))
    printed = game.variant["cards"] is None
    for seat in range(game.num_players):
        assert not printed or (game.card_points(seat) <= 16 and len(game.claimed[seat]) <= 10)
        assert not printed or not game.scored or game.total(seat) <= 24
    assert not printed or len(game.unseen) >= 2
    assert (game.ended == "truncated") == (game.outcome == "truncated")
    assert game.scored == (game.triggered and game.outcome != "all_lose")
    assert game.rounds <= game.variant["max_rounds"]
    check_returns(game)


def check_returns(game: Game) -> None:
    """The bounds of the rewards, and where they sum to what."""
    returns, scheme = game.returns(), game.variant["reward_scheme"]
    assert all(-1 <= value <= 16 / 12 for value in returns)
    if game.variant["reward"] == "outcome":
        assert all(value <= 1 for value in returns)
        assert scheme != "zero_sum" or sum(returns) == pytest.approx(0)
        if game.scored and scheme == "semi_coop":
            assert sum(returns) == pytest.approx(1)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_invariants(name: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(30 if name == "short" else 8):
        game, last = play_checked(CONFIGURATIONS[name], seed, met)
        check_end(game, last)
        met[str(game.outcome)] += 1
    wanted = "all_lose" if name == "one space" else "truncated" if name in ("short", "tables", "dice") else "win"
    assert met[wanted] > 0
    assert set(met) >= {*CHANCE_PHASES, *DECISION_PHASES} - ({"bonus_ocean"} if name == "dice" else set())


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9), name=st.sampled_from(sorted(CONFIGURATIONS)))
def test_observations_are_rotations(seed: int, name: str) -> None:
    game = after_some_events(seed, name)
    mine = observation(game, 0)
    for seat in range(1, game.num_players):
        theirs = observation(game, seat)
        assert hidden(theirs["seats"]) == hidden(mine["seats"][seat:] + mine["seats"][:seat])
        for key in ("to_act", "player"):
            assert (mine[key] is None) == (theirs[key] is None)
            assert mine[key] is None or theirs[key] == (mine[key] - seat) % game.num_players
        assert all(theirs[key] == mine[key] for key in set(mine) - RELATIVE)


def after_some_events(seed: int, name: str, least: int = 0) -> Game:
    """A game somewhere on its way."""
    rng, game = random.Random(seed), Game(CONFIGURATIONS[name])
    for _ in range(rng.randrange(least, 300)):
        if not game.over:
            random_event(game, rng)
    return game


def hidden(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What everybody may see of the seats."""
    return [{key: value for key, value in facts.items() if key != "objective"} for facts in seats]


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9), name=st.sampled_from(sorted(CONFIGURATIONS)))
def test_objectives_of_others_do_not_leak(seed: int, name: str) -> None:
    game = after_some_events(seed, name, least=10)  # by then the objectives are dealt
    other = copy.deepcopy(game)
    free = [one for one in range(len(game.objective_table)) if one not in game.objectives]
    other.objectives[1:] = [*game.objectives[2:], *free, game.objectives[1]][: game.num_players - 1]
    assert other.objectives != game.objectives and len(set(other.objectives)) == game.num_players
    assert (observation(game, 0) == observation(other, 0)) == (not game.variant["public_objectives"])
    assert observation(game, 1) != observation(other, 1)
    assert game.over or (game.legal(), game.weights()) == (other.legal(), other.weights())


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9), name=st.sampled_from(sorted(CONFIGURATIONS)))
def test_rewards_sum_to_the_returns(seed: int, name: str) -> None:
    rng, game = random.Random(seed), Game(CONFIGURATIONS[name])
    total = [0.0] * game.num_players
    decided = False
    while not game.over:
        if game.seat() is not None and decided:
            total = [one + more for one, more in zip(total, game.rewards(), strict=True)]
        decided = decided or game.seat() is not None
        random_event(game, rng)
    total = [one + more for one, more in zip(total, game.rewards(), strict=True)]
    assert total == pytest.approx(game.returns())


def test_refused_events_change_nothing() -> None:
    rng, game = random.Random(1), Game({})
    while not game.over:
        before = full_state(game)
        decision = game.seat() is not None
        node = game.chance()
        fitting = game.legal() if node is None else node[1]
        wrong = [value for value in range(-1, game.num_actions + 1) if value not in fitting]
        with pytest.raises(ValueError, match="is none of"):
            (game.apply if decision else game.apply_chance)(rng.choice(wrong))
        with pytest.raises(ValueError, match="is due"):
            (game.apply_chance if decision else game.apply)(0)
        assert full_state(game) == before
        random_event(game, rng)


# Records


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_records_replay(name: str) -> None:
    for seed in range(3):
        record = random_record(CONFIGURATIONS[name], random.Random(seed), seed=seed, legal=seed % 2 == 0)
        game = replay_record(json.loads(json.dumps(record)))
        assert (game.returns(), game.details()) == (record["returns"], record["details"])
        cut = random_record(CONFIGURATIONS[name], random.Random(seed), max_events=8)
        assert cut["ended"] is None and not replay_record(cut).over


def at_event(key: str, value: Any, index: int) -> Callable[[Record], None]:
    """A change of one key of an event."""

    def change(record: Record) -> None:
        record["events"][index][key] = value

    return change


def at_top(key: str, value: Any) -> Callable[[Record], None]:
    """A change of one key of the record."""
    return lambda record: record.update({key: value})


DECISION = 4 + 1 + 4 + 6 + 5 + 1  # the set-up of four seats and the first dice; seat 0 is asked, DOUBLE or not


@pytest.mark.parametrize(
    ("change", "index"),
    [
        (at_top("game", "pod_x"), -1),
        (at_top("version", True), -1),
        (at_top("extra", 1), -1),
        (at_top("variant", {}), -1),
        (lambda record: record["variant"].update(max_rounds=100.0), -1),
        (lambda record: record.pop("details"), -1),
        (at_event("chance", "first_player", 0), 0),
        (at_event("outcome", 4, 0), 0),
        (at_event("outcome", 12, 5), 5),
        (at_event("outcome", True, 9), 9),
        (at_event("weight", 1, 9), 9),
        (at_event("outcome", 5, 15), 15),
        (at_event("outcome", 4, DECISION - 1), DECISION - 1),
        (at_event("seat", 9, DECISION), DECISION),
        (at_event("action", 85, DECISION), DECISION),
        (at_event("legal", [], DECISION), DECISION),
        (lambda record: record["events"][DECISION + 1].pop("legal"), DECISION + 1),
        (lambda record: record["events"].append({"seat": 0, "action": 84, "legal": [84]}), None),
        (at_top("returns", [0.25] * 4), None),
        (at_top("ended", "truncated"), None),
        (lambda record: record["details"].update(rounds=0), None),
    ],
)
def test_faults_in_records(change: Callable[[Record], None], index: int | None) -> None:
    record = random_record({}, random.Random(2))
    events = record["events"]
    assert all("seat" in event for event in events[DECISION : DECISION + 2]) and record["ended"] == "terminated"
    faulty = copy.deepcopy(record)
    change(faulty)
    with pytest.raises(RecordError) as caught:
        replay_record(faulty)
    assert caught.value.index == (len(events) if index is None else index)
