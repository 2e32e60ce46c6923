"""Polypods: a game of perfect information for two on the vertices of the snub-square tiling."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.game import Event, Game, GameSpec, Player, Report
from pod_envs.core.graph import Graph
from pod_envs.core.kernels import kernels_over
from pod_envs.core.layout import Layout
from pod_envs.core.recall import confirmed

from . import notation
from .heuristic import heuristic
from .rules import CLEARED, PETRIFIED
from .state import SEATS, STATE
from .variant import PolypodsVariant, graph_of, layout_of, params_of

__all__ = ["Polypods"]


class Polypods(Game):
    """Polypods behind the seam."""

    spec = GameSpec(
        name="polypods",
        class_name="Polypods",
        title="Polypods",
        version=0,
        variant=PolypodsVariant,
        state=STATE,
        chance_kinds=(),
        max_outcomes=0,
        report_key="losses",
        perfect_information=True,
        split=64,
        notes="the rules are sourced; size and outline of the board and the limit of plies are this package's choice",
        players={"heuristic": "a rule player that looks at each move and at the foe's best answer"},
    )
    kernels = kernels_over(__name__)

    def params(self, variant: PolypodsVariant) -> NDArray[Any]:
        return params_of(variant)

    def layout(self, variant: PolypodsVariant) -> Layout:
        return layout_of(variant)

    def graph(self, variant: PolypodsVariant) -> Graph:
        return graph_of(variant)

    def num_actions(self, variant: PolypodsVariant) -> int:
        return variant.vertices + 1

    def zero_sum(self, variant: PolypodsVariant) -> bool:
        return True

    def max_decisions(self, variant: PolypodsVariant) -> int:
        return variant.ply_limit

    def report(self, variant: PolypodsVariant, news: Sequence[int]) -> Report:
        """Discs of the foe that a placement took off: dissolved feet, and core and feet of polypods that died."""
        return {"dissolved": int(news[0]), "cleared": int(news[CLEARED]), "petrified": int(news[PETRIFIED])}

    def details(self, variant: PolypodsVariant, state: Any, reports: Sequence[Report]) -> dict[str, Any]:
        score, fringe = state["score"].tolist(), state["fringe"].tolist()
        best = max(zip(score, fringe, strict=True))
        winners = [seat for seat in range(SEATS) if (score[seat], fringe[seat]) == best]
        over = int(state["passes"]) == 2 and len(winners) == 1
        winner = winners[0] if over else None
        return {"scores": score, "fringe": fringe, "plies": int(state["plies"]), "winner": winner}

    def action_text(self, variant: PolypodsVariant, action: int) -> str:
        return notation.action_text(variant, action)

    def parse_action(self, variant: PolypodsVariant, text: str) -> int:
        return notation.parse_action(variant, text)

    def information(
        self, variant: PolypodsVariant, seat: int, events: Sequence[Event], reports: Sequence[Report]
    ) -> str:
        return notation.information(variant, seat, events, reports)

    def events_of(self, variant: PolypodsVariant, information: str) -> list[Event]:
        return confirmed(self, variant, information, notation.events_of(variant, information))

    def picture(
        self,
        variant: PolypodsVariant,
        seat: int | None,
        observation: dict[str, NDArray[np.float32]],
        reports: Sequence[Report],
    ) -> str:
        return notation.picture(variant, seat, observation, reports)

    def player(self, name: str) -> Player:
        return {"heuristic": heuristic}[name]
