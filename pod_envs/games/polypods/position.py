"""Any position of Polypods as text, `BOARD SIDE PASSES`, and as a state to go on from.

BOARD has a letter a vertex in the order of the ids: `.` empty, `a`/`A` foot/core disc of Green, `b`/`B` of White, `#`
petrified.  SIDE is `g` or `w`, the seat to move; PASSES is 1 if the last move was a pass, else 0.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game, find_game
from pod_envs.core.jit import kernel
from pod_envs.core.store import Store
from pod_envs.core.table import Table

from . import groups, rules
from .state import EMPTY, GREEN, ROCK, STATE, WHITE

__all__ = ["board_string", "position_text", "state_of", "table_at"]

Array = NDArray[Any]
SIGNS = ".ab#"  # by owner
SIDES = "gw"


@kernel
def arrange(states: Array, params: Array, owners: Array, seat: int, passes: int) -> None:
    """Put discs and rocks of owners int64[V] on the empty board of table 0, with their roles; nothing dissolves."""
    s, v = states[0], params[0]
    rules.setup(s, v)
    s.seat = seat
    s.passes = passes
    for u in range(v.vertices):
        if owners[u] == ROCK:
            s.owner[u] = ROCK
        elif owners[u] != EMPTY:
            groups.put(s, v, owners[u] - 1, u)
    for u in range(v.vertices):
        if owners[u] in (GREEN + 1, WHITE + 1) and groups.should_be_core(s, v, owners[u] - 1, u):
            groups.harden(s, v, owners[u] - 1, u)
    rules.count_fringe(s, v)


def board_string(variant: Any, state: Any) -> str:
    """The board of one state, a letter a vertex."""
    owners, cores = state["owner"].ravel(), state["core"].ravel()
    signs = [SIGNS[owners[u]].upper() if cores[u] else SIGNS[owners[u]] for u in range(variant.vertices)]
    return "".join(signs)


def position_text(variant: Any, state: Any) -> str:
    """`BOARD SIDE PASSES` of one state of a running game."""
    if int(state["seat"]) < 0:
        raise ConfigError("the game is over: no seat is to move")
    return f"{board_string(variant, state)} {SIDES[int(state['seat'])]} {int(state['passes'])}"


def state_of(variant: Any, params: Array, text: Any) -> Any:
    """STATE[1] of a position at ply 0; ConfigError unless it is well written and keeps what holds after every turn.

    Roles must be those of the board, every polypod alive, and no core disc next to a disc of the foe.
    """
    words = text.split() if isinstance(text, str) else []
    if len(words) != 3 or len(words[0]) != variant.vertices or words[1] not in ("g", "w") or words[2] not in ("0", "1"):
        raise ConfigError(
            f"a position is written BOARD SIDE PASSES, with {variant.vertices} letters of '.aAbB#', then g or w, then "
            f"0 or 1, such as '{'.' * variant.vertices} g 0', not {shown(text)}"
        )
    if odd := set(words[0]) - set(".aAbB#"):
        raise ConfigError(f"no vertex holds {sorted(odd)[0]!r}; a board has the letters '.aAbB#'")
    owners = np.array([SIGNS.index(letter.lower()) for letter in words[0]], np.int64)
    states = np.zeros(1, STATE)
    arrange(states, params, owners, SIDES.index(words[1]), int(words[2]))
    check(variant, states[0], words[0])
    return states


def check(variant: Any, state: Any, letters: str) -> None:
    """ConfigError unless the letters are the roles, and the position keeps what always holds after a turn."""
    found = board_string(variant, state)
    for u, (letter, sign) in enumerate(zip(letters, found, strict=True)):
        if letter != sign:
            raise ConfigError(f"vertex {u} holds {letter!r}, but its neighbours make it {sign!r}: {found}")
        if sign in "AB" and state["hard"][1 - "AB".index(sign), u]:
            raise ConfigError(f"the core disc at vertex {u} is next to a core disc of the foe, which no turn leaves")
        if sign in "aAbB":
            label, seat = state["label"][u], "ab".index(sign.lower())
            if state["hard"][1 - seat, u]:
                raise ConfigError(f"the disc at vertex {u} is next to a core disc of the foe, which no turn leaves")
            if 2 * state["cores"][label] > state["discs"][label]:
                raise ConfigError(f"the polypod at vertex {u} has more core than feet, which no turn leaves")


def table_at(game: Game | str, variant: Any, text: str) -> Table:
    """A table on which the game goes on from a position; it keeps no log, so it makes no records and no texts."""
    game = find_game(game)
    variant = game.variant(variant)
    if game.spec.state is not STATE:
        raise ConfigError(f"a position of Polypods cannot be set up in {game.spec.title}")
    store = Store(game, variant, 1, keep_log=False)
    store.seed(0)
    store.reset(np.ones(1, np.int8))
    store.states[:] = state_of(variant, store.params, text)
    store.cells["head"][:, 0] = store.states["seat"]
    store.cells["viewer"] = store.states["seat"]
    store.obs[:], store.mask[:] = store.observe(store.states["seat"].copy())
    return Table.of_store(store)
