"""Liar's dice for two or three; importing it registers it."""

from dataclasses import dataclass

from pod_envs import register_game
from pod_envs.core.game import Game, GameSpec
from pod_envs.core.kernels import kernels_over
from pod_envs.core.variant import Variant

from .rules import FACES, OUTCOMES, SEATS, STATE


@dataclass(frozen=True)
class LiarsDiceVariant(Variant):
    """The options of the rules; they and the properties are `v.num_players`, `v.bids` in compiled code."""

    num_players: int = 3

    def __post_init__(self) -> None:
        self.require_integer("num_players", 2, SEATS)

    @property
    def bids(self) -> int:
        return self.num_players * FACES


class LiarsDice(Game):
    spec = GameSpec(
        name="liars_dice",
        title="Liar's dice",
        version=0,
        variant=LiarsDiceVariant,
        state=STATE,
        chance_kinds=("roll",),
        max_outcomes=OUTCOMES,
        players={"counter": "makes the likeliest bid, and doubts one that asks for too much"},
    )
    kernels = kernels_over(__name__)

    def num_actions(self, variant: LiarsDiceVariant) -> int:
        return variant.bids + 1

    def max_decisions(self, variant: LiarsDiceVariant) -> int:
        return variant.bids + 1

    def zero_sum(self, variant: LiarsDiceVariant) -> bool:
        return True

    def action_text(self, variant: LiarsDiceVariant, action: int) -> str:
        return "doubt" if action == variant.bids else f"{action // FACES + 1}x{action % FACES + 1}"


liars_dice_v0 = register_game(LiarsDice())
