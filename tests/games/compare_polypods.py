"""The compiled engine of Polypods against the slow twin, ply by ply.

In full: `python -m tests.games.compare_polypods --games 2000`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.record import dump, record_of, replay
from pod_envs.core.table import Table
from pod_envs.games.polypods.position import board_string, position_text
from tests.games.reference_polypods import Game
from tests.games.reference_polypods_records import replay_record, write_record
from tests.games.variants_polypods import BOARDS, LARGE, VARIANTS, WAYS

__all__ = ["Difference", "Twin", "compare", "compare_game", "compare_position", "expected_observation", "lockstep"]

Options = dict[str, Any]
Look = Callable[[Table, Game], None]
GAMES_HELP = "games of each board (default 2000), a tenth of each other variant, a hundredth of each large board"


class Difference(AssertionError):
    """The first thing in which engine and twin differ."""


def same(what: str, engine: Any, twin: Any) -> None:
    """Refuse a difference."""
    if engine != twin:
        raise Difference(f"{what}: the engine has {engine!r}, the twin {twin!r}")


class Twin(Game):
    """The twin, which works out what is legal once a ply."""

    found: tuple[int, list[int]] = (-1, [])  # at which ply, and what

    def placements(self) -> list[int]:
        """The vertices where the seat to act may place."""
        if self.found[0] != self.plies:
            self.found = self.plies, super().placements()
        return self.found[1]


# What a seat should see, from the twin ------------------------------------------------------------------------------


def expected_observation(game: Game, seat: int, table: Table) -> NDArray[np.float32]:
    """The observation of `seat` as the twin's position has it, in the layout of `table`."""
    layout = table.game.layout(table.variant)
    flat = np.zeros(layout.length, np.float32)
    fields = layout.named(flat)  # views of `flat`
    signs = np.array(list(game.board_string()))
    for name, letters in (("own", "aAbB"), ("foe", "bBaA")):
        fields[f"{name}_foot"][signs == letters[2 * seat]] = 1
        fields[f"{name}_core"][signs == letters[2 * seat + 1]] = 1
    fields["rock"][signs == "#"] = 1
    fields["empty"][signs == "."] = 1
    for v, (size, core) in enumerate(game.polypod_facts()):
        fields["size"][v], fields["cores"][v] = size / game.board.size, core / game.board.size
    fill_game(game, seat, fields)
    return flat


def fill_game(game: Game, seat: int, fields: dict[str, NDArray[np.float32]]) -> None:
    """The facts that no vertex owns."""
    if not game.over:
        fields["to_act"][0 if game.seat() == seat else 1] = 1
    fields["last_pass"][0] = game.last_action == game.pass_action
    fields["ply"][0] = game.plies / min(game.variant["max_plies"], 2**62)
    for name, counts in (("score", game.scores()), ("fringe", game.fringe())):
        fields[name][:] = [counts[seat] / game.board.size, counts[1 - seat] / game.board.size]


def swapped(observation: NDArray[np.float32], table: Table) -> NDArray[np.float32]:
    """What the other seat sees: own and foe change places."""
    flat = observation.copy()
    old, new = (table.game.layout(table.variant).named(one) for one in (observation, flat))
    for one, other in (("own_foot", "foe_foot"), ("own_core", "foe_core")):
        new[one][:], new[other][:] = old[other], old[one]
    for name in ("to_act", "score", "fringe"):
        new[name][:] = old[name][::-1]
    return flat


def compare_position(table: Table, game: Game) -> None:
    """Board, counts, and what both seats see and may do."""
    state = table.store.states[0]
    same("board", board_string(table.variant, state), game.board_string())
    same("core", state["score"].tolist(), game.scores())
    same("fringe", state["fringe"].tolist(), game.fringe())
    same("plies, passes", (int(state["plies"]), int(state["passes"])), (game.plies, game.passes))
    if not game.over:
        same("position", position_text(table.variant, state), game.position())
    wanted = expected_observation(game, 0, table)
    for seat, expected in enumerate([wanted, swapped(wanted, table)]):
        compare_view(table, game, seat, expected)


