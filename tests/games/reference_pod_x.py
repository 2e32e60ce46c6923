"""Pod-X reference twin, the rules: slow, plain, and written from the rules page alone.

Only rules live here: no randomness, no files, no arrays. Numbers in brackets cite rulings of
section 5 ([R12]) or items of section 0.1 ([0.1.7]).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.games.reference_pod_x_scoring import score_round, winning_cards
from tests.games.reference_pod_x_variant import (
    FOLD,
    PASS,
    Options,
    card_table,
    deck,
    hand_size,
    is_int,
    resolve,
)

__all__ = ["FOLD", "PASS", "Game", "World", "card_table", "deck", "resolve", "score_round", "winning_cards"]

World = tuple[tuple[tuple[int, ...], ...], int]  # every seat's hand, ascending; the secret card


class Game:
    """One game in progress. Attributes are public to be read; only `apply*` change them."""

    def __init__(self, options: Options) -> None:
        self.variant = resolve(options)
        self.cards = card_table(self.variant)
        self.num_players: int = self.variant["num_players"]
        self.deck = deck(self.num_players)
        self.hand_size = hand_size(self.num_players)
        self.scores = [0] * self.num_players
        self.dealer: int | None = None
        self.round_index = 0
        # One entry for each scored round: secret, hands at its end, points.
        self.rounds: list[dict[str, Any]] = []
        self.ended: str | None = None
        self.clear_table()

    def clear_table(self) -> None:
        """Everything that lives for one round, as before its first deal."""
        seats = range(self.num_players)
        self.hands: list[list[int]] = [[] for _ in seats]
        self.tables: list[list[int]] = [[] for _ in seats]
        self.folded = [False for _ in seats]
        self.last_actions: list[int | None] = [None for _ in seats]
        self.dealt: list[int] = []
        self.secret: int | None = None
        self.turn: int | None = None
        self.streak = 0
        self.must_pass = set(seats)

    @property
    def over(self) -> bool:
        """True once nothing is asked any more."""
        return self.ended is not None

    # Chance

    def chance(self) -> tuple[str, list[int]] | None:
        """The kind of the next draw and its outcomes, ascending; None when no draw is due."""
        if self.over or self.secret is not None:
            return None
        if self.dealer is None:
            return "first_dealer", list(range(self.num_players))
        return "deal", [card for card in self.deck if card not in self.dealt]

    def weights(self) -> tuple[str, dict[int, int]] | None:
        """The same with the weight of each outcome: all are equally likely."""
        node = self.chance()
        return node and (node[0], dict.fromkeys(node[1], 1))

    def apply_chance(self, outcome: int) -> None:
        """Take one draw."""
        node = self.chance()
        if node is None:
            raise ValueError("no draw is due")
        kind, outcomes = node
        if not is_int(outcome) or outcome not in outcomes:
            raise ValueError(f"{kind}: outcome {outcome!r} is none of {outcomes}")
        if kind == "first_dealer":
            self.dealer = outcome
        else:
            self.deal(outcome)

    def deal(self, card: int) -> None:
        """Seat 0's cards, then seat 1's, and so on; the last card is the secret one (section 0)."""
        seat = len(self.dealt) // self.hand_size
        self.dealt.append(card)
        if seat < self.num_players:
            self.hands[seat] = sorted([*self.hands[seat], card])
        else:
            self.secret = card
            self.turn = self.dealer

    # Decisions

    def seat(self) -> int | None:
        """The seat to act."""
        return None if self.over else self.turn

    def legal(self) -> list[int]:
        """The legal actions of the seat to act, ascending; empty at a draw and after the end."""
        seat = self.seat()
        if seat is None:
            return []
        # The own first turn of a round must be a Play [R5]; an empty hand still passes or folds [R7].
        first_turn = self.last_actions[seat] is None
        return list(self.hands[seat]) if first_turn else [*self.hands[seat], PASS, FOLD]

    def apply(self, action: int) -> None:
        """Take one decision of the seat to act; ValueError changes nothing."""
        seat = self.seat()
        if seat is None:
            raise ValueError("no decision is due")
        if not is_int(action) or action not in self.legal():
            raise ValueError(f"seat {seat}: action {action!r} is none of {self.legal()}")
        self.last_actions[seat] = action
        if action < PASS:
            self.play_card(seat, action)
        else:
            self.stay_out(seat, action)
        if self.round_is_over():
            self.finish_round()
        else:
            self.turn = self.next_seat(seat)

    def play_card(self, seat: int, card: int) -> None:
        """Any Play starts the count of passes anew for all still in, its player included [R10] [0.1.12]."""
        self.hands[seat].remove(card)
        self.tables[seat].append(card)
        self.streak = 0
        self.must_pass = set(self.seats_in())

    def stay_out(self, seat: int, action: int) -> None:
        """Pass, or fold for the rest of the round [R8] [R9]."""
        self.streak += 1
        self.must_pass.discard(seat)
        if action == FOLD:
            self.folded[seat] = True

    def seats_in(self) -> list[int]:
        """The seats that have not folded."""
        return [seat for seat in range(self.num_players) if not self.folded[seat]]

    def next_seat(self, seat: int) -> int:
        """The next seat clockwise that has not folded."""
        order = [(seat + step) % self.num_players for step in range(1, self.num_players + 1)]
        return next(other for other in order if not self.folded[other])

    def table_sum(self) -> int:
        """The sum of all cards on the table, those of folded seats too [R13]."""
        return sum(self.cards[card]["number"] for pile in self.tables for card in pile)

    def round_is_over(self) -> bool:
        """All have passed [R10], only one is left [R11], or the sum is reached [R12]."""
        return not self.must_pass or len(self.seats_in()) == 1 or self.table_sum() >= self.variant["end_sum"]

    # Ends

    def finish_round(self) -> None:
        """Score; then end the game, leaving the table as it lies, or go on with the next dealer [R3]."""
        assert self.secret is not None and self.dealer is not None
        penalty = self.variant["tie_penalty"]
        points = score_round(self.cards, self.secret, self.tables, self.hands, self.folded, penalty)
        self.scores = [score + gain for score, gain in zip(self.scores, points, strict=True)]
        hands = [list(hand) for hand in self.hands]
        self.rounds.append({"secret": self.secret, "hands": hands, "points": points})
        self.ended = self.game_end()
        if self.ended is None:
            self.dealer = (self.dealer + 1) % self.num_players
            self.round_index += 1
            self.clear_table()

    def game_end(self) -> str | None:
        """How the game ends after the round just scored [0.1.6] [R25] [R27]."""
        played = len(self.rounds)
        fixed = self.variant["num_rounds"]
        if fixed > 0:
            return "terminated" if played >= fixed else None
        if max(self.scores) >= self.variant["target"]:
            return "terminated"
        return "truncated" if played >= self.variant["max_rounds"] else None

    def winners(self) -> list[int]:
        """The seats that won; none unless the game ended by the rules."""
        if self.ended != "terminated":
            return []
        bar = max(self.scores) if self.variant["num_rounds"] > 0 else self.variant["target"]
        return [seat for seat in range(self.num_players) if self.scores[seat] >= bar]

    def returns(self) -> list[float]:
        """The total reward by seat so far."""
        if self.variant["reward"] == "score":
            return [score / self.variant["target"] for score in self.scores]  # [0.1.8]
        n, winners = self.num_players, self.winners()
        k = len(winners)
        if k in (0, n):
            return [0.0] * n
        return [(n - k) / (k * (n - 1)) if seat in winners else -1 / (n - 1) for seat in range(n)]

    def details(self) -> dict[str, Any]:
        """What a game record tells about the game [0.1.9]."""
        log = [{"secret": entry["secret"], "points": list(entry["points"])} for entry in self.rounds]
        return {"scores": list(self.scores), "rounds": len(self.rounds), "log": log}

    # Knowledge

    def unseen(self, seat: int) -> list[int]:
        """The cards in use that are neither in the seat's hand nor on the table, ascending."""
        seen = {card for pile in [self.hands[seat], *self.tables] for card in pile}
        return [card for card in self.deck if card not in seen]

    def knows_secret(self, seat: int) -> bool:
        """The dealer alone has looked [R4]."""
        return seat == self.dealer and self.secret is not None

    def possible_secrets(self, seat: int) -> list[int]:
        """The cards that can still be the secret one for this seat, ascending [0.1.11]."""
        if self.secret is not None and self.knows_secret(seat):
            return [self.secret]
        return self.unseen(seat)

    def worlds(self, seat: int) -> Iterator[World]:
        """Every deal of the unseen cards; all equally likely. The true one alone after the end [0.1.10]."""
        if self.secret is None:
            raise ValueError("the cards are not dealt yet")
        hands = [tuple(hand) for hand in self.hands]
        if self.over:
            yield tuple(hands), self.secret
            return
        others = [other for other in range(self.num_players) if other != seat]
        for secret in self.possible_secrets(seat):
            unseen = [card for card in self.unseen(seat) if card != secret]
            for filled in fill_hands(hands, others, unseen):
                yield filled, secret


def fill_hands(
    hands: list[tuple[int, ...]], seats: list[int], unseen: list[int]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to fill the hands of some seats, their sizes kept, with the unseen cards."""
    if not seats:
        yield tuple(hands)
        return
    first, rest = seats[0], seats[1:]
    for hand in combinations(unseen, len(hands[first])):
        filled = [*hands[:first], hand, *hands[first + 1 :]]
        yield from fill_hands(filled, rest, [card for card in unseen if card not in hand])
