"""What always holds in Relative Space (section 5 of the page), and its records, over random games of the twin."""

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

from tests.games.reference_relative_space import DECISION_PHASES, Game
from tests.games.reference_relative_space_drawn import CONFIGURATIONS
from tests.games.reference_relative_space_records import RecordError, random_event, random_record, replay_record
from tests.games.reference_relative_space_variant import FACE_DOWN, KINDS
from tests.games.reference_relative_space_view import observation, public_state

Record = dict[str, Any]


def check_cards(game: Game) -> None:
    """No card is lost: what is in sight, discarded or unseen is the deck, and face-down cards are among the unseen."""
    seen = Counter(kind for cards in [*game.stashes, *game.pods, game.discard, game.pile] for kind in cards)
    hidden = seen.pop(FACE_DOWN, 0)
    del seen[0]
    if not game.to_deal:
        assert {kind: seen[kind] + game.unseen[kind] for kind in KINDS} == game.copies
    assert sum(game.unseen.values()) >= hidden
    assert all(left >= 0 for left in game.unseen.values())


def check_decision(game: Game) -> None:
    """Pods, stashes, keycards, and what may be done."""
    assert 1 <= len(game.pods) <= min(11, 1 + game.num_players * game.variant["keycards"] - sum(game.keycards))
    assert all(left > 0 for left in game.cards_left())
    assert game.owed >= (game.phase == "play")
    legal = game.legal()
    assert legal == sorted(set(legal)) and legal and legal[0] >= 0 and legal[-1] < game.num_actions


def check_jam(game: Game, entry: dict[str, Any], before: int) -> None:
    """Ruling 18, counted from just before the jamming card was played."""
    filled = min(len(entry["pile"]), entry["eligible"])
    assert len(entry["filled"]) == filled
    assert game.cards_left()[entry["seat"]] == before - 1 + filled > 0


def play_checked(options: dict[str, Any], seed: int) -> Game:
    """A random game with every check at every event."""
    rng, game = random.Random(seed), Game(options)
    keycards, face_down, left, jams = list(game.keycards), game.num_players * game.size, game.cards_left(), 0
    while not game.over:
        if game.seat() is not None:
            check_decision(game)
            left = game.cards_left()
        else:
            assert sum(game.probabilities().values()) == Fraction(1)
        random_event(game, rng)
        check_cards(game)
        assert all(now <= before for now, before in zip(game.keycards, keycards, strict=True))
        hidden = sum(stash.count(FACE_DOWN) for stash in game.stashes)
        assert hidden <= face_down
        keycards, face_down = list(game.keycards), hidden
        found = [entry for entry in game.log if entry["what"] == "jam"]
        if len(found) > jams and game.phase != "refill":
            check_jam(game, found[-1], left[found[-1]["seat"]])
            jams = len(found)
    return game


def check_end(game: Game) -> None:
    """Exactly the winner is out of cards, and the default reward sums to zero."""
    empty = [seat for seat, left in enumerate(game.cards_left()) if left == 0]
    assert empty == ([] if game.winner is None else [game.winner])
    assert (game.ended == "truncated") == (game.winner is None)
    assert game.turn <= game.variant["max_turns"]
    if game.variant["reward"] == "outcome":
        assert sum(game.returns()) == pytest.approx(0)
    launches = sum(entry["what"] == "launch" for entry in game.log)
    if game.variant["cards"] is None:
        assert launches <= 8


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_invariants(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        game = play_checked(CONFIGURATIONS[name], seed)
        check_end(game)
        seen.update(entry["what"] for entry in game.log)
        seen[str(game.ended)] += 1
    assert min(seen[what] for what in ("play", "jam")) > 0
    assert seen["truncated" if name == "short" else "terminated"] > 0


def test_all_decisions_are_met() -> None:
    met = {random_phase for seed in range(30) for random_phase in phases(CONFIGURATIONS["specials"], seed)}
    assert met >= {*DECISION_PHASES, "start_player", "deal", "flip", "refill"}


def phases(options: dict[str, Any], seed: int) -> set[str]:
    """What was asked and drawn in a game."""
    rng, game, met = random.Random(seed), Game(options), set()
    while not game.over:
        met.add(game.phase)
        random_event(game, rng)
    return met


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**9), name=st.sampled_from(sorted(CONFIGURATIONS)))
def test_observations_are_rotations(seed: int, name: str) -> None:
    rng, game = random.Random(seed), Game(CONFIGURATIONS[name])
    n = game.num_players
    for _ in range(rng.randrange(200)):
        if not game.over:
            random_event(game, rng)
    mine = observation(game, 0)
    for seat in range(1, n):
        theirs = observation(game, seat)
        assert theirs["seats"] == mine["seats"][seat:] + mine["seats"][:seat]
        for key in ("to_act", "player", "receiver"):
            assert (mine[key] is None) == (theirs[key] is None)
            assert mine[key] is None or theirs[key] == (mine[key] - seat) % n
        rest = set(mine) - {"seats", "to_act", "player", "receiver"}
        assert all(theirs[key] == mine[key] for key in rest)


@settings(max_examples=25, deadline=None)
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
        before = public_state(game)
        decision = game.seat() is not None
        wrong = sorted(set(range(game.num_actions)) - set(game.legal())) if decision else [0, 22, -1, 99]
        wrong = [value for value in wrong if decision or value not in (game.chance() or ("", []))[1]]
        with pytest.raises(ValueError, match="is none of"):
            (game.apply if decision else game.apply_chance)(rng.choice(wrong))
        with pytest.raises(ValueError, match="is due"):
            (game.apply_chance if decision else game.apply)(0)
        assert public_state(game) == before
        random_event(game, rng)


# Records


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_records_replay(name: str) -> None:
    for seed in range(4):
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


@pytest.mark.parametrize(
    ("change", "index"),
    [
        (at_top("game", "pod_x"), -1),
        (at_top("version", True), -1),
        (at_top("extra", 1), -1),
        (at_top("variant", {}), -1),
        (lambda record: record["variant"].update(keycards=1.0), -1),
        (lambda record: record.pop("details"), -1),
        (at_event("chance", "deal", 0), 0),
        (at_event("outcome", 4, 0), 0),
        (at_event("outcome", 22, 3), 3),
        (at_event("outcome", True, 3), 3),
        (at_event("weight", 1, 3), 3),
        (at_event("seat", 9, 21), 21),
        (at_event("action", -1, 21), 21),
        (at_event("legal", [], 21), 21),
        (lambda record: record["events"][22].pop("legal"), 22),
        (lambda record: record["events"].append({"seat": 0, "action": 0, "legal": [0]}), None),
        (at_top("returns", [0.0] * 4), None),
        (at_top("ended", "truncated"), None),
        (lambda record: record["details"].update(turns=0), None),
    ],
)
def test_faults_in_records(change: Callable[[Record], None], index: int | None) -> None:
    record = random_record({}, random.Random(2))
    assert all("seat" in event for event in record["events"][21:23]) and record["ended"] == "terminated"
    faulty = copy.deepcopy(record)
    change(faulty)
    with pytest.raises(RecordError) as caught:
        replay_record(faulty)
    assert caught.value.index == (len(record["events"]) if index is None else index)