def compare_view(table: Table, game: Game, seat: int, wanted: NDArray[np.float32]) -> None:
    """What one seat sees and may do."""
    observation, mask = table.observe(seat)
    if observation.tobytes() != wanted.tobytes():
        named = table.game.layout(table.variant).named
        for field, value in named(observation).items():
            same(f"seat {seat}, {field}", value.tolist(), named(wanted)[field].tolist())
        raise Difference(f"seat {seat}: the observations differ in their bytes")
    legal = [*range(game.board.size + 1)] if game.over else game.legal() if seat == game.seat() else []
    same(f"seat {seat}, mask", np.flatnonzero(mask).tolist(), legal)


# Games --------------------------------------------------------------------------------------------------------------


def twin_game(table: Table) -> Game:
    """The twin at the beginning of the table's variant."""
    variant = table.variant.as_dict()
    game = Twin(variant)
    same("resolved variant", variant, game.variant)
    return game


def told(changes: dict[str, list[int]]) -> list[dict[str, int]]:
    """What all are told after a placement: the numbers of discs that left the board, if any did."""
    counts = [len(changes[key]) for key in ("dissolved", "removed", "petrified")]
    return [dict(zip(("dissolved", "cleared", "petrified"), counts, strict=True))] if any(counts) else []


def lockstep(table: Table, rng: random.Random, way: str, look: Look) -> tuple[Game, list[dict[str, Any]]]:
    """Play a game on both to the end; `look` at every position.  The twin at its end, and its events."""
    game = twin_game(table)
    events: list[dict[str, Any]] = []
    reports: list[dict[str, int]] = []
    while table.ended is None:
        same("seat to act", table.seat, game.seat())
        same("legal actions", table.legal(), game.legal())
        look(table, game)
        action = WAYS[way](rng, table)
        events.append({"seat": game.turn, "action": action, "legal": game.legal()})
        table.act(action)
        game.apply(action)
        reports += told(game.changes)
        same("reports", table.reports, reports)
    same("end, seat, legal actions", (table.ended, table.seat, table.legal()), (game.ended, -1, game.legal()))
    look(table, game)
    return game, events


def compare_game(options: Options, seed: int) -> Counter[str]:
    """One game, and its record both ways; how much happened in it."""
    table = Table("polypods", options, seed=seed)
    way = list(WAYS)[seed % len(WAYS)]
    game, events = lockstep(table, random.Random(seed), way, compare_position)
    same("details", table.details(), game.details())
    same_returns(table.returns.tolist(), game.returns())
    taken = replay_record(record_of(table))  # the twin takes the engine's record,
    same("end of the record", (taken.ended, taken.board_string()), (game.ended, game.board_string()))
    record = write_record(game, events, seed)
    written = record_of(replay(dump(record)), legal=True)  # and the engine the twin's
    same_returns(written.pop("returns"), record.pop("returns"))
    same("record", written, record)
    return count_events(table)


def same_returns(engine: list[float], twin: list[float]) -> None:
    """Returns compare within 1e-9."""
    if not np.allclose(engine, twin, rtol=0, atol=1e-9):
        raise Difference(f"returns: the engine has {engine}, the twin {twin}")


def count_events(table: Table) -> Counter[str]:
    """Plies, passes, and turns in which feet dissolved or polypods died."""
    end = table.variant.vertices
    counts = Counter(plies=len(table.events), passes=sum(what == end for _, what in table.events))
    counts["dissolving"] = len(table.reports)
    counts["deadly"] = sum(report["cleared"] > 0 for report in table.reports)
    return counts


def compare(options: Options, games: int, first: int = 0) -> Counter[str]:
    """Play `games` games; Difference, with the game's seed, at the first one.  How much happened in them."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + games):
        try:
            counts += compare_game(options, seed)
        except ValueError as error:  # a record or an action that the other side refuses
            raise Difference(f"game {seed}: {error}") from error
        except Difference as error:
            raise Difference(f"game {seed}: {error}") from None
    return counts


def main(arguments: list[str] | None = None) -> int:
    """Compare all variants; one line each, the exit status 1 when one differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.compare_polypods", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help=GAMES_HELP)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    chosen = parser.parse_args(arguments)
    different = total = 0
    for name, options in VARIANTS.items():
        games = -(-chosen.games // (1 if name in BOARDS else 100 if name in LARGE else 10))
        total += games
        try:
            counts = compare(options, games, chosen.seed)
            print(f"{name}: {games} games agree; {', '.join(f'{n} {what}' for what, n in counts.items())}", flush=True)
        except Difference as error:
            different += 1
            print(f"{name}: {error}", flush=True)
    print(f"total: {len(VARIANTS)} variants, {total} games, {different} variants differ", flush=True)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
