"""Ocean Pods: a race for two to five researchers with dice, hidden objectives, and an ocean that all can lose."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.game import Event, Game, GameSpec, Player, Report
from pod_envs.core.kernels import kernels_over
from pod_envs.core.layout import Layout
from pod_envs.core.recall import confirmed
from pod_envs.core.table import table_of_events

from . import components, notation
from .heuristic import heuristic
from .state import ACTIONS, CARDS, LOST, SCORED, STATE
from .variant import OceanPodsVariant, layout_of, params_of

__all__ = ["OceanPods"]


class OceanPods(Game):
    """Ocean Pods behind the seam."""

    spec = GameSpec(
        name="ocean_pods",
        class_name="OceanPods",
        title="Ocean Pods",
        version=0,
        variant=OceanPodsVariant,
        state=STATE,
        chance_kinds=("ocean", "first_player", "objective", "open", "white", "blue", "reroll", "refill"),
        max_outcomes=CARDS,
        report_key="claims",
        rotation={"first_player": "seat", "objective": "hands"},
        weights="an objective by 1 + the seat's claims that count for it, up to what it needs",
        notes="cards, objectives, oceans, how the boat blocks and which faces of the dice repeat are reconstructed; "
        "the course of play is sourced",
        players={"heuristic": "a rule player that weighs tokens by the cards they bring nearer, and cleans in time"},
    )
    kernels = kernels_over(__name__)

    def params(self, variant: OceanPodsVariant) -> NDArray[Any]:
        return params_of(variant)

    def layout(self, variant: OceanPodsVariant) -> Layout:
        return layout_of(variant)

    def num_actions(self, variant: OceanPodsVariant) -> int:
        return ACTIONS

    def zero_sum(self, variant: OceanPodsVariant) -> bool:
        return variant.reward == "outcome" and variant.reward_scheme == "zero_sum"

    def measured(self, variant: OceanPodsVariant) -> OceanPodsVariant:
        return self.variant(variant, reward="outcome", reward_scheme="semi_coop")  # type: ignore[no-any-return]

    def win_shares(self, variant: OceanPodsVariant, returns: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.maximum(returns, 0.0)

    def collective_losses(self, variant: OceanPodsVariant, returns: NDArray[np.float64]) -> NDArray[np.bool_]:
        return returns < 0

    def ending(self, variant: OceanPodsVariant, state: Any, seat: int) -> dict[str, Any]:
        """`result` of the seat [0.1.10], and the outcome and the parts of the scores as in the record's details."""
        details = self.details(variant, state, ())
        winners = winners_of(state, variant.num_players)
        scored = details["outcome"] in ("win", "shared")
        result = "loss" if scored and seat not in winners else details["outcome"]
        return {"result": result, **details}

    def perfect_information(self, variant: OceanPodsVariant) -> bool:
        """The objectives are all that anybody hides."""
        return variant.public_objectives

    def max_decisions(self, variant: OceanPodsVariant) -> int:
        """In a round one bonus, and for each seat a die and research."""
        return variant.round_limit * (1 + 2 * variant.num_players)

    def report(self, variant: OceanPodsVariant, news: Sequence[int]) -> Report:
        """A claim: whose, and the card's id."""
        return {"seat": int(news[0]), "card": int(news[1])}

    def details(self, variant: OceanPodsVariant, state: Any, reports: Sequence[Report]) -> dict[str, Any]:
        n = variant.num_players
        lists = {
            "card_points": "points", "objective_points": "bonus", "plastic": "plastic", "totals": "total",
            "objectives": "objective",
        }  # fmt: skip
        found = {key: [int(value) for value in state[name][:n]] for key, name in lists.items()}
        return {"outcome": outcome_of(state, n), **found, "rounds": int(state["rounds"])}

    def action_text(self, variant: OceanPodsVariant, action: int) -> str:
        return notation.action_text(action)

    def parse_action(self, variant: OceanPodsVariant, text: str) -> int:
        return notation.parse_action(text)

    def information(
        self, variant: OceanPodsVariant, seat: int, events: Sequence[Event], reports: Sequence[Report]
    ) -> str:
        over = table_of_events(self, variant, list(events)).ended is not None
        return notation.information(variant, seat, events, over)

    def events_of(self, variant: OceanPodsVariant, information: str) -> list[Event]:
        return confirmed(self, variant, information, notation.events_of(variant, information))

    def picture(
        self,
        variant: OceanPodsVariant,
        seat: int | None,
        observation: dict[str, NDArray[np.float32]],
        reports: Sequence[Report],
    ) -> str:
        return notation.picture(variant, seat, observation, reports)

    def components(self) -> dict[str, str]:
        return {
            "cards": components.cards_table(),
            "objectives": components.objectives_table(),
            "dice": components.dice_table(),
        }

    def player(self, name: str) -> Player:
        return {"heuristic": heuristic}[name]


def winners_of(state: Any, seats: int) -> list[int]:
    """Seats with the largest (total, plastic) of a scored game [0.1.6]."""
    marks = [(int(state["total"][seat]), int(state["plastic"][seat])) for seat in range(seats)]
    return [seat for seat in range(seats) if marks[seat] == max(marks)]


def outcome_of(state: Any, seats: int) -> str:
    """The outcome of a finished game as its record tells it."""
    if state["phase"] == LOST:
        return "all_lose"
    if state["phase"] != SCORED:
        return "truncated"
    return "win" if len(winners_of(state, seats)) == 1 else "shared"
