"""Ocean Pods reference twin, what it shows: what an observation must hold and what a seat may believe, as plain values.

Also the way in for positions that tests draw: `position` builds a game in the middle of a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_scoring import progress
from tests.games.reference_ocean_pods_table import FACES, GROUPS, OCEANS, OPEN_SLOTS, RESOURCES, costs
from tests.games.reference_ocean_pods_variant import Options, require

__all__ = ["full_state", "observation", "position", "possible_objectives", "worlds"]

Facts = dict[str, Any]


# What is seen --------------------------------------------------------------------------------------------------------


def observation(game: Game, seat: int) -> Facts:
    """What `seat` knows; seats are rotated so that the observer is the first.

    `phase`: a decision or chance phase or `over`; `own`: see `own_facts`; `seats`: see `seat_facts`; `dice`: the kind
    by slot, None where no die lies; `double`; `pod`: its plastic tokens; `boat`: the space, down the whole column;
    `boat_ocean`: its place in the column, 0-3; `spaces_left`: spaces below the boat on its ocean card, 0-5; `oceans`:
    the column, top to bottom; `open`: see `open_facts`, None for an empty slot; `unseen`: the cards of the deck,
    ascending; `deck_size`; `rounds` begun, of `max_rounds`; `triggered`; `to_act`: the seat to act, and `player`: the
    seat whose turn it is, both relative or None.
    """
    order = [(seat + k) % game.num_players for k in range(game.num_players)]
    to_act, player = (None if other is None else order.index(other) for other in (game.seat(), game.player))
    return {
        "phase": game.phase,
        "own": own_facts(game, seat),
        "seats": [seat_facts(game, other, seat) for other in order],
        "dice": padded(game.dice, game.num_players + 1),
        "double": game.double,
        "pod": game.pod,
        "boat": game.boat,
        "boat_ocean": game.boat // game.spaces,
        "spaces_left": game.spaces - 1 - game.boat % game.spaces,
        "oceans": list(game.oceans),
        "open": [None if card is None else open_facts(game, card, seat) for card in padded(game.open, OPEN_SLOTS)],
        "unseen": list(game.unseen),
        "deck_size": len(game.unseen),
        "rounds": game.rounds,
        "max_rounds": game.variant["max_rounds"],
        "triggered": game.triggered,
        "to_act": to_act,
        "player": player,
    }


def padded(values: list[int | None], length: int) -> list[int | None]:
    """Some values, with None where nothing lies yet."""
    return [*values, *[None] * (length - len(values))]


def own_facts(game: Game, seat: int) -> Facts | None:
    """The own `objective`, the cards or oceans that one `has` of the `count` to reach; None before the deal."""
    if seat >= len(game.objectives):
        return None
    objective = game.objective_table[game.objectives[seat]]
    has = progress(objective, game.cards_of(seat))
    return {"objective": game.objectives[seat], "has": has, "count": objective["count"]}


def seat_facts(game: Game, seat: int, observer: int) -> Facts:
    """One seat: `tokens` by kind; `claimed` card ids, ascending; `first` player; `objective` if it is known."""
    known = (seat == observer or game.variant["public_objectives"]) and seat < len(game.objectives)
    return {
        "tokens": list(game.tokens[seat]),
        "plastic": game.plastic[seat],
        "card_points": game.card_points(seat),
        "claimed": sorted(game.claimed[seat]),
        "first": seat == game.first,
        "objective": game.objectives[seat] if known else None,
    }


def open_facts(game: Game, card: int, observer: int) -> Facts:
    """One open card, and whether the observer could pay it with its tokens; `oceans` and `group` are ids."""
    row = game.cards[card]
    return {
        "card": card,
        "cost": list(row["cost"]),
        "points": row["points"],
        "oceans": sorted(OCEANS.index(ocean) for ocean in row["oceans"]),
        "group": GROUPS.index(row["group"]),
        "payable": game.is_payable(card, observer),
        "blocked": game.is_blocked(card),
    }


def possible_objectives(game: Game, seat: int) -> list[list[int]]:
    """For every seat, unrotated, the objectives that it can hold as far as `seat` knows, ascending [section 5]."""
    if game.variant["public_objectives"]:
        return [[objective] for objective in game.objectives]
    own = game.objectives[seat]
    others = [objective for objective in range(len(game.objective_table)) if objective != own]
    return [[own] if other == seat else list(others) for other in range(game.num_players)]


def worlds(game: Game, seat: int) -> Iterator[tuple[int, ...]]:
    """Every deal of objectives that `seat` can tell from nothing it knows, by seat, all equally likely [section 5]."""
    if game.variant["public_objectives"]:
        yield tuple(game.objectives)
        return
    own = game.objectives[seat]
    others = possible_objectives(game, seat)[(seat + 1) % game.num_players]
    for dealt in permutations(others, game.num_players - 1):
        yield (*dealt[:seat], own, *dealt[seat:])


def full_state(game: Game) -> Facts:
    """All there is, as plain values."""
    return {
        "seat": game.seat(),
        "legal": game.legal(),
        "chance": game.weights(),
        "to_reroll": list(game.to_reroll),
        "emptied": game.emptied,
        "objectives": list(game.objectives),
        "claimed": [list(cards) for cards in game.claimed],
        "facts": [observation(game, seat) for seat in range(game.num_players)],
        "ended": game.ended,
        "returns": game.returns(),
        **game.details(),
    }


# Positions -----------------------------------------------------------------------------------------------------------


def card_named(game: Game, name: str) -> int:
    """The number of a card from its id, such as W3."""
    return [card["id"] for card in game.cards].index(name)


def position(
    options: Options,
    dice: str = "",
    *,
    seat: int = 0,
    first: int = 0,
    rounds: int = 1,
    blue: str | None = None,
    research: bool = False,
    boat: int = 0,
    pod: int = 0,
    oceans: str = OCEANS,
    tokens: dict[int, str] | None = None,
    plastic: dict[int, int] | None = None,
    claimed: dict[int, str] | None = None,
    open_pod: str = "",
    objectives: list[str] | None = None,
) -> Game:
    """A game in which `seat` is to take a die; to use the `blue` bonus just rolled; or to `research`.

    `dice`: kinds by slot, `-` where one was taken; `tokens`: fish/krill/crab/seal/octopus by seat; `claimed`: card
    ids by seat; `open_pod`: card ids by slot, `-` for an empty one; the first unseen cards of the table fill it up.
    """
    game = Game(options)
    game.oceans = [OCEANS.index(ocean) for ocean in oceans]
    game.boat, game.pod = boat, pod
    hand_out(game, tokens or {}, plastic or {}, claimed or {})
    game.objectives = dealt(game, objectives)
    turn_up(game, open_pod)
    game.entered = pod + sum(game.plastic)
    game.rounds, game.first, game.player = rounds, first, seat
    game.start = (first - rounds + 1) % game.num_players
    lay_out(game, dice)
    if blue is not None:
        require(seat == first, "the blue die is the first player's")
        game.resolve_blue(FACES.index(blue))
    elif research:
        game.begin_research()
    else:
        game.begin_resource()
    return game


def lay_out(game: Game, dice: str) -> None:
    """The white dice by slot."""
    game.dice = [None if name == "-" else RESOURCES.index(name) for name in dice.split()]
    require(len(game.dice) == game.num_players + 1, f"wanted {game.num_players + 1} dice, not {dice!r}")


def turn_up(game: Game, open_pod: str) -> None:
    """The open cards, filled up with the first unseen ones."""
    for name in open_pod.split():
        game.open.append(None if name == "-" else take_unseen(game, name))
    while len(game.open) < OPEN_SLOTS:
        game.open.append(game.unseen.pop(0))


def hand_out(game: Game, tokens: dict[int, str], plastic: dict[int, int], claimed: dict[int, str]) -> None:
    """What lies in front of the seats."""
    for seat, text in tokens.items():
        game.tokens[seat] = costs(text)
    for seat, count in plastic.items():
        game.plastic[seat] = count
    for seat, names in claimed.items():
        game.claimed[seat] = [take_unseen(game, name) for name in names.split()]


def take_unseen(game: Game, name: str) -> int:
    """A card of the deck, taken out of it."""
    card = card_named(game, name)
    require(card in game.unseen, f"{name} is drawn twice")
    game.unseen.remove(card)
    return card


def dealt(game: Game, names: list[str] | None) -> list[int]:
    """The objectives by seat; the first ones of the table unless told."""
    known = [objective["id"] for objective in game.objective_table]
    return list(range(game.num_players)) if names is None else [known.index(name) for name in names]
