"""Nobody knows a face-down card: the state does not hold it, all seats see one public state, draws are fair."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pod_envs.core.batch import Batch
from pod_envs.core.record import record_of, replay
from pod_envs.core.table import Table, table_of_events
from tests.games.drawn_relative_space import ALL_DOWN, GAME, counted, draw, left, own, play, relative, results, two
from tests.games.reference_relative_space_variant import FACE_DOWN
from tests.games.variants_relative_space import SMALL, VARIANTS
from tests.games.views_relative_space import BY_SEAT, turns_of

DRAWS = 4000
LIKELY = 0.001  # least p-value; the seeds are fixed


def advance(table: Table, rng: random.Random) -> None:
    """A random decision, or a random draw."""
    if table.seat < 0:
        outcomes = table.chance_outcomes()
        table.apply_chance(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
    else:
        table.act(rng.choice(table.legal()))


# One public state ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_observations_are_rotations(name: str) -> None:
    """Every seat's observation is seat 0's, turned; between draws too."""
    rng, table = random.Random(name), Table(GAME, SMALL[name], seed=0, explicit_chance=True)
    orders = turns_of(table.game.layout(table.variant), table.variant.num_players)
    while table.ended is None:
        first = table.observe(0)[0]
        for seat, order in enumerate(orders):
            assert table.observe(seat)[0].tobytes() == first[order].tobytes()
        advance(table, rng)


def test_what_is_turned() -> None:
    """The fields with an entry a seat, and no other; nothing is private to a seat."""
    layout = GAME.layout(GAME.variant(num_players=7))
    assert [field.name for field in layout.fields if field.shape[0] == 7] == list(BY_SEAT)
    assert not layout.private.any()


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_turning_the_seats_turns_the_game(seats: int) -> None:
    """Whatever happens to seat s at one table happens to seat s + 1 at the other: both see the same."""
    rng = random.Random(seats)
    one, other = (Table(GAME, {"num_players": seats}, seed=0, explicit_chance=True) for _ in range(2))
    one.apply_chance(seats - 1)
    other.apply_chance(0)
    dealt = [[rng.randint(1, 12) for _ in range(5)] for _ in range(seats)]
    for table, hands in ((one, dealt), (other, [dealt[-1], *dealt[:-1]])):
        draw(table, "deal", *[card for hand in hands for card in hand])
    while one.ended is None:
        for seat in range(seats):
            there = other.observe((seat + 1) % seats)
            assert [part.tobytes() for part in one.observe(seat)] == [part.tobytes() for part in there]
        choice = rng.choice(one.legal() or [outcome for outcome, _ in one.chance_outcomes()])
        for table in (one, other):
            (table.act if table.seat >= 0 else table.apply_chance)(choice)
    assert np.roll(one.returns, 1).tolist() == other.returns.tolist()
    assert (one.ended, one.details()["turns"]) == (other.ended, other.details()["turns"])


# What the state holds -----------------------------------------------------------------------------------------------


PARTING = {name: (SMALL[name], "flip") for name in SMALL} | {"all face-up": ({"face_down_rows": []}, "refill")}


@pytest.mark.parametrize("name", PARTING)
def test_the_state_does_not_know_what_comes(name: str) -> None:
    """Games that differ in later draws alone have the same bytes until a draw differs."""
    options, kind = PARTING[name]
    parted = Counter[str]()
    for seed in range(20):
        rng, table = random.Random(seed), Table(GAME, options, seed=seed)
        other, events = table.clone(seed=1000 + seed), len(table.events)
        while table.ended is None and table.events == other.events:
            assert table.state.tobytes() == other.state.tobytes()
            assert table.observe(0)[0].tobytes() == other.observe(0)[0].tobytes()
            action, events = rng.choice(table.legal()), len(table.events)
            table.act(action)
            other.act(action)
        drawn = zip(table.events[events:], other.events[events:], strict=False)
        parted.update(GAME.spec.chance_kinds[-1 - here[0]] for here, there in drawn if here != there)
    assert parted[kind] > 0


@pytest.mark.parametrize("name", [name for name in SMALL if "short" not in name])
def test_a_face_down_card_may_be_anything_unseen(name: str) -> None:
    """Nothing but the mark lies in its slot, and a flip offers all unseen kinds, by their copies."""
    flips = 0
    for seed in range(3):
        rng, table = random.Random(seed), Table(GAME, SMALL[name], seed=seed, explicit_chance=True)
        while table.ended is None:
            if table.chance_kind == "flip":
                flips += 1
                check_flip(table)
            advance(table, rng)
    assert flips > 0


def check_flip(table: Table) -> None:
    """Every kind of which a copy is unseen can come."""
    unseen = Counter(counted(table.state[0].unseen))
    shares = [(kind, float(Fraction(unseen[kind], unseen.total()))) for kind in sorted(unseen)]
    assert table.chance_outcomes() == shares
    for kind in unseen:
        table.clone().apply_chance(kind)


@pytest.mark.parametrize("name", SMALL)
def test_resampling_leaves_everything(name: str) -> None:
    """There is one world: the same bytes, texts and history, from which the same state follows; other dice."""
    rng, table = random.Random(name), Table(GAME, SMALL[name], seed=3, explicit_chance=True)
    step = 0
    while table.ended is None:
        if step % 9 == 0:
            seat = rng.randrange(table.variant.num_players)
            check_world(table, table.resample(seat, step), seat, record=step % 54 == 0)
        advance(table, rng)
        step += 1
    check_world(table, table.resample(0, 1), 0, record=True)


def check_world(table: Table, world: Table, seat: int, record: bool) -> None:
    """Everything but the generators is as it was."""
    assert [world.state.tobytes(), world.events, world.reports] == [table.state.tobytes(), table.events, table.reports]
    assert world.store.cells.tobytes() == table.store.cells.tobytes()
    for other in range(table.variant.num_players):
        assert [part.tobytes() for part in world.observe(other)] == [part.tobytes() for part in table.observe(other)]
    assert world.information_state(seat) == table.information_state(seat)
    assert world.picture(seat) == table.picture(seat)
    assert world.store.gens.tobytes() != table.store.gens.tobytes() and world.seed is None
    again = table_of_events(world.game, world.variant, world.events)
    assert again.state.tobytes() == table.state.tobytes()
    if record:
        assert replay(record_of(world)).state.tobytes() == table.state.tobytes()


@pytest.mark.parametrize("name", VARIANTS)
def test_seats_know_no_less_than_all(name: str) -> None:
    """The game declares perfect information, and every seat has the same text but for its head."""
    table, rng = Table(GAME, VARIANTS[name], seed=1), random.Random(name)
    for _ in range(15):
        if table.ended is None:
            advance(table, rng)
    texts = {table.information_state(seat).split("\n", 1)[1] for seat in range(table.variant.num_players)}
    assert GAME.spec.perfect_information and len(texts) == 1


# Fair draws ---------------------------------------------------------------------------------------------------------


def p_value(found: Counter[Any], shares: dict[Any, float]) -> float:
    """Of a chi-square test of counts against shares; what has no share may not occur."""
    assert set(found) <= set(shares)
    expected = [shares[outcome] * found.total() for outcome in shares]
    return float(stats.chisquare([found[outcome] for outcome in shares], expected).pvalue)


def give_slot_8(table: Table) -> None:
    """GIVE is played from slot 7, and slot 8 chosen for it."""
    play(table, 7, 0)
    own(table, 8)


def nothing(table: Table) -> None:
    """Chance is due after the play alone."""


# The face-down card of slot 8 becomes known in each way: the other play, and what leads to the flip.
WAYS: dict[str, tuple[dict[int, int | str], Any, Any]] = {
    "played": ({**ALL_DOWN}, nothing, lambda table: play(table, 8, 0)),
    "scanned": ({**ALL_DOWN, 7: "SCAN"}, lambda table: play(table, 7, 0), lambda table: own(table, 2)),
    "netted": ({**ALL_DOWN, 7: "NET"}, lambda table: play(table, 7, 0), lambda table: own(table, 8)),
    "given": (
        {**ALL_DOWN, 7: "GIVE"},
        give_slot_8,
        lambda table: relative(table, 1),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_flips_are_uniform_over_the_unseen_cards(way: str) -> None:
    """However a card becomes known it is any of the unseen ones, by their copies."""
    mine, before, flip = WAYS[way]
    table = two(mine, [[12, 12, 5, 5, 5]], {0: 1, 1: 1, 2: 1})
    before(table)
    table.store.cells["explicit"] = 0
    unseen = Counter(counted(table.state[0].unseen))
    assert (unseen[12], unseen[5], unseen[1], unseen[7]) == (5, 4, 4, 7)
    found = Counter[int]()
    for seed in range(DRAWS):
        after = table.clone(seed=seed)
        flip(after)
        found += unseen - Counter(counted(after.state[0].unseen))
    assert found.total() == DRAWS
    assert p_value(found, {kind: count / unseen.total() for kind, count in unseen.items()}) > LIKELY


def test_jammed_cards_come_back_at_random() -> None:
    """W5: which two of 3, 7, 7, 10, 2 lie in slots 7 and 8, by the exact chances."""
    table = two({0: "?", 1: "?", 2: "?", 3: "?", 4: 12, 5: 12, 6: 2}, [[1], [3, 7, 7, 10]])
    jammed = table.clone()
    play(jammed, 6, 1)
    shares = {(left(end)[7], left(end)[8]): float(chance) for end, chance in results(jammed)}
    assert len(shares) == 13 and sum(shares.values()) == pytest.approx(1)
    table.store.cells["explicit"] = 0
    found = Counter[tuple[int, int]]()
    for seed in range(DRAWS):
        after = table.clone(seed=seed)
        play(after, 6, 1)
        found[left(after)[7], left(after)[8]] += 1
    assert p_value(found, shares) > LIKELY


def test_starts_and_deals_are_fair() -> None:
    """Any seat starts; the first and the last card dealt are any of the deck's."""
    batch = Batch(GAME, {"num_players": 5}, num_tables=DRAWS, seed=0, auto_reset=False, keep_log=True)
    log = batch.store.log
    assert log[0, 0, 0] == -1 and (log[:, 1:26, 0] == -2).all()
    assert p_value(Counter(log[:, 0, 1].tolist()), dict.fromkeys(range(5), 1 / 5)) > LIKELY
    shares = {kind: copies / 108 for kind, copies in enumerate(batch.variant.copies) if copies}
    for event in (1, 25):
        assert p_value(Counter(log[:, event, 1].tolist()), shares) > LIKELY


def test_the_test_of_fairness_notices() -> None:
    """One card too many of a kind is found."""
    shares = {kind: copies / 108 for kind, copies in enumerate(GAME.variant().copies) if copies}
    wrong = Counter(random.Random(1).choices([*shares, 1, 2, 3], [*shares.values(), 0.02, 0.02, 0.02], k=DRAWS))
    assert p_value(wrong, shares) < LIKELY


def test_hidden_cards_stay_hidden_in_every_view() -> None:
    """A face-down card is a question mark to all, its owner and the record included."""
    table = Table(GAME, {"num_players": 3, "face_down_rows": [0, 1, 2]}, seed=2)
    for seat in range(3):
        fields = table.game.layout(table.variant).named(table.observe(seat)[0])
        assert (fields["slots"][:, :, FACE_DOWN - 1] == 1).all() and fields["slots"].sum() == 27
        assert "?" in table.picture(seat)
    assert [event["chance"] for event in record_of(table)["events"]] == ["start_player"]
