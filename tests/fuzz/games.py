"""Quick variants of every game, positions out of their games, and what must hold of any game that was accepted."""

from __future__ import annotations

import json
import random
from functools import lru_cache
from typing import Any

import numpy as np

from pod_envs.core.game import Game, find_game
from pod_envs.core.record import dump, load, record_of, replay, same
from pod_envs.core.saved import from_bytes, to_bytes
from pod_envs.core.table import Table, table_of_events
from tests.games import variants_ocean_pods as ocean_pods
from tests.games import variants_pod_x as pod_x

from .kind import require

__all__ = ["QUICK", "Options", "carried_on", "pick", "played", "plays", "saved", "sound", "variant_holds"]

Options = dict[str, Any]
MOST_STEPS = 3000  # that an accepted game is played on; a longer one than this is left unfinished
DRAWS = 200  # draws that can be due one after another where a game was cut off
FEW_STEPS = 12

TINY_DECK: Options = {"num_players": 2, "stash_rows": [1], "played_slot_counts": True, "keycards": 2, "max_turns": 4}
OWN_DECK = {"3": {"copies": 9}, "BOOTS": {"copies": 0}, "GIVE": {"copies": 4, "launch": True}}
FEW_CARDS = ocean_pods.own_cards(random.Random(6), 6)
QUICK: dict[str, list[Options]] = {
    "pod_x": [
        {"num_players": 2},
        {"num_players": 2, "num_rounds": 2, "reward": "score", "stars": "flat2"},
        {"num_players": 3, "num_rounds": 1, "tie_penalty": 1},
        {"num_players": 2, "cards": pod_x.own_table(random.Random(1))},
    ],
    "polypods": [
        {"board": "snub-2x2-S"},
        {"board": "snub-3x2-T", "rock_spoils_fringe": True, "reward": "score"},
        {"board": "t33434-1", "max_plies": 10},
    ],
    "relative_space": [
        TINY_DECK,
        {"num_players": 2, "stash_rows": [3, 2], "face_down_rows": [0], "max_turns": 3, "reward": "score"},
        {"num_players": 3, "stash_rows": [2, 1], "max_turns": 3, "cards": OWN_DECK},
    ],
    "ocean_pods": [
        {"num_players": 2, "max_rounds": 1},
        {"num_players": 2, "max_rounds": 1, "reward": "score", "white_die": ["KRILL", "SEAL"], "blue_die": ["WILD"]},
        {"num_players": 3, "max_rounds": 1, "cards": FEW_CARDS, "objectives": ocean_pods.FIVE_GOALS},
    ],
}


def pick(rng: random.Random) -> tuple[Game, Any]:
    """One of the quick variants."""
    name = rng.choice(sorted(QUICK))
    return quick(name, rng.randrange(len(QUICK[name])))


@lru_cache(maxsize=64)
def quick(name: str, place: int) -> tuple[Game, Any]:
    """A quick variant by its place."""
    game = find_game(name)
    return game, game.variant(QUICK[name][place])


@lru_cache(maxsize=256)
def played(game: Game, variant: Any, seed: int, steps: int) -> Table:
    """A game with so many random steps, or over; not to be changed."""
    table = Table(game, variant, seed=seed)
    plays(table, random.Random(seed), steps)
    return table


def plays(table: Table, rng: random.Random, steps: int) -> int:
    """Take random legal actions, at most so many; how many were taken."""
    for step in range(steps):
        if table.ended is not None:
            return step
        if table.seat >= 0:
            table.act(rng.choice(table.legal()))
        else:
            table.apply_chance(rng.choice(table.chance_outcomes())[0])
    return steps


# What must hold ------------------------------------------------------------------------------------------------------


def sound(table: Table) -> None:
    """What every seat sees lies within its bounds, and somebody can act until the game is over."""
    layout = table.game.layout(table.variant)
    for seat in range(table.variant.num_players):
        observation, mask = table.observe(seat)
        require(bool(np.isfinite(observation).all()), f"seat {seat} observes what is no number")
        inside = (observation >= 0) & (observation <= layout.high)
        require(bool(inside.all()), f"value {int(np.argmin(inside))} that seat {seat} observes is out of bounds")
        require(set(mask.tolist()) <= {0, 1}, f"the mask of seat {seat} is not of 0 and 1")
        require(seat == table.seat or len(set(mask.tolist())) == 1, f"seat {seat} waits and has a mask")
    require(table.ended is not None or bool(table.legal() or table.chance_outcomes()), "nothing can happen")
    require(bool(np.isfinite(table.returns).all()), "returns are no numbers")
    seat = max(table.seat, 0)
    require(bool(table.picture() and table.picture(seat)), "there is no picture")
    require(bool(table.information_state(seat)), "there is no information state")


def carried_on(table: Table) -> None:
    """The game at a table can be written, read, saved, and played on to its end."""
    sound(table)
    saved(table)
    on = table.clone(seed=1)
    most = min(table.game.max_decisions(table.variant) + DRAWS, MOST_STEPS)
    plays(on, random.Random(0), most)
    if on.ended is None:
        require(most == MOST_STEPS, f"no end after {most} decisions and draws")
        return
    sound(on)
    if table.game.zero_sum(table.variant):
        require(abs(float(on.returns.sum())) < 1e-6, "the returns of a zero-sum game do not sum to 0")


def saved(table: Table) -> None:
    """A record of the game, and its bytes, bring back the same game."""
    record = record_of(table)
    line = dump(record)
    require(same(load(line), record), "a record is not read as it was written")
    again = replay(line)
    require(again.store.states.tobytes() == table.store.states.tobytes(), "a record brings another game")
    require(dump(record_of(again)) == line, "a record is written otherwise once it is read")
    data = to_bytes(table, {"a": [1.5, None]})
    back, beside = from_bytes(data, table)
    require(beside == {"a": [1.5, None]} and to_bytes(back, beside) == data, "saved bytes bring another game")


def variant_holds(game: Game, variant: Any) -> None:
    """An accepted variant is the same through JSON, and can be played."""
    options = variant.as_dict()
    again = game.variant(json.loads(json.dumps(options)))
    require(again == variant and hash(again) == hash(variant), "a variant is another one after a way through JSON")
    require(same(again.as_dict(), options), "options differ after a way through JSON")
    require(game.max_decisions(variant) >= 1 and game.num_actions(variant) >= 1, "a variant of no length")
    table = Table(game, variant, seed=1)
    sound(table)
    steps = plays(table, random.Random(1), FEW_STEPS)
    require(steps <= game.max_decisions(variant), "a game is longer than it can be")
    sound(table)
    saved(table)
    require(table_of_events(game, variant, table.events).state.tobytes() == table.state.tobytes(), "a log differs")
