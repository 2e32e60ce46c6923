"""All kinds of inputs by name."""

from __future__ import annotations

from .actions import ACTIONS
from .commands import COMMANDS
from .configs import CONFIGS
from .kind import Kind
from .policies import POLICIES
from .records import RECORDS
from .states import STATES
from .variants import CARDS, VARIANTS

__all__ = ["KINDS"]

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (RECORDS, STATES, VARIANTS, CARDS, CONFIGS, COMMANDS, POLICIES, ACTIONS)
}
