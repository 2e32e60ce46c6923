"""What the observation says of each action: the card that is played, the pod, the relative, each in its own columns."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .geometry import above
from .state import NEW, SEATS, TARGETS
from .variant import RelativeSpaceVariant, layout_of

__all__ = ["action_views"]

Places = NDArray[np.int64]
ALWAYS, NOTHING = -1, -2
KINDS_ASKED = 4  # a play, a relative, an own slot, a relative's slot


@lru_cache(maxsize=64)
def action_views(variant: RelativeSpaceVariant) -> Places:
    """int64[22 S + 9, F], see `Game.action_views`; read-only.

    A play has its card, the cards under that, and its pod; an own slot its card and the cards under that; a relative
    what is known of the seat; a relative's slot that, too, and its card.
    """
    views = Views(variant)
    slots = range(variant.slots)
    plays = [views.play(slot, pod) for slot in slots for pod in range(TARGETS)]
    relatives = [views.of_relative(k) for k in range(1, SEATS)]
    theirs = [views.of_relative(k, slot) for k in range(1, SEATS) for slot in slots]
    found = np.array([*plays, *relatives, *map(views.own, slots), *theirs], np.int64)
    found.flags.writeable = False
    return found


class Views:
    """Rows of the table for one variant."""

    def __init__(self, variant: RelativeSpaceVariant) -> None:
        layout = layout_of(variant)
        self.at: Mapping[str, Any] = layout.named(np.arange(layout.length))
        self.seats, self.slots, self.pods = variant.num_players, variant.slots, variant.most_pods
        covers = above(variant.stash_rows)
        self.under = [[low for low in range(self.slots) if covers[low] >> slot & 1] for slot in range(self.slots)]

    def play(self, slot: int, pod: int) -> Places:
        """A card on a pod, or on a new one."""
        return self.row(0, new=pod == NEW, slot=slot, pod=pod if pod < self.pods and pod != NEW else None)

    def own(self, slot: int) -> Places:
        """An own card."""
        return self.row(2, slot=slot)

    def of_relative(self, k: int, slot: int | None = None) -> Places:
        """The seat k places on, or one of its cards."""
        there = k < self.seats
        return self.row(1 if slot is None else 3, place=k if there else None, slot=slot if there else None)

    def row(
        self, asked: int, new: bool = False, slot: int | None = None, pod: int | None = None, place: int | None = None
    ) -> Places:
        """The columns: what is asked, a new pod, the card, its slot, the cards under it, the pod, the relative."""
        parts = [one_hot(asked, KINDS_ASKED), one_hot(0 if new else None, 1)]
        parts += [or_nothing(self.card(0, 0), None if slot is None else self.card(place or 0, slot))]
        parts += [one_hot(slot, self.slots), *self.below(slot if place is None else None)]
        parts += [or_nothing(self.pod(0, 0), None if pod is None or slot is None else self.pod(slot, pod))]
        parts += [or_nothing(self.relative(1), None if place is None else self.relative(place))]
        return np.concatenate(parts)

    def card(self, place: int, slot: int) -> Places:
        """A card of a seat."""
        single = [self.at[name][place, slot] for name in ("number", "available", "refills")]
        return np.concatenate([self.at["slots"][place, slot], single])

    def below(self, slot: int | None) -> list[Places]:
        """The cards that an own card covers, two at most."""
        low = [] if slot is None else self.under[slot]
        return [or_nothing(self.card(0, 0), self.card(0, low[k]) if k < len(low) else None) for k in range(2)]

    def pod(self, slot: int, pod: int) -> Places:
        """A pod in play, and the chance that the own card in a slot loads on it."""
        at = self.at
        single = [at[name][pod] for name in ("beat", "pile", "open", "comes_back")]
        return np.concatenate(
            [at["top"][pod], at["held"][pod], single, at["answers"][:, pod], [at["loads"][slot, pod]]]
        )

    def relative(self, place: int) -> Places:
        """The seat `place` places on, and which that is."""
        at = self.at
        single = [at[name][place] for name in ("cards_left", "keycards", "stunned")]
        which = one_hot(place - 1, SEATS - 1)
        return np.concatenate([single, at["answers"][place], at["refills"][place], which])


def one_hot(which: int | None, width: int) -> Places:
    """A 1 at `which`, 0 elsewhere."""
    return np.where(np.arange(width) == which, ALWAYS, NOTHING)


def or_nothing(example: Places, found: Places | None) -> Places:
    """`found`, or as many zeros as the example has columns."""
    return np.full(len(example), NOTHING) if found is None else found
