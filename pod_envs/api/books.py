"""PettingZoo's bookkeeping beside a game, as copies and saved states hold it."""

import copy
from typing import Any

from pod_envs.core.actions import denial, refusal
from pod_envs.core.errors import StateError
from pod_envs.core.record import same
from pod_envs.core.table import Table

__all__ = ["BOOKS", "checked_books", "copied_books", "ended_with", "hearsay", "hush"]

BY_AGENT = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
ENDS = "the game ends with -1 for this seat"  # what a masked action does
BOOKS = ("agents", "agent_selection", *BY_AGENT, "aborted", "_paid", "_skip_agent_selection")


def checked_books(books: Any, table: Table, agents: list[str]) -> dict[str, Any]:
    """The bookkeeping of a saved state; StateError unless it is complete and what the game at `table` makes it."""
    if not isinstance(books, dict) or list(books) != list(BOOKS):
        raise StateError("the saved state holds no bookkeeping of this environment; save it with get_state()")
    wanted = wanted_books(books, table, agents)
    for name in BOOKS:
        if not (fit_infos(books, table, agents) if name == "infos" else alike(books[name], wanted[name])):
            raise StateError(f"the saved state's {name} do not fit its game: {books[name]!r:.200}")
    return books


def hearsay(table: Table, agent: str, seat: int, action: int) -> dict[str, Any]:
    """What others hear of an illegal action: not what would have been legal, which can be the agent's secret."""
    text = f"{denial(table.game, table.variant, seat, action)}; {ENDS}"
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


def wanted_books(books: dict[str, Any], table: Table, agents: list[str]) -> dict[str, Any]:
    """What the bookkeeping but for the infos must be, by the game and by what only the books can know.

    That is whether a masked action ended the game, and how many agents are done after its end.
    """
    aborted = books["aborted"] is True and table.ended is None
    over, left = aborted or table.ended is not None, books["agents"]
    done = len(agents) - len(left) if over and isinstance(left, list) else 0
    alive, selection, skipped = asked(table, agents, done) if over else (agents, acting(table, agents), None)
    paid = dict(zip(agents, zip(table.pay.tolist(), table.reward.tolist(), strict=True), strict=True))
    if aborted:
        paid = {agent: (0.0, reward) for agent, (_, reward) in paid.items()} | {acting(table, agents): (-1.0, -1.0)}
    return {
        "agents": alive,
        "agent_selection": selection,
        "rewards": {agent: 0.0 if done else paid[agent][0] for agent in alive},
        "_cumulative_rewards": {agent: paid[agent][1] for agent in alive},
        "terminations": dict.fromkeys(alive, aborted or table.ended == "terminated"),
        "truncations": dict.fromkeys(alive, table.ended == "truncated"),
        "aborted": aborted,
        "_paid": aborted or bool(table.pay.any()),
        "_skip_agent_selection": skipped,
    }


def acting(table: Table, agents: list[str]) -> Any:
    """The agent whose decision is due; None where none is."""
    return agents[table.seat] if table.seat >= 0 else None


def asked(table: Table, agents: list[str], done: int) -> tuple[list[str], str, str | None]:
    """After the end, when so many agents are done: those that are left, the one to ask, and where asking began.

    PettingZoo asks the next one clockwise first, and then the others in their order.
    """
    last = int(table.store.cells["viewer"][0])
    first = agents[(last + 1) % len(agents)]
    order = [first, *(agent for agent in agents if agent != first)]
    left = [agent for agent in agents if agent in order[done:]]
    return left, order[done % len(agents)], first if 0 < done < len(agents) else None


def alike(given: Any, wanted: Any) -> bool:
    """The same, where 0 may stand for 0.0."""
    if isinstance(wanted, dict) and isinstance(given, dict) and given.keys() == wanted.keys():
        return all(alike(given[key], value) for key, value in wanted.items())
    if isinstance(wanted, float):
        return type(given) in (int, float) and bool(given == wanted)
    return same(given, wanted)


def fit_infos(books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """Each agent's infos hold the last of the game's reports, after the end what the end says, and nothing else."""
    infos = books["infos"]
    if not isinstance(infos, dict) or infos.keys() != set(books["agents"]):
        return False
    return all(isinstance(info, dict) and fit_info(agent, info, books, table, agents) for agent, info in infos.items())


def fit_info(agent: str, info: dict[str, Any], books: dict[str, Any], table: Table, agents: list[str]) -> bool:
    """One agent's."""
    key, reports = table.game.spec.report_key, table.reports
    told, seat = info.get(key), agents.index(agent)
    if not isinstance(told, list) or not same(told, reports[len(reports) - len(told) :]):
        return False
    rest, returns = {name: value for name, value in info.items() if name != key}, table.returns.tolist()
    if books["aborted"]:
        returns[table.seat] -= 1.0
        return fit_illegal(rest.pop("illegal_action", None), agent, table, agents) and same(rest, {"returns": returns})
    if table.ended is None:
        return not rest
    return same(rest, {"returns": returns} | table.game.ending(table.variant, table.store.states[0], seat))


def fit_illegal(told: Any, agent: str, table: Table, agents: list[str]) -> bool:
    """What `agent` was told of a masked action: the offender of what was legal, too, unless the world is drawn."""
    action = told.get("action") if isinstance(told, dict) else None
    if type(action) is not int or not 0 <= action < table.game.num_actions(table.variant):
        return False
    heard = hearsay(table, agents[table.seat], table.seat, action)
    whole = refusal(table.game, table.variant, table.seat, table.store.mask[0], action)
    return same(told, heard) or (agent == agents[table.seat] and same(told, heard | {"message": ended_with(whole)}))


def ended_with(sentence: str) -> str:
    """The sentence for a refused action, where that action ends the game."""
    return sentence.replace("nothing has changed", ENDS)
