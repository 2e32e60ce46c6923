"""What always holds in the engine of Ocean Pods (section 8 of the page), over random games of several variants."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from pod_envs.core.batch import Batch
from pod_envs.core.table import Table
from pod_envs.games.ocean_pods.state import ASK_OCEAN, CLEAN, LOST, PASS, RESEARCH, RESOURCE, SCORED, TRIGGER
from tests.games.drawn_ocean_pods import GAME, place
from tests.games.variants_ocean_pods import SMALL

GAMES = 3
EXACT = 1e-9
BLOCKED = {"all": 8, "any": 12, "presence": 28, "none": 0}


# A position ---------------------------------------------------------------------------------------------------------


def check_position(table: Table, cleaned: int) -> None:
    """Cards, plastic, dice, and what may be done; `cleaned`: dice given up so far in this round."""
    s, n = table.state[0], table.variant.num_players
    check_cards(table, s)
    assert 0 <= s.pod <= 2 or (s.phase == LOST and s.pod == 3)
    assert (s.tokens >= 0).all() and s.tokens.sum(axis=1).max() <= 2 * s.rounds
    assert 0 <= s.boat < 4 * table.variant.spaces_per_ocean and 1 <= s.rounds <= table.variant.max_rounds
    assert bool(s.triggered) == bool((s.points >= TRIGGER).any())
    assert not s.tokens[n:].any() and not s.plastic[n:].any() and not s.points[n:].any()
    if s.phase == RESOURCE:
        left = int((s.dice[: n + 1] >= 0).sum())
        assert left == n + 1 - s.turn + cleaned >= 2
        assert s.turn == (s.seat - s.first) % n
    check_turn(table)


def check_cards(table: Table, s: Any) -> None:
    """Every card is in one place, and the counts by seat are those of the cards that lie there."""
    deck, n = table.variant.table("cards"), table.variant.num_players
    owner = s.owner[: len(deck)].tolist()
    assert sorted(card for card in s.offer.tolist() if card >= 0) == [k for k, who in enumerate(owner) if who == -2]
    assert int(s.unseen) == owner.count(-1)
    assert s.unseen == 0 or (s.offer >= 0).all()  # no slot stays empty while there is a deck
    for seat in range(n):
        cards = [card for card, who in zip(deck, owner, strict=True) if who == seat]
        assert s.cards[seat] == len(cards) and s.points[seat] == sum(card["points"] for card in cards)
        assert s.by_ocean[seat].tolist() == [sum(ocean in card["oceans"] for card in cards) for ocean in "APIL"]
        assert s.by_cost[seat].tolist() == [sum(card["cost"][kind] > 0 for card in cards) for kind in range(5)]
        assert s.by_group[seat].sum() == len(cards)


def check_turn(table: Table) -> None:
    """Somebody has a legal action and the others none; after the end all masks are ones."""
    masks = [table.observe(seat)[1] for seat in range(table.variant.num_players)]
    if table.ended is not None:
        assert table.seat == -1 and all(mask.all() for mask in masks)
        return
    assert [mask.any() for mask in masks] == [seat == table.seat for seat in range(len(masks))]
    assert table.legal() == np.flatnonzero(masks[table.seat]).tolist()


@pytest.mark.parametrize("rule", BLOCKED)
def test_blocked_cards(rule: str) -> None:
    """As many of the printed cards are blocked wherever the boat is; seen six at a time."""
    ids = [card["id"] for card in GAME.variant().table("cards")]
    for boat in range(0, 12, 3):
        blocked = 0
        for first in range(0, 40, 6):
            slots = (ids[first : first + 6] + ids)[:6]
            table = place({"boat_block_rule": rule}, "FISH FISH FISH FISH FISH", boat=boat, open_pod=" ".join(slots))
            shown = GAME.layout(table.variant).named(table.observe(1)[0])["blocked"]
            blocked += int(shown[: min(6, 40 - first)].sum())
        assert blocked == BLOCKED[rule]


# Games --------------------------------------------------------------------------------------------------------------


class Game:
    """A random game with every check at every decision, and what was counted on the way."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.rng = table, random.Random(seed)
        self.words: Counter[str] = Counter()
        self.turns = [0] * table.variant.num_players  # questions for a die
        self.entered, self.cleaned = 0, 0

    def play(self) -> None:
        """Until the end."""
        table = self.table
        check_position(table, 0)
        taken = np.zeros(table.variant.num_players)
        while table.ended is None:
            seat, before = table.seat, table.state[0]
            self.turns[seat] += before.phase == RESOURCE
            taken[seat] += table.reward[seat]
            returns, action = table.returns, self.rng.choice(table.legal())
            table.act(action)
            assert (returns + table.pay).tolist() == pytest.approx(table.returns.tolist(), abs=EXACT)
            self.follow(before, action)
            check_position(table, self.cleaned)
        assert (taken + table.reward).tolist() == pytest.approx(table.returns.tolist(), abs=EXACT)
        assert self.words["decision"] <= table.game.max_decisions(table.variant)
        self.check_end()

    def follow(self, before: Any, action: int) -> None:
        """Plastic, points and dice after a decision."""
        after, n = self.table.state[0], self.table.variant.num_players
        came = int(after.pod + after.plastic.sum() - before.pod - before.plastic.sum())
        self.entered += came
        assert came in (0, 1) or (came == 2 and before.phase == ASK_OCEAN)
        assert self.entered == after.pod + after.plastic.sum()
        self.cleaned = 0 if after.rounds > before.rounds else self.cleaned + (action == CLEAN)
        claimed = before.phase == RESEARCH and action != PASS
        gained = after.points - before.points
        assert int((gained != 0).sum()) <= int(claimed) and after.cards.sum() - before.cards.sum() == claimed
        assert (after.tokens.sum(axis=1) - before.tokens.sum(axis=1))[:n].max() <= 2
        self.words += Counter({"decision": 1, "claim": int(claimed), "clean": int(action == CLEAN), "plastic": came})
        self.last = int(before.phase)

    def check_end(self) -> None:
        """Turns, points, what is told and paid."""
        table, variant, details = self.table, self.table.variant, self.table.details()
        n, by_blue_die = variant.num_players, self.last == ASK_OCEAN
        assert by_blue_die or len(set(self.turns)) == 1
        assert sum(self.turns) == n * (details["rounds"] - by_blue_die)
        assert (table.ended == "truncated") == (details["outcome"] == "truncated")
        assert table.ended == "terminated" or details["rounds"] == variant.max_rounds
        state = table.state[0]
        assert (state.phase == SCORED) == (details["outcome"] in ("win", "shared"))
        if variant.cards is None:
            assert max(details["card_points"]) <= 16 and max(details["totals"]) <= 24
            assert state.cards.max() <= 10 and state.unseen >= 2
        check_returns(table, details)
        self.words[details["outcome"]] += 1


