"""Ocean Pods reference twin, what things are worth: objectives, plastic, winners and utilities.

Numbers in brackets cite facts of section 1 ([F17]), rulings of section 3 ([R39]) or items of section 0.1 ([0.1.7]).
"""

from __future__ import annotations

from typing import Any

from tests.games.reference_ocean_pods_table import RESOURCES

__all__ = ["is_reached", "plastic_points", "progress", "utilities", "winners"]


def progress(objective: dict[str, Any], cards: list[dict[str, Any]]) -> int:
    """How far some cards meet an objective, to be compared with its `count` [0.1.2]."""
    kind, of = objective["kind"], objective["of"]
    if kind == "ocean":
        return sum(of in card["oceans"] for card in cards)
    if kind == "group":
        return sum(card["group"] == of for card in cards)
    if kind == "cost":
        return sum(card["cost"][RESOURCES.index(of)] > 0 for card in cards)
    if kind == "cards":
        return len(cards)
    return len({ocean for card in cards for ocean in card["oceans"]})


def is_reached(objective: dict[str, Any], cards: list[dict[str, Any]]) -> bool:
    """Reached or not; there is no part way."""
    return progress(objective, cards) >= int(objective["count"])


def plastic_points(tokens: int) -> int:
    """What the plastic tokens of a seat score [F17]."""
    if tokens <= 1:
        return 0
    if tokens == 2:
        return 2
    return 3 if tokens <= 4 else 5


def winners(totals: list[int], plastic: list[int]) -> list[int]:
    """The seats with the largest total, those with the most tokens among them [0.1.6]."""
    keys = list(zip(totals, plastic, strict=True))
    return [seat for seat, key in enumerate(keys) if key == max(keys)]


def utilities(outcome: str | None, won: list[int], n: int, scheme: str) -> list[float]:
    """What the end of a game is worth to each seat [section 6] [0.1.7]; nothing before it."""
    if outcome == "all_lose":
        return [0.0 if scheme == "zero_sum" else -1.0] * n
    if outcome not in ("win", "shared"):
        return [0.0] * n
    k = len(won)
    if scheme == "zero_sum":
        return [0.0] * n if k == n else [1 / k if seat in won else -1 / (n - k) for seat in range(n)]
    loss = -1.0 if scheme == "literal" else 0.0
    return [1 / k if seat in won else loss for seat in range(n)]
