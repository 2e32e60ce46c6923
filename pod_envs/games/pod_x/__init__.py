"""Pod-X: a bluffing card game for three or four; with two seats a tiny game for exact solving."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.game import Event, Game, GameSpec, Player, Report
from pod_envs.core.kernels import kernels_over
from pod_envs.core.layout import Layout
from pod_envs.core.recall import confirmed

from . import cards, heuristic, notation
from .scoring import CARDS
from .state import ACTIONS, SEATS, STATE
from .variant import PodXVariant, layout_of, params_of

__all__ = ["PodX"]


@lru_cache(maxsize=4096)
def cards_in(hand: int) -> tuple[int, ...]:
    """Ids of the cards whose bits are set."""
    return tuple(card for card in range(CARDS) if hand >> card & 1)


class PodX(Game):
    """Pod-X behind the seam."""

    spec = GameSpec(
        name="pod_x",
        class_name="PodX",
        title="Pod-X",
        version=0,
        variant=PodXVariant,
        state=STATE,
        chance_kinds=("first_dealer", "deal"),
        max_outcomes=CARDS,
        report_key="rounds",
        hidden_moves=True,
        rotation={"first_dealer": "seat", "deal": "hands"},
        notes="win conditions and most stars of the cards are reconstructed; numbers and locations are sourced",
        players={
            "fold": "plays its lowest card, then folds",
            "heuristic": "a rule player that reasons about what the secret card can be",
        },
    )
    kernels = kernels_over(__name__)

    def params(self, variant: PodXVariant) -> NDArray[Any]:
        return params_of(variant)  # type: ignore[no-any-return]

    def layout(self, variant: PodXVariant) -> Layout:
        return layout_of(variant)

    def num_actions(self, variant: PodXVariant) -> int:
        return ACTIONS

    def zero_sum(self, variant: PodXVariant) -> bool:
        return variant.reward == "outcome"

    def max_decisions(self, variant: PodXVariant) -> int:
        return variant.round_limit * variant.longest_round

    def report(self, variant: PodXVariant, news: Sequence[int]) -> Report:
        """A finished round: secret card id, the hands revealed, the points, both by seat."""
        n = variant.num_players
        bits = news[1 + SEATS : 1 + SEATS + n]
        hands = [list(cards_in(hand)) for hand in bits]
        return {"secret": int(news[0]), "hands": hands, "points": [int(p) for p in news[1 : 1 + n]]}

    def details(self, variant: PodXVariant, state: Any, reports: Sequence[Report]) -> dict[str, Any]:
        scores = [sum(report["points"][seat] for report in reports) for seat in range(variant.num_players)]
        log = [{"secret": report["secret"], "points": list(report["points"])} for report in reports]
        return {"scores": scores, "rounds": len(reports), "log": log}

    def action_text(self, variant: PodXVariant, action: int) -> str:
        return notation.action_text(action)

    def parse_action(self, variant: PodXVariant, text: str) -> int:
        return notation.parse_action(text)

    def information(self, variant: PodXVariant, seat: int, events: Sequence[Event], reports: Sequence[Report]) -> str:
        return notation.information(variant, seat, events, reports)

    def events_of(self, variant: PodXVariant, information: str) -> list[Event]:
        return confirmed(self, variant, information, notation.events_of(variant, information))

    def picture(
        self,
        variant: PodXVariant,
        seat: int | None,
        observation: dict[str, NDArray[np.float32]],
        reports: Sequence[Report],
    ) -> str:
        return notation.picture(variant, seat, observation, reports)

    def components(self) -> dict[str, str]:
        return {"cards": cards.cards_table()}

    def player(self, name: str) -> Player:
        return {"heuristic": heuristic.heuristic, "fold": heuristic.fold}[name]
