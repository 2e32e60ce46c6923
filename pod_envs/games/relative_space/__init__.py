"""Relative Space: a race for two to ten to empty a stash into pods, with cards that nobody has seen."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.game import Event, Game, GameSpec, Player, Report
from pod_envs.core.kernels import kernels_over
from pod_envs.core.layout import Layout
from pod_envs.core.recall import confirmed

from . import cards, notation
from .action_views import action_views
from .heuristic import heuristic
from .state import BOOTS, KINDS, STATE
from .variant import RelativeSpaceVariant, layout_of, params_of

__all__ = ["RelativeSpace"]


class RelativeSpace(Game):
    """Relative Space behind the seam."""

    spec = GameSpec(
        name="relative_space",
        class_name="RelativeSpace",
        title="Relative Space",
        version=0,
        variant=RelativeSpaceVariant,
        state=STATE,
        chance_kinds=("start_player", "deal", "flip", "refill"),
        max_outcomes=KINDS - 1,
        report_key="jams",
        perfect_information=True,
        rotation={"start_player": "seat", "deal": "hands"},
        notes="card list, stash, keycards and what fills gaps in the rules are reconstructed; the course of play is "
        "sourced",
        players={"heuristic": "a rule player that weighs what each play loses and brings back"},
    )
    kernels = kernels_over(__name__)

    def params(self, variant: RelativeSpaceVariant) -> NDArray[Any]:
        return params_of(variant)

    def layout(self, variant: RelativeSpaceVariant) -> Layout:
        return layout_of(variant)

    def action_views(self, variant: RelativeSpaceVariant) -> NDArray[np.int64]:
        return action_views(variant)

    def num_actions(self, variant: RelativeSpaceVariant) -> int:
        return 22 * variant.slots + 9

    def zero_sum(self, variant: RelativeSpaceVariant) -> bool:
        return variant.reward == "outcome"

    def max_decisions(self, variant: RelativeSpaceVariant) -> int:
        """Plays of a turn: the first, a second after a keycard, one for each Jet Boots; each asks twice at most."""
        return variant.turn_limit * 3 * (1 + variant.keycard_extra_play + variant.copies[BOOTS])

    def report(self, variant: RelativeSpaceVariant, news: Sequence[int]) -> Report:
        """A jam: whose, the kind of the card, cards of the pod with it, how many of them came back."""
        return {"seat": int(news[0]), "card": int(news[1]), "pile": int(news[2]), "returned": int(news[3])}

    def details(self, variant: RelativeSpaceVariant, state: Any, reports: Sequence[Report]) -> dict[str, Any]:
        left = [int(state["filled"][seat]).bit_count() for seat in range(variant.num_players)]
        winner = int(state["winner"])
        return {"winner": None if winner < 0 else winner, "turns": int(state["turn"]), "cards_left": left}

    def action_text(self, variant: RelativeSpaceVariant, action: int) -> str:
        return notation.action_text(variant, action)

    def parse_action(self, variant: RelativeSpaceVariant, text: str) -> int:
        return notation.parse_action(variant, text)

    def information(
        self, variant: RelativeSpaceVariant, seat: int, events: Sequence[Event], reports: Sequence[Report]
    ) -> str:
        return notation.information(variant, seat, events, reports)

    def events_of(self, variant: RelativeSpaceVariant, information: str) -> list[Event]:
        return confirmed(self, variant, information, notation.events_of(variant, information))

    def picture(
        self,
        variant: RelativeSpaceVariant,
        seat: int | None,
        observation: dict[str, NDArray[np.float32]],
        reports: Sequence[Report],
    ) -> str:
        return notation.picture(variant, seat, observation, reports)

    def components(self) -> dict[str, str]:
        return {"cards": cards.cards_table()}

    def player(self, name: str) -> Player:
        return {"heuristic": heuristic}[name]
