"""The games.  A new one adds one entry here."""

from pod_envs.core.game import GAMES, add_game

from .ocean_pods import OceanPods
from .pod_x import PodX
from .polypods import Polypods
from .relative_space import RelativeSpace

__all__ = ["GAMES"]

for game in (PodX(), Polypods(), RelativeSpace(), OceanPods()):
    add_game(game)
