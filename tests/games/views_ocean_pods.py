"""What a seat of Ocean Pods should see, worked out from the twin's position, and how to look for differences."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.layout import Layout
from pod_envs.core.table import Table
from tests.games.reference_ocean_pods import DECISION_PHASES, Game
from tests.games.reference_ocean_pods_round import PLASTIC_LIMIT, TRIGGER
from tests.games.reference_ocean_pods_scoring import plastic_points, progress
from tests.games.reference_ocean_pods_view import Facts, observation, own_facts
from tests.games.views_relative_space import Difference, same

__all__ = ["BY_SEAT", "Views", "compare_hidden", "turns_of"]

BY_SEAT = ("tokens", "plastic", "plastic_points", "points", "claimed", "first", "to_act")  # from the observer on
EXACT = 1e-6  # of a value; sums of fractions come out with a rounding


# What a seat should see ---------------------------------------------------------------------------------------------


class Sight:
    """What the twin's position shows, written into an observation of its own, `flat`, by field."""

    def __init__(self, layout: Layout, game: Game) -> None:
        self.flat = np.zeros(layout.length, np.float32)
        self.fields = layout.named(self.flat)  # views of `flat`
        self.costs = np.array([card["cost"] for card in game.cards])
        self.highest_cost = max(1, int(self.costs.max()))
        self.highest_points = max(1, *(card["points"] for card in game.cards))

    def show(self, game: Game, seat: int) -> None:
        """All that `seat` sees but for what is its own."""
        self.flat[:] = 0
        facts = observation(game, seat)
        for place, there in enumerate(facts["seats"]):
            self.show_seat(game, (seat + place) % game.num_players, there, place)
        self.show_table(game, facts)
        for slot, card in enumerate(facts["open"]):
            if card is not None:
                self.show_card(card, slot)

    def show_seat(self, game: Game, seat: int, there: Facts, place: int) -> None:
        """What lies in front of one seat."""
        fields = self.fields
        fields["tokens"][place] = [count / 10 for count in there["tokens"]]
        fields["plastic"][place] = there["plastic"] / 5
        fields["plastic_points"][place] = plastic_points(there["plastic"]) / 5
        fields["points"][place] = there["card_points"] / TRIGGER
        fields["claimed"][place, there["claimed"]] = 1
        fields["first"][place] = seat == (game.start if game.first is None else game.first)

    def show_table(self, game: Game, facts: Facts) -> None:
        """Dice, boat, plastic, deck, clock and who is asked what."""
        fields = self.fields
        for slot, die in enumerate(facts["dice"]):
            if die is not None:
                fields["dice"][slot, die] = 1
        fields["pool"][:] = fields["dice"].sum(axis=0) / (game.num_players + 1)
        fields["double"][0], fields["triggered"][0] = facts["double"], facts["triggered"]
        fields["pod"][0] = facts["pod"] / PLASTIC_LIMIT
        fields["boat"][facts["boat_ocean"]] = fields["to_border"][facts["spaces_left"]] = 1
        for place, ocean in enumerate(facts["oceans"]):
            fields["order"][place, ocean] = 1
            fields["here"][ocean] = place == facts["boat_ocean"]
        fields["unseen"][facts["unseen"]] = 1
        fields["deck"][0] = facts["deck_size"] / len(game.cards)
        fields["round"][0] = facts["rounds"] / min(facts["max_rounds"], 2**62)
        fields["turn"][0] = turns_finished(game) / game.num_players
        if facts["to_act"] is not None:
            fields["phase"][DECISION_PHASES.index(facts["phase"])] = fields["to_act"][facts["to_act"]] = 1

    def show_card(self, card: Facts, slot: int) -> None:
        """An open card, as all see it."""
        fields = self.fields
        fields["offer"][slot, card["card"]] = 1
        fields["cost"][slot] = self.costs[card["card"]] / self.highest_cost
        fields["worth"][slot] = card["points"] / self.highest_points
        fields["lives"][slot, card["oceans"]] = 1
        fields["group"][slot, card["group"]] = 1
        fields["blocked"][slot] = card["blocked"]

    def show_own(self, game: Game, seat: int) -> None:
        """What is the observer's own: objectives, and what it can make of the open cards."""
        fields, own = self.fields, own_facts(game, seat)
        if own is not None:
            fields["progress"][0] = min(own["has"], own["count"]) / own["count"]
        for other, objective in enumerate(game.objectives):
            if other == seat or game.variant["public_objectives"]:
                fields["objective"][(other - seat) % game.num_players, objective] = 1
        tokens = np.array(game.tokens[seat])
        for slot, card in enumerate(game.open):
            if card is not None:
                fields["missing"][slot] = np.maximum(self.costs[card] - tokens, 0) / self.highest_cost
                fields["payable"][slot] = game.is_payable(card, seat)
                fields["helps"][slot] = own is not None and brings_nearer(game, seat, card)