def check_returns(table: Table, details: dict[str, Any]) -> None:
    """What the end is worth, from the details alone."""
    variant, n, returns = table.variant, table.variant.num_players, table.returns.tolist()
    marks = list(zip(details["totals"], details["plastic"], strict=True))
    won = [mark == max(marks) for mark in marks] if details["outcome"] in ("win", "shared") else [False] * n
    k, lost = sum(won), details["outcome"] == "all_lose"
    if variant.reward == "score":
        wanted = [points / 12 - lost for points in details["card_points"]]
    elif k == 0:
        wanted = [-1.0 if lost and variant.reward_scheme != "zero_sum" else 0.0] * n
    else:
        others = {"semi_coop": 0.0, "literal": -1.0, "zero_sum": -1 / max(1, n - k)}[variant.reward_scheme]
        wanted = [1 / k if mark else others for mark in won]
        wanted = [0.0] * n if variant.reward_scheme == "zero_sum" and k == n else wanted
    assert returns == pytest.approx(wanted, abs=EXACT)
    assert variant.reward == "score" or all(-1 <= value <= 1 for value in returns)
    assert not table.game.zero_sum(variant) or sum(returns) == pytest.approx(0, abs=EXACT)


@pytest.mark.parametrize("name", SMALL)
def test_random_games(name: str) -> None:
    table, words = Table(GAME, SMALL[name], seed=0), Counter[str]()
    for seed in range(GAMES):
        table.reset(seed)
        game = Game(table, seed)
        game.play()
        words += game.words
    assert min(words[word] for word in ("claim", "clean", "plastic")) > 0


def test_all_ends_are_met() -> None:
    """So that the checks above look at each."""
    wanted, met, seed = {"win", "all_lose", "truncated", "blue die"}, set[str](), 0
    while met < wanted and seed < 60:
        game = Game(Table(GAME, {"num_players": 2, "max_rounds": 20}, seed=seed), seed)
        game.play()
        by_blue_die = game.last == ASK_OCEAN and game.table.state[0].phase == LOST
        met |= {game.table.details()["outcome"], *(["blue die"] if by_blue_die else [])}
        seed += 1
    assert met >= wanted


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_bounds_in_many_games(seats: int) -> None:
    """Section 8's bounds for the printed table, in more games than can be looked at closely."""
    batch = Batch(GAME, {"num_players": seats}, num_tables=600, seed=seats, auto_reset=False)
    while (batch.seat >= 0).any():
        states = batch.store.states
        assert ((states["pod"] <= 2) | (states["phase"] == LOST)).all()
        batch.step(batch.sample(), batch.seat >= 0)
    states = batch.store.states
    assert states["points"].max() <= 16 and states["total"].max() <= 24 and states["cards"].max() <= 10
    assert states["unseen"].min() >= 2 and states["rounds"].max() < 100
    assert (batch.ended[batch.seat >= 0] == 0).all() and set(states["phase"].tolist()) == {SCORED, LOST}


def test_the_checks_notice() -> None:
    """A plastic token too many, a card in two places, a die too many, points from nowhere: each is found."""
    spoils: list[tuple[str, tuple[int, ...], int]] = [
        ("pod", (), 4),
        ("owner", (2,), 1),  # an open card
        ("dice", (0,), -1),
        ("points", (1,), 1),
        ("triggered", (), 1),
        ("unseen", (), 33),
        ("tokens", (2, 3), 9),
    ]
    for field, at, value in spoils:
        table = place({}, "FISH FISH KRILL SEAL CRAB", pod=1)
        check_position(table, 0)
        table.store.states[field][(0, *at)] = value
        with pytest.raises(AssertionError):
            check_position(table, 0)
