"""One game as text: at each state what has changed in the truth and in what each seat and a spectator see."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.record import dump, record_of
from pod_envs.core.table import Table

from .cases import Case, outcome_name

__all__ = ["playthrough"]

Values = dict[str, NDArray[Any]]  # fields by name

LEGEND = """\
One random game, and all that anybody can see of it.  A state begins with == and its number, and tells
  what happened before it: an action or an outcome of chance, by its id and its name,
  paid      what that step paid to each seat, and what each has been paid since the game began, where it paid any,
  report    what it told all seats, if anything,
  truth     fields of the state that it changed, from > to,
  sees      values of the observation that it changed, by field name, for the seats that see them so,
  knows     new lines of the information state,
  picture   as a spectator sees it: whole at a decision, else the lines that have changed,
  own       lines of a seat's own picture that a spectator's lacks, where they are new,
  legal     the actions of the seat to act, or due: the outcomes of chance with their probabilities.
What is not told has not changed.  Values that are not listed in state 0 are 0."""


@dataclass
class Seen:
    """What was true and seen at the last state."""

    truth: Values = field(default_factory=dict)
    views: dict[int, Values] = field(default_factory=dict)
    infos: dict[int, list[str]] = field(default_factory=dict)
    public: list[str] = field(default_factory=list)
    own: dict[int, list[str]] = field(default_factory=dict)


def playthrough(case: Case) -> str:
    """The text of a case's game."""
    rng = random.Random(case.seed)
    table = Table(case.game, case.options, seed=0, explicit_chance=True)
    seen = Seen()
    lines = [*heading(table, case), "", "== 0 the game begins", *state_lines(table, seen)]
    number = 0
    while table.ended is None:
        number += 1
        told = len(table.reports)
        happened = advance(table, case, rng)
        lines += ["", f"== {number} {happened}", *news_lines(table, told), *state_lines(table, seen)]
    return "\n".join([*lines, "", *ending_lines(table)]) + "\n"


# What happens


def advance(table: Table, case: Case, rng: random.Random) -> str:
    """One random decision or chance outcome, in words."""
    if table.seat < 0:
        kind = table.chance_kind
        outcome = drawn(table.chance_outcomes(), rng)
        words = in_words(table, outcome)
        table.apply_chance(outcome)
        return f"chance {kind}: {words}"
    seat, action = table.seat, chosen(table, case.seldom, rng)
    table.act(action)
    return f"seat {seat}: {action} {text(table, action)}"


def in_words(table: Table, outcome: int) -> str:
    """Id of an outcome of the draw that is due, and its name where it has one."""
    name = outcome_name(table.game.spec.name, table.variant, str(table.chance_kind), outcome)
    return str(outcome) if name is None else f"{outcome} {name}"


def text(table: Table, action: int) -> str:
    """An action in words."""
    return table.game.action_text(table.variant, action)


def drawn(outcomes: Sequence[tuple[int, float]], rng: random.Random) -> int:
    """An outcome, each with its probability."""
    left = rng.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]


def chosen(table: Table, seldom: Sequence[str], rng: random.Random) -> int:
    """A legal action; `random()` is the one draw whose numbers are the same in every Python."""
    legal = table.legal()
    usual = [action for action in legal if text(table, action) not in seldom]
    among = usual if usual and rng.random() < 0.95 else legal
    return among[int(rng.random() * len(among))]


# What is told


def heading(table: Table, case: Case) -> list[str]:
    """What game this is."""
    game, variant = table.game, table.variant
    layout = game.layout(variant)
    parts = [f"{part.name}{list(part.shape)}<={part.high:g}{'*' * part.private}" for part in layout.fields]
    return [
        f"{game.spec.title}: {case.path}, written by `python -m tests.goldens --write`",
        "",
        *LEGEND.split("\n"),
        "",
        f"game      {game.spec.name}, version {game.spec.version}, seed {case.seed}",
        f"variant   {json.dumps(variant.as_dict())}",
        f"actions   {game.num_actions(variant)}; at most {game.max_decisions(variant)} decisions; "
        f"{'zero-sum' if game.zero_sum(variant) else 'general-sum'}",
        f"observed  {layout.length} values, layout {layout.digest()}; fields with * are private",
        *wrapped("          ", parts),
    ]


def news_lines(table: Table, told: int) -> Iterator[str]:
    """What the last step paid and told."""
    if table.pay.any():
        yield f"paid      {numbers(table.pay)}; in all {numbers(table.returns)}"
    for report in table.reports[told:]:
        yield f"report    {json.dumps(report)}"


def state_lines(table: Table, seen: Seen) -> Iterator[str]:
    """What has changed since `seen`, which is brought up to date, and what can happen now."""
    seats = range(table.variant.num_players)
    truth = truth_of(table)
    yield from wrapped("truth     ", changes(seen.truth, truth, ">"))
    seen.truth = truth
    views = {seat: view_of(table, seat) for seat in seats}
    yield from by_seat("sees", {seat: changes(seen.views.get(seat, {}), views[seat], "=") for seat in seats})
    seen.views = views
    infos = {seat: table.information_state(seat).split("\n") for seat in seats}
    yield from by_seat("knows", {seat: after(seen.infos.get(seat, []), infos[seat]) for seat in seats}, "; ")
    seen.infos = infos
    yield from picture_lines(table, seen)
    yield from due_lines(table)