def turns_finished(game: Game) -> int:
    """How many seats have had their turn in this round."""
    if game.over:
        return sum(game.turns) - game.num_players * (game.rounds - 1)  # a turn begins with the question for a die
    return 0 if game.first is None or game.player is None else (game.player - game.first) % game.num_players


def brings_nearer(game: Game, seat: int, card: int) -> bool:
    """Whether the seat would be further with its objective if it had the card, too."""
    goal, cards = game.objective_table[game.objectives[seat]], game.cards_of(seat)
    return progress(goal, [*cards, game.cards[card]]) > progress(goal, cards)


# Differences --------------------------------------------------------------------------------------------------------


def turns_of(layout: Layout, seats: int) -> list[NDArray[np.intp]]:
    """By k: where the seat that sits k places after an observer finds, in what that observer sees, what both see."""
    whole = np.arange(layout.length, dtype=np.float32)  # exact for any layout
    orders = []
    for k in range(seats):
        order = whole.copy()
        for field in BY_SEAT:
            layout.named(order)[field][:] = np.roll(layout.named(whole)[field], -k, axis=0)
        orders.append(order.astype(np.intp))
    return orders


class Views:
    """Compares what the seats of a table see with the twin's position."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.layout = table.game.layout(table.variant)
        self.turns = turns_of(self.layout, table.variant.num_players)
        self.all, self.own = Sight(self.layout, game), Sight(self.layout, game)

    def compare(self, game: Game, first: int) -> None:
        """What every seat sees and may do; what all see is worked out for `first`, and turned for the others."""
        self.all.show(game, first)
        wanted = self.own.flat
        for k in range(game.num_players):
            seat = (first + k) % game.num_players
            wanted[:] = self.all.flat[self.turns[k]]
            self.own.show_own(game, seat)
            seen, mask = self.table.observe(seat)
            if not agree(seen, wanted):
                self.refuse(seat, seen, wanted)
            everything = range(game.num_actions)
            legal = everything if game.over else game.legal() if seat == game.seat() else []
            same(f"seat {seat}, mask", np.flatnonzero(mask).tolist(), list(legal))

    def refuse(self, seat: int, seen: NDArray[np.float32], wanted: NDArray[np.float32]) -> None:
        """Say in which field the views differ."""
        for field, value in self.layout.named(seen).items():
            theirs = self.layout.named(wanted)[field]
            if not agree(value, theirs):
                raise Difference(f"seat {seat}, {field}: the engine has {value.tolist()}, the twin {theirs.tolist()}")


def agree(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two views are the same but for roundings."""
    return bool((np.abs(one - other) <= EXACT * np.abs(other)).all())


def compare_hidden(table: Table, game: Game) -> None:
    """What no observation shows to all: the objectives; and that the state keeps nothing of the deck's order."""
    s: Any = table.store.states[0]
    n = game.num_players
    same("objectives", s["objective"][:n].tolist(), [*game.objectives, *[-1] * (n - len(game.objectives))])
    same("turned up", int(s["unseen"]), len(game.unseen))
    owners = {card: seat for seat, cards in enumerate(game.claimed) for card in cards}
    owners |= {card: -2 for card in game.open if card is not None}
    same(
        "places of the cards",
        s["owner"][: len(game.cards)].tolist(),
        [owners.get(k, -1) for k in range(len(game.cards))],
    )
