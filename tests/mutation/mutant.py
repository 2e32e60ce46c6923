"""One change of a game's rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Mutant", "rules_of", "unchanged"]

GAMES = Path(__file__).resolve().parents[2] / "pod_envs" / "games"


@dataclass(frozen=True)
class Mutant:
    """One change of one place."""

    operator: str
    occurrence: int
    source: str  # of the whole module
    change: str  # the lines that go and come, as in a unified diff without its heads

    @property
    def name(self) -> str:
        """What it is called in reports: it stays the same as long as the line does."""
        return f"{self.operator.partition('/')[2]}: {self.change}"


def rules_of(game: str) -> Path:
    """The file that is mutated."""
    return GAMES / game / "rules.py"


def unchanged(game: str) -> Mutant:
    """The rules as they are."""
    return Mutant("none", 0, rules_of(game).read_text(), "")
