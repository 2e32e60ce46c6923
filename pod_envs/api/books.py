"""PettingZoo's bookkeeping beside a game, as copies and saved states hold it."""

from typing import Any

from pod_envs.core.errors import StateError

__all__ = ["BOOKS", "checked_books"]

BY_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
BOOKS = ("agents", "agent_selection", *BY_AGENT, "aborted", "_paid", "_skip_agent_selection")


def checked_books(books: Any, agents: list[str]) -> dict[str, Any]:
    """The bookkeeping of a saved state; StateError unless it is complete."""
    if not isinstance(books, dict) or set(books) != set(BOOKS):
        raise StateError("the saved state holds no bookkeeping of this environment; save it with get_state()")
    alive = books["agents"]
    if not isinstance(alive, list) or not set(map(str, alive)) <= set(agents) or books["agent_selection"] not in agents:
        raise StateError(f"the saved state names agents {alive!r}, this environment has {agents}")
    if not all(isinstance(books[name], dict) and set(books[name]) == set(alive) for name in BY_AGENT):
        raise StateError("the saved state's bookkeeping is not that of its agents")
    return books
