"""PettingZoo's bookkeeping beside a game, as copies and saved states hold it."""

import copy
from typing import Any

from pod_envs.core.actions import denial
from pod_envs.core.errors import StateError
from pod_envs.core.record import same
from pod_envs.core.table import Table

__all__ = ["BOOKS", "checked_books", "copied_books", "hearsay", "hush"]

BY_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
BOOKS = ("agents", "agent_selection", *BY_AGENT, "aborted", "_paid", "_skip_agent_selection")


def checked_books(books: Any, table: Table, agents: list[str]) -> dict[str, Any]:
    """The bookkeeping of a saved state; StateError unless it is complete and agrees with the game at `table`."""
    if not isinstance(books, dict) or set(books) != set(BOOKS):
        raise StateError("the saved state holds no bookkeeping of this environment; save it with get_state()")
    alive = books["agents"]
    if not isinstance(alive, list) or alive != [agent for agent in agents if agent in alive]:
        raise StateError(f"the saved state names agents {alive!r:.200}, this environment has {agents}")
    if not all(isinstance(books[name], dict) and set(books[name]) == set(alive) for name in BY_AGENT):
        raise StateError("the saved state's bookkeeping is not that of its agents")
    for name in BOOKS:
        if not FITS[name](books, table, agents):
            raise StateError(f"the saved state's {name} do not fit its game: {books[name]!r:.200}")
    return books


def hearsay(table: Table, agent: str, seat: int, action: int) -> dict[str, Any]:
    """What others hear of an illegal action: not what would have been legal, which can be the agent's secret."""
    text = f"{denial(table.game, table.variant, seat, action)}; the game ends with -1 for this seat"
    return {"agent": agent, "action": action, "message": text}


def hush(infos: dict[str, dict[str, Any]], agent: str, table: Table, seats: dict[str, int]) -> None:
    """Leave in the infos of other agents what `agent` may hear of an illegal action."""
    for name, info in infos.items():
        if name != agent and "illegal_action" in info:
            offender, action = info["illegal_action"]["agent"], info["illegal_action"]["action"]
            info["illegal_action"] = hearsay(table, offender, seats[offender], action)


PLAIN = frozenset({int, float, str, bool, type(None)})


def copied_books(value: Any) -> Any:
    """A deep copy; several times as quick as copy.deepcopy for what JSON has, which is most of what there is."""
    if type(value) is dict:
        return {key: part if type(part) in PLAIN else copied_books(part) for key, part in value.items()}
    if type(value) is list:
        return [part if type(part) in PLAIN else copied_books(part) for part in value]
    return value if type(value) in PLAIN else copy.deepcopy(value)


def is_over(books: dict[str, Any], table: Table) -> bool:
    """Whether the game has ended, by its rules or outside them."""
    return books["aborted"] is True or table.ended is not None


def fit_agents(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """All agents play until the end."""
    return is_over(books, table) or books["agents"] == agents


def fit_selection(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """The agent to ask has the seat to act, or after the end is one of those that are left."""
    if is_over(books, table):
        return books["agent_selection"] in (books["agents"] or agents)
    return table.seat >= 0 and bool(books["agent_selection"] == agents[table.seat])


def fit_skip(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """PettingZoo's agent to go back to after dead steps."""
    return books["_skip_agent_selection"] is None or books["_skip_agent_selection"] in agents


def fit_aborted(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """A game that has ended by its rules cannot end outside them."""
    return type(books["aborted"]) is bool and not (books["aborted"] and table.ended)


def are_numbers(values: Any) -> bool:
    """Whether all of them are finite numbers, and no truth values."""
    return all(type(value) in (int, float) and abs(value) < 1e300 for value in values)


def fit_terminations(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """All agents are terminated at once."""
    wanted = books["aborted"] or table.ended == "terminated"
    return all(value is wanted for value in books["terminations"].values())


def fit_truncations(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """All agents are truncated at once."""
    return all(value is (table.ended == "truncated") for value in books["truncations"].values())


def fit_infos(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """Each holds the last of the game's reports, and after the end what the end says."""
    told = all(isinstance(info, dict) and fit_info(info, books, table) for info in books["infos"].values())
    return told and fit_endings(books, table, agents)


def fit_info(info: dict[str, Any], books: dict[str, Any], table: Table) -> bool:
    """One agent's."""
    told, reports = info.get(table.game.spec.report_key), table.reports
    if not isinstance(told, list) or not same(told, reports[len(reports) - len(told) :]):
        return False
    if not is_over(books, table):
        return True
    returns, illegal = info.get("returns"), info.get("illegal_action")
    paid = isinstance(returns, list) and len(returns) == table.variant.num_players and are_numbers(returns)
    return paid and isinstance(illegal, dict) is books["aborted"]


def fit_endings(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """After the end each info holds what the game says to its agent."""
    if books["aborted"] or table.ended is None:
        return True
    state = table.store.states[0]
    for agent, info in books["infos"].items():
        said = table.game.ending(table.variant, state, agents.index(agent))
        if not same({key: info.get(key) for key in said}, said):
            return False
    return True


FITS = {
    "agents": fit_agents,
    "agent_selection": fit_selection,
    "rewards": lambda books, table, agents: are_numbers(books["rewards"].values()),
    "_cumulative_rewards": lambda books, table, agents: are_numbers(books["_cumulative_rewards"].values()),
    "terminations": fit_terminations,
    "truncations": fit_truncations,
    "infos": fit_infos,
    "aborted": fit_aborted,
    "_paid": lambda books, table, agents: type(books["_paid"]) is bool,
    "_skip_agent_selection": fit_skip,
}
