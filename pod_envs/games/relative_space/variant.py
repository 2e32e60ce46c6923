"""The rule options of Relative Space [0.1] and the record of numbers that the compiled code reads them from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.layout import Layout
from pod_envs.core.variant import Variant, is_integer

from .cards import check_cards, copies_of, launch_of
from .geometry import above, down_slots, refill_order
from .observation import FIELD_NAMES, layout
from .state import BOOTS, KINDS, PODS, SEATS, SLOTS, TARGETS

__all__ = ["PARAMS", "RelativeSpaceVariant", "layout_of", "params_of"]

UNREACHABLE = 2**62  # stands for any larger number of turns or keycards


@dataclass(frozen=True)
class RelativeSpaceVariant(Variant):
    """Options of Relative Space in the order of its page."""

    tables: ClassVar[tuple[str, ...]] = ("cards",)
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "num_players": "seats, 2 to 10",
            "stash_rows": "cards in each row of a stash, the deepest first; each row as long as the one under it, or "
            f"one shorter; in all at most {SLOTS} cards and the deck / players, and at least 2 more than there are Jet "
            "Boots (4 more with `keycard_extra_play`; 1 card with `played_slot_counts`)",
            "face_down_rows": "indices of the rows that begin face-down",
            "keycards": "keycards of each player, at least 0",
            "top_special": '`"reset"`: a special leaves no number to beat; `"see_through"`: the number below counts',
            "refill_order": '`"under_first"`: a jam fills the deepest row first; `"over_first"`: the top row first',
            "played_slot_counts": "true: a jam may also fill the slot of the card that jammed (`comes_back` "
            "counts it, `refills` does not)",
            "keycard_extra_play": "true: the play onto a new pod is extra",
            "max_turns": "turns, skipped ones included, after which the game is truncated, at least 1",
            "reward": '`"outcome"` or `"score"`',
            "cards": "null for the reconstructed deck, or an object such as "
            '`{"1": {"copies": 8}, "LAUNCH": {"copies": 2, "launch": true}}`, or a path to one',
        }
    )

    num_players: int = 4
    stash_rows: Any = (4, 3, 2)
    face_down_rows: Any = (0,)
    keycards: int = 1
    top_special: str = "reset"
    refill_order: str = "under_first"
    played_slot_counts: bool = False
    keycard_extra_play: bool = False
    max_turns: int = 400
    reward: str = "outcome"
    cards: Any = None

    def __post_init__(self) -> None:
        self.require_integer("num_players", 2, SEATS)
        self.freeze_rows()
        self.require_integer("keycards", 0)
        self.require_choice("top_special", "reset", "see_through")
        self.require_choice("refill_order", "under_first", "over_first")
        self.require(isinstance(self.played_slot_counts, bool), "played_slot_counts", "true or false")
        self.require(isinstance(self.keycard_extra_play, bool), "keycard_extra_play", "true or false")
        self.require_integer("max_turns", 1)
        self.require_choice("reward", "outcome", "score")
        if self.cards is not None and not isinstance(self.cards, FrozenTable):
            check_cards(self.cards)
            self.resolve("cards", FrozenTable(json.dumps(self.cards)))
        self.require_size()

    def freeze_rows(self) -> None:
        """Check both lists of rows, and keep them as tuples, so that variants stay frozen and hashable."""
        for name in ("stash_rows", "face_down_rows"):
            value = getattr(self, name)
            whole = isinstance(value, list | tuple) and all(map(is_integer, value))
            self.require(whole, name, "a list of integers")
            self.resolve(name, tuple(value))
        rows, down = self.stash_rows, self.face_down_rows
        steps = {under - over for under, over in pairwise(rows)}
        self.require(
            len(rows) > 0 and rows[-1] > 0 and steps <= {0, 1},
            "stash_rows",
            "rows of at least one card, the deepest first, each as long as the one before it or one shorter, "
            "such as [4, 3, 2]",
        )
        self.require(
            len(set(down)) == len(down) and all(0 <= row < len(rows) for row in down),
            "face_down_rows",
            f"different indices of rows, 0 to {len(rows) - 1}",
        )

    def require_size(self) -> None:
        """The deck must fill the stashes, and no jam may leave a stash empty [0.1.13]."""
        deck = sum(self.copies)
        most = min(deck // self.num_players, SLOTS)
        least = 1
        if not self.played_slot_counts:
            least = self.copies[BOOTS] + (4 if self.keycard_extra_play else 2)
        why = f"a deck of {deck} cards for {self.num_players} players, of which {self.copies[BOOTS]} are Jet Boots"
        wanted = f"{least} to {most} cards in all" if least <= most else f"at least {least} cards, but at most {most}"
        self.require(least <= self.slots <= most, "stash_rows", f"{wanted} ({why})")

    def as_dict(self) -> dict[str, Any]:
        """Every option with its resolved value, as JSON types; `cards` is the object as given, or None."""
        rows = {"stash_rows": list(self.stash_rows), "face_down_rows": list(self.face_down_rows)}
        return super().as_dict() | rows | {"cards": self.table}

    @property
    def table(self) -> Any:
        """The object of an own deck, or None."""
        return None if self.cards is None else json.loads(self.cards)

    @property
    def copies(self) -> list[int]:
        """Copies in the deck by kind, 0 for kind 0."""
        return copies_of(self.table)

    @property
    def slots(self) -> int:
        """Cards of a full stash."""
        return sum(self.stash_rows)

    @property
    def most_pods(self) -> int:
        """Most pods in play at once: each keycard adds one to the first, up to the limit [0.1.6]."""
        return min(PODS, 1 + self.num_players * self.keycards)

    @property
    def turn_limit(self) -> int:
        """Most turns of a game."""
        return min(self.max_turns, UNREACHABLE)


class FrozenTable(str):
    """A checked object of cards as JSON text."""


PARAMS = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, "i8") for name in ("num_players", "slots", "keycards", "max_turns", "sees_through")]
            + [
                (name, "i8")
                for name in ("own_slot_counts", "extra_play", "pays_score", "deck_size", "actions", "most_pods")
            ]
            + [(name, "i8") for name in ("full", "down", "deals", "at_relatives", "at_own", "at_theirs")]
            + [(name, "i8", (SLOTS,)) for name in ("above", "order", "face_up")]
            + [(name, "i8", (KINDS,)) for name in ("copies", "launch")]
            + [(f"at_{name}", "i8") for name in FIELD_NAMES]
        ),
    )
)


@lru_cache(maxsize=256)
def layout_of(variant: RelativeSpaceVariant) -> Layout:
    """The observation of a variant."""
    return layout(variant)


@lru_cache(maxsize=256)
def params_of(variant: RelativeSpaceVariant) -> NDArray[Any]:
    """The variant as PARAMS[1], read-only by agreement."""
    params = np.zeros(1, PARAMS)
    slots, down = variant.slots, down_slots(variant.stash_rows, variant.face_down_rows)
    up = [slot for slot in range(slots) if not down >> slot & 1]
    numbers = {
        "num_players": variant.num_players, "slots": slots, "keycards": min(variant.keycards, UNREACHABLE),
        "max_turns": variant.turn_limit, "sees_through": variant.top_special == "see_through",
        "own_slot_counts": variant.played_slot_counts, "extra_play": variant.keycard_extra_play,
        "most_pods": variant.most_pods, "pays_score": variant.reward == "score",
        "deck_size": sum(variant.copies), "actions": 22 * slots + 9,
        "full": (1 << slots) - 1, "down": down, "deals": len(up), "at_relatives": TARGETS * slots,
        "at_own": TARGETS * slots + 9, "at_theirs": TARGETS * slots + 9 + slots,
    }  # fmt: skip
    for name, value in numbers.items():
        params[name] = value
    params["above"][0, :slots] = above(variant.stash_rows)
    params["order"][0, :slots] = refill_order(variant.stash_rows, variant.refill_order == "over_first")
    params["face_up"][0, : len(up)] = up
    params["copies"], params["launch"] = variant.copies, launch_of(variant.table)
    for name, offset in layout_of(variant).offsets.items():
        params[f"at_{name}"] = offset
    return params
