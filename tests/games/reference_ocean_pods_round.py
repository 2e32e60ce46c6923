"""Ocean Pods reference twin, the table: what lies on it, the set-up, the boat, and how rounds follow each other.

Written from the rules page alone. Numbers in brackets cite rulings of section 3 ([R12]) or items of section 0.1
([0.1.7]). The deck has no order and the unused objectives do not exist: there are only cards not yet turned up.
"""

from __future__ import annotations

from tests.games.reference_ocean_pods_scoring import is_reached, plastic_points, winners
from tests.games.reference_ocean_pods_table import (
    OCEANS,
    OPEN_SLOTS,
    Card,
    blue_die,
    card_table,
    objective_table,
    white_die,
)
from tests.games.reference_ocean_pods_variant import Options, resolve

__all__ = ["Round"]

TRIGGER = 12
PLASTIC_LIMIT = 3


class Round:
    """What lies on the table, and whose turn it is."""

    def __init__(self, options: Options) -> None:
        self.variant = resolve(options)
        self.num_players: int = self.variant["num_players"]
        self.spaces: int = self.variant["spaces_per_ocean"]
        self.cards = card_table(self.variant)
        self.objective_table = objective_table(self.variant)
        self.white_die = white_die(self.variant)
        self.blue_die = blue_die(self.variant)
        seats = range(self.num_players)
        # The table.
        self.oceans: list[int] = []  # the column, top to bottom
        self.start: int | None = None  # the first player of the first round
        self.objectives: list[int] = []  # by seat
        self.open: list[int | None] = []  # the card in every slot of the open pod
        self.unseen = list(range(len(self.cards)))  # the cards of the deck, ascending
        self.tokens = [[0] * 5 for _ in seats]
        self.plastic = [0 for _ in seats]
        self.claimed: list[list[int]] = [[] for _ in seats]
        self.boat = 0  # counted down the whole column
        self.pod = 0  # plastic tokens in the open pod
        # The round in progress.
        self.phase = "ocean"
        self.outcome: str | None = None
        self.rounds = 0  # rounds begun [0.1.9]
        self.first: int | None = None
        self.player: int | None = None
        self.dice: list[int | None] = []  # by slot; None where the die was taken
        self.double = False
        self.to_reroll: list[int] = []
        self.emptied: int | None = None  # the slot to refill
        # For the tests alone.
        self.entered = 0  # plastic tokens that ever came
        self.turns = [0 for _ in seats]  # turns begun
        self.cleaned = 0  # times that a die was given up in this round

    # Set-up, in the order of section 0

    def place_ocean(self, ocean: int) -> None:
        """The next ocean card of the column."""
        self.oceans.append(ocean)
        if len(self.oceans) == len(OCEANS):
            self.phase = "first_player"

    def choose_first(self, seat: int) -> None:
        """Who begins the first round."""
        self.start = seat
        self.phase = "objective"

    def deal(self, objective: int) -> None:
        """The objective of the next seat."""
        self.objectives.append(objective)
        if len(self.objectives) == self.num_players:
            self.phase = "open"

    def turn_up(self, card: int) -> None:
        """The next card of the open pod."""
        self.unseen.remove(card)
        self.open.append(card)
        if len(self.open) == OPEN_SLOTS:
            self.start_round()

    # Rounds

    def start_round(self) -> None:
        """The dice go to the next first player [R16] [R17]; the round begins with the first white die [0.1.9]."""
        assert self.start is not None
        self.first = (self.start + self.rounds) % self.num_players
        self.player = self.first
        self.dice = []
        self.double = False
        self.cleaned = 0
        self.phase = "white"

    def roll_white(self, resource: int) -> None:
        """The next white die."""
        if not self.dice:
            self.rounds += 1
        self.dice.append(resource)
        if len(self.dice) == self.num_players + 1:
            self.phase = "blue"

    def begin_resource(self) -> None:
        """The seat to act takes a die or a plastic token."""
        assert self.player is not None
        self.turns[self.player] += 1
        self.phase = "resource"

    def end_turn(self) -> None:
        """The next seat, or the end of the round."""
        assert self.player is not None
        self.double = False  # it never carries over [R20]
        following = (self.player + 1) % self.num_players
        if following == self.first:
            self.end_round()
        else:
            self.player = following
            self.begin_resource()

    def end_round(self) -> None:
        """Exactly in the order of 0.1.5."""
        triggered = self.triggered
        if triggered and not self.variant["final_round_boat_move"]:
            self.score()
            return
        self.move_boat(+1)
        if self.outcome is not None:
            return
        if triggered:
            self.score()
        elif self.rounds == self.variant["max_rounds"]:
            self.finish("truncated")
        else:
            self.start_round()

    @property
    def triggered(self) -> bool:
        """Somebody has 12 points of cards, so this round is the last [R34]."""
        return any(self.card_points(seat) >= TRIGGER for seat in range(self.num_players))

    # The boat

    def ocean_of_boat(self) -> str:
        """The letter of the ocean that holds the boat."""
        return OCEANS[self.oceans[self.boat // self.spaces]]

    def move_boat(self, step: int) -> None:
        """One space down (+1) or up (-1), around the column; a border brings plastic, a third token ends it all."""
        before, last = self.boat, 4 * self.spaces - 1
        self.boat = (before + step) % (last + 1)
        crosses = before // self.spaces != self.boat // self.spaces
        wraps = {before, self.boat} == {0, last}
        if crosses and (self.variant["wrap_adds_plastic"] or not wraps):  # [0.1.4]
            self.pod += 1
            self.entered += 1
        if self.pod == PLASTIC_LIMIT:
            self.finish("all_lose")

    # Ends

    def card_points(self, seat: int) -> int:
        """The points of the cards of a seat."""
        return sum(card["points"] for card in self.cards_of(seat))

    def cards_of(self, seat: int) -> list[Card]:
        """The cards in front of a seat."""
        return [self.cards[card] for card in self.claimed[seat]]

    def objective_points(self, seat: int) -> int:
        """The points of the objective of a seat; there are none in a game without scoring [0.1.9]."""
        objective = self.objective_table[self.objectives[seat]]
        return int(objective["points"]) if is_reached(objective, self.cards_of(seat)) else 0

    def total(self, seat: int) -> int:
        """Cards, objective and plastic [F18]."""
        return self.card_points(seat) + self.objective_points(seat) + plastic_points(self.plastic[seat])

    def winners(self) -> list[int]:
        """Who would win if the game were scored now."""
        return winners([self.total(seat) for seat in range(self.num_players)], self.plastic)

    def score(self) -> None:
        """The game is scored."""
        self.finish("win" if len(self.winners()) == 1 else "shared")

    def finish(self, outcome: str) -> None:
        """Nothing is asked any more."""
        self.outcome = outcome
        self.phase = "over"