def picture_lines(table: Table, seen: Seen) -> Iterator[str]:
    """The spectator's picture, and what seats see in theirs beside it."""
    seats = range(table.variant.num_players)
    public = table.picture().split("\n")
    whole = public != seen.public and (table.seat >= 0 or table.ended is not None)
    yield from (f"picture   {line}" for line in public if whole or line not in seen.public)
    own = {seat: [line for line in table.picture(seat).split("\n") if line not in public] for seat in seats}
    fresh = {seat: [line.strip() for line in own[seat] if line not in seen.own.get(seat, [])] for seat in seats}
    yield from by_seat("own", fresh, "; ")
    seen.public, seen.own = public, own


def due_lines(table: Table) -> Iterator[str]:
    """What can happen now."""
    if table.seat >= 0:
        words = [f"{action} {text(table, action)}" for action in table.legal()]
        yield from wrapped(f"legal     seat {table.seat}: ", words, ", ")
    elif table.ended is None:
        outcomes = table.chance_outcomes()
        for share in dict.fromkeys(f"{share:.4g}" for _, share in outcomes):
            words = [in_words(table, what) for what, other in outcomes if f"{other:.4g}" == share]
            yield from wrapped(f"due       {table.chance_kind}, {share} each: ", words, ", ")


def ending_lines(table: Table) -> Iterator[str]:
    """How the game ended."""
    yield f"== {table.ended}"
    yield f"returns   {numbers(table.returns)}"
    yield f"details   {json.dumps(table.details())}"
    said = {
        seat: [f"{key} {json.dumps(value)}" for key, value in ending_of(table, seat).items()]
        for seat in range(table.variant.num_players)
    }
    yield from by_seat("told", said, "; ")
    masks = {table.observe(seat)[1].tobytes() for seat in range(table.variant.num_players)}
    yield f"masks     {'all ones' if masks == {bytes([1]) * len(table.store.mask[0])} else 'NOT all ones'}"
    yield f"record    {len(table.events)} events, {len(dump(record_of(table)))} characters"


def ending_of(table: Table, seat: int) -> Mapping[str, Any]:
    """What the end says to a seat."""
    return table.game.ending(table.variant, table.store.states[0], seat)


# Values


def truth_of(table: Table) -> Values:
    """The fields of the state."""
    state = table.state[0]
    return {name: np.array(state[name]) for name in state.dtype.names}


def view_of(table: Table, seat: int) -> Values:
    """The fields of a seat's observation, and how many actions its mask has where it is not to act."""
    observation, mask = table.observe(seat)
    view: Values = table.game.layout(table.variant).named(observation)
    return view if seat == table.seat else view | {"mask": mask.sum()}


def changes(before: Values, now: Values, sign: str) -> list[str]:
    """What differs, at first what is not 0: `name[places] from>to` where the sign is ">", else `name[places]=to`."""
    found = []
    for name, values in now.items():
        was = before.get(name, np.zeros_like(values))
        groups: dict[str, list[str]] = {}
        for at in zip(*np.nonzero(np.atleast_1d(values != was)), strict=True):
            at = at if values.ndim else ()
            told = f" {number(was[at])}>{number(values[at])}" if sign == ">" else f"={number(values[at])}"
            groups.setdefault(told, []).append(",".join(map(str, at)))
        found += [f"{name}{place(values, places)}{told}" for told, places in groups.items()]
    return found


def place(values: NDArray[Any], places: list[str]) -> str:
    """Indices within a field."""
    if values.size == 1:
        return ""
    return "[all]" if len(places) == values.size else f"[{' '.join(places)}]"


def after(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The lines behind those that both begin with."""
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))))
    return list(now[same:])


def number(value: Any) -> str:
    """Four digits of a float, all of an integer."""
    return str(value) if isinstance(value, np.integer) else f"{value:.4g}"


def numbers(values: NDArray[np.float64]) -> str:
    """Floats in a row."""
    return " ".join(f"{value:+.6g}" for value in values.tolist())


# Lines


def by_seat(what: str, entries: Mapping[int, Sequence[str]], between: str = " ") -> Iterator[str]:
    """Entries of each seat, those that are the same for several seats told once."""
    shared: dict[str, list[int]] = {}
    for seat, texts in entries.items():
        for entry in dict.fromkeys(texts):
            shared.setdefault(entry, []).append(seat)
    groups: dict[tuple[int, ...], list[str]] = {}
    for entry, seats in shared.items():
        groups.setdefault(tuple(seats), []).append(entry)
    for seats_, texts in groups.items():
        who = "all" if len(seats_) == len(entries) else " ".join(map(str, seats_))
        yield from wrapped(f"{what:<9} {who}: ", texts, between)


def wrapped(head: str, words: Sequence[str], between: str = " ") -> Iterator[str]:
    """Words in lines of about 150 characters, later ones indented."""
    line = head
    for place, word in enumerate(words):
        if len(line) > 150:
            yield line.rstrip()
            line = " " * 10
        line += word + (between if place < len(words) - 1 else "")
    if words:
        yield line.rstrip()
