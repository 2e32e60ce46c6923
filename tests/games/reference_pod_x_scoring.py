"""Pod-X reference twin, the scoring: who holds winning cards at the end of a round, and what they pay.

Pure functions of a position; nothing here knows about turns. Numbers in brackets cite rulings of
section 5 ([R12]) or items of section 0.1 ([0.1.7]).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.reference_pod_x_variant import Card

__all__ = ["Piles", "score_round", "winning_cards"]

Piles = Sequence[Sequence[int]]


def passes_filter(card: Card, condition: Card) -> bool:
    """The Hub belongs to both sides [R1]."""
    return condition["location"] == "all" or card["side"] in (condition["location"], "hub")


def winning_cards(cards: list[Card], secret: int, tables: Piles, hands: Piles) -> list[list[int]]:
    """Each seat's winning cards. Folded seats compete like all others [R14]."""
    condition = cards[secret]
    zone = tables if condition["zone"] == "public" else hands
    matching = [[card for card in pile if passes_filter(cards[card], condition)] for pile in zone]
    best_of = max if condition["direction"] == "highest" else min
    if condition["measure"] == "sum":
        return best_sums(cards, matching, best_of)
    return best_numbers(cards, matching, best_of)


def best_numbers(cards: list[Card], matching: list[list[int]], best_of: Any) -> list[list[int]]:
    """Every card with the best number wins, whoever holds it [R17]."""
    numbers = [cards[card]["number"] for own in matching for card in own]
    best = best_of(numbers, default=None)
    return [[card for card in own if cards[card]["number"] == best] for own in matching]


def best_sums(cards: list[Card], matching: list[list[int]], best_of: Any) -> list[list[int]]:
    """All matching cards of the seats with the best sum; without a matching card no sum [R19] [R21]."""
    sums = [sum(cards[card]["number"] for card in own) if own else None for own in matching]
    best = best_of([total for total in sums if total is not None], default=None)
    return [own if own and total == best else [] for own, total in zip(matching, sums, strict=True)]


def score_round(
    cards: list[Card],
    secret: int,
    tables: Piles,
    hands: Piles,
    folded: Sequence[bool],
    tie_penalty: int = 0,
) -> list[int]:
    """The points of one round by seat, from the position at its end (section 3.2)."""
    winning = winning_cards(cards, secret, tables, hands)
    unfolded_winners = sum(1 for own, out in zip(winning, folded, strict=True) if own and not out)
    # Folded holders do not make a tie [0.1.7] [R16].
    penalty = tie_penalty if unfolded_winners >= 2 else 0
    return [seat_points(cards, own, out, penalty) for own, out in zip(winning, folded, strict=True)]


def seat_points(cards: list[Card], winning: list[int], folded: bool, penalty: int) -> int:
    """A winner is paid its lowest winning star value [R18] [R20], unless folded [R15]."""
    if folded:
        return 0 if winning else 1
    if not winning:
        return 0
    stars: list[int] = [cards[card]["stars"] for card in winning]
    return max(0, min(stars) - penalty)
