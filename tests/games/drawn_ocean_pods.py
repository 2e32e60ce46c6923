"""Ocean Pods positions as the rules page draws them, put as records before the engine, and words to play them.

`place` lays a position out by hand, field by field, in the words of the twin's `position`.  Chance is left to the test.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pod_envs.core.game import find_game
from pod_envs.core.store import Store
from pod_envs.core.table import Table
from pod_envs.games.ocean_pods.state import ASK_OCEAN, ASK_REROLL, ASK_WILD, NOTHING, ON_OFFER, RESEARCH, RESOURCE
from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_table import ACTIONS, FACES, GROUPS, OCEANS, RESOURCES
from tests.games.reference_ocean_pods_view import position

__all__ = [
    "DEAR",
    "GAME",
    "act",
    "details",
    "draw",
    "held",
    "lying",
    "names",
    "open_names",
    "place",
    "plastic",
    "results",
    "roll",
    "seen",
    "table_from",
]

GAME = find_game("ocean_pods")
DEAR = "L8 I8 A7 A8 P7 P8"  # open cards that nobody in the drawn positions can pay for
PHASES = {
    "bonus_reroll": ASK_REROLL, "bonus_ocean": ASK_OCEAN, "bonus_wild": ASK_WILD, "resource": RESOURCE,
    "research": RESEARCH,
}  # fmt: skip


# Positions ----------------------------------------------------------------------------------------------------------


def place(options: dict[str, Any], dice: str, **drawn: Any) -> Table:
    """A table at a question to a seat; what may be drawn is what the twin's `position` takes.

    `seat`, `first`, `rounds`; `blue`: the bonus just rolled; `research`; `boat`: the space from the top; `pod`: plastic
    in it; `oceans`: the column; `tokens`: fish/krill/crab/seal/octopus by seat; `plastic` by seat; `claimed`: card ids
    by seat; `open_pod`: card ids by slot; `objectives` by seat.
    """
    return table_from(position(options, dice, **drawn))


def table_from(game: Game) -> Table:
    """The engine's table at the twin's position, where a seat is asked; it keeps no log."""
    store = Store(GAME, GAME.variant(game.variant), 1, keep_log=False)
    store.seed(0)
    store.reset(np.ones(1, np.int8))
    s = store.states[0]
    put_round(s, game)
    for seat in range(game.num_players):
        put_seat(s, game, seat)
    put_cards(s, game)
    store.cells["explicit"] = 1
    store.cells["head"][:, 0] = store.cells["viewer"] = int(s["seat"])
    store.obs[:], store.mask[:] = store.observe(store.states["seat"].copy())
    return Table.of_store(store)


def put_round(s: Any, game: Game) -> None:
    """Whose turn it is, dice, boat and plastic."""
    assert game.player is not None and game.first is not None
    s["phase"], s["seat"], s["active"] = PHASES[game.phase], game.player, game.player
    s["first"], s["turn"], s["rounds"] = game.first, (game.player - game.first) % game.num_players, game.rounds
    s["boat"], s["pod"], s["order"] = game.boat, game.pod, game.oceans
    s["triggered"], s["double"], s["drawn"], s["again"], s["gap"] = game.triggered, game.double, 0, 0, NOTHING
    s["dice"] = NOTHING
    for slot, die in enumerate(game.dice):
        s["dice"][slot] = NOTHING if die is None else die


def put_seat(s: Any, game: Game, seat: int) -> None:
    """What lies in front of a seat."""
    cards = game.cards_of(seat)
    s["objective"][seat], s["tokens"][seat], s["plastic"][seat] = (
        game.objectives[seat],
        game.tokens[seat],
        game.plastic[seat],
    )
    s["points"][seat], s["cards"][seat] = sum(card["points"] for card in cards), len(cards)
    s["by_ocean"][seat] = [sum(ocean in card["oceans"] for card in cards) for ocean in OCEANS]
    s["by_group"][seat] = [sum(card["group"] == group for card in cards) for group in GROUPS]
    s["by_cost"][seat] = [sum(card["cost"][kind] > 0 for card in cards) for kind in range(len(RESOURCES))]


def put_cards(s: Any, game: Game) -> None:
    """Where every card is."""
    s["unseen"], s["owner"], s["offer"] = len(game.unseen), NOTHING, NOTHING
    for slot, card in enumerate(game.open):
        if card is not None:
            s["offer"][slot], s["owner"][card] = card, ON_OFFER
    for seat, cards in enumerate(game.claimed):
        s["owner"][cards] = seat


# What happens -------------------------------------------------------------------------------------------------------


def act(table: Table, *actions: str) -> None:
    """Take decisions by the page's names; CLAIM with a card id, such as `CLAIM W3`."""
    for action in actions:
        name = action
        if action.startswith("CLAIM "):
            name = f"CLAIM_{open_names(table).index(action.removeprefix('CLAIM '))}"
        table.act(ACTIONS[name])


def draw(table: Table, kind: str, *outcomes: int) -> None:
    """Take draws of one kind, which must be due."""
    for outcome in outcomes:
        assert table.chance_kind == kind
        table.apply_chance(outcome)


def roll(table: Table, white: str, blue: str) -> None:
    """The dice of a round."""
    draw(table, "white", *map(RESOURCES.index, white.split()))
    draw(table, "blue", FACES.index(blue))


# What lies there ----------------------------------------------------------------------------------------------------


def names(table: Table) -> list[str]:
    """The legal actions by the page's names, ascending; CLAIM with a card id."""
    known = {number: name for name, number in ACTIONS.items()}
    for slot, card in enumerate(open_names(table)):
        known[ACTIONS[f"CLAIM_{slot}"]] = f"CLAIM {card}"
    return [known[action] for action in table.legal()]


def held(table: Table, seat: int) -> str:
    """The tokens of a seat, as fish/krill/crab/seal/octopus."""
    return "/".join(map(str, table.state[0].tokens[seat].tolist()))


def plastic(table: Table) -> list[int]:
    """The plastic tokens of the seats."""
    return table.state[0].plastic[: table.variant.num_players].tolist()  # type: ignore[no-any-return]


def lying(table: Table) -> str:
    """The dice by slot, `-` where one was taken."""
    dice = table.state[0].dice[: table.variant.num_players + 1].tolist()
    return " ".join("-" if die == NOTHING else RESOURCES[die] for die in dice)


def open_names(table: Table) -> list[str | None]:
    """The ids of the open cards by slot."""
    cards = table.variant.table("cards")
    return [None if card == NOTHING else cards[card]["id"] for card in table.state[0].offer.tolist()]


def seen(table: Table, seat: int) -> dict[str, Any]:
    """The observation of a seat by field."""
    return table.game.layout(table.variant).named(table.observe(seat)[0])


def details(table: Table) -> dict[str, Any]:
    """The details of a finished game, whether it keeps a log or not."""
    assert table.ended is not None
    return table.game.details(table.variant, table.store.states[0], table.reports)


def results(table: Table) -> list[str]:
    """The result of every seat, as its infos have it."""
    state = table.store.states[0]
    return [table.game.ending(table.variant, state, seat)["result"] for seat in range(table.variant.num_players)]
