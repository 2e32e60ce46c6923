"""Relative Space reference twin, what it shows: the public state and what an observation must hold, as plain values.

Also the way in for positions that tests draw: `position` builds a game in the middle of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_variant import EMPTY, FACE_DOWN, KINDS, NAMES, Options, kind_name, require

__all__ = ["kind_of", "observation", "position", "public_state"]

Card = int | str  # a kind, or its name: "BOOTS", "?" for a face-down card
Facts = dict[str, Any]


# What is seen --------------------------------------------------------------------------------------------------------


def observation(game: Game, seat: int) -> Facts:
    """What `seat` sees, everything as public as it is; seats are rotated so that the observer is the first.

    `seats`: see `seat_facts`; `pods`: see `pod_facts`; `unseen`: copies by kind, all kinds 1-21; `phase`: a decision
    or chance phase or `over`; `special`, `pod`, `slot`: the special being carried out, the pod it lies on, and the
    own card already chosen for it, or None; `receiver`: the relative already chosen for GIVE, relative; `to_act`:
    the seat to act, and `player`: the seat whose turn it is, both relative or None; `turn` of `max_turns`; `first`:
    nothing has been played in this turn; `owed`: plays due, the one asked now included.
    """
    order = [(seat + k) % game.num_players for k in range(game.num_players)]
    known = [game.seat(), game.player, game.receiver]
    to_act, player, receiver = (None if other is None else order.index(other) for other in known)
    return {
        "seats": [seat_facts(game, other) for other in order],
        "pods": [pod_facts(game, pod) for pod in range(len(game.pods))],
        "unseen": {kind: game.unseen[kind] for kind in KINDS},
        "phase": game.phase,
        "special": game.special,
        "pod": game.pod,
        "slot": game.slot,
        "receiver": receiver,
        "to_act": to_act,
        "player": player,
        "turn": game.turn,
        "max_turns": game.variant["max_turns"],
        "first": game.first,
        "owed": game.owed,
    }


def seat_facts(game: Game, seat: int) -> Facts:
    """One seat: `slots` hold kinds, 0 empty and 22 face-down; `available` and `refill` hold one truth value a slot."""
    stash = game.stashes[seat]
    available, refill = game.layout.available(stash), slots_to_refill(game, seat)
    return {
        "slots": list(stash),
        "available": [slot in available for slot in range(game.size)],
        "refill": [slot in refill for slot in range(game.size)],
        "keycards": game.keycards[seat],
        "stunned": game.stunned[seat],
        "cards_left": len(game.layout.occupied(stash)),
    }


def slots_to_refill(game: Game, seat: int) -> list[int]:
    """The slots that a jam of this seat would refill [0.1.18]."""
    if seat == game.player and game.turn > 0:
        return game.empty_at_start
    return game.layout.empty(game.stashes[seat])


def pod_facts(game: Game, pod: int) -> Facts:
    """One pod: `top` kind and number to `beat`, 0 for none; `size`; `kinds`: copies by kind, those it holds alone."""
    cards = game.pods[pod]
    return {
        "top": cards[-1] if cards else EMPTY,
        "beat": game.number_to_beat(pod),
        "size": len(cards),
        "kinds": {kind: cards.count(kind) for kind in sorted(set(cards))},
    }


def public_state(game: Game) -> Facts:
    """All there is, as plain values, seats unrotated: nobody knows more, and nobody knows less."""
    return {
        "seat": game.seat(),
        "legal": game.legal(),
        "chance": game.chance(),
        "stashes": [list(stash) for stash in game.stashes],
        "pods": [list(pod) for pod in game.pods],
        "discard": sorted(game.discard),
        "to_fill": list(game.to_fill),
        "pile": sorted(game.pile),
        "empty_at_start": list(game.empty_at_start),
        "facts": observation(game, 0),
        "ended": game.ended,
        "returns": game.returns(),
        **game.details(),
    }


# Positions -----------------------------------------------------------------------------------------------------------


def kind_of(card: Card) -> int:
    """A kind from a kind or its name."""
    kind = FACE_DOWN if card == "?" else NAMES.get(card) if isinstance(card, str) else card
    require(kind in (*KINDS, FACE_DOWN), f"{card!r} is no card")
    assert kind is not None
    return kind


def position(
    options: Options,
    stashes: list[Mapping[int, Card]],
    pods: list[list[Card]],
    *,
    seat: int = 0,
    turn: int = 1,
    keycards: list[int] | None = None,
    stunned: Iterable[int] = (),
    discard: Iterable[Card] = (),
) -> Game:
    """A game at the first play of `seat` in turn `turn`; ValueError if the deck lacks a card that is shown.

    `stashes`: for each seat the cards by slot; `pods`: the cards of each pod, the top one last; `keycards`: by seat,
    those of the variant by default; `stunned`: seats. What is neither in sight nor in `discard` is unseen.
    """
    game = Game(options)
    require(len(stashes) == game.num_players, f"wanted {game.num_players} stashes, not {len(stashes)}")
    for stash, cards in zip(game.stashes, stashes, strict=True):
        stash[:] = [kind_of(cards[slot]) if slot in cards else EMPTY for slot in range(game.size)]
    game.pods = [[kind_of(card) for card in pod] for pod in pods]
    game.discard = [kind_of(card) for card in discard]
    game.keycards = list(game.keycards if keycards is None else keycards)
    shown = [card for cards in [*game.stashes, *game.pods, game.discard] for card in cards if card in KINDS]
    for card in shown:
        game.unseen[card] -= 1
        require(game.unseen[card] >= 0, f"the deck has only {game.copies[card]} of {kind_name(card)}")
    game.to_deal = []
    game.turn = turn - 1
    game.start_turn(seat)
    for other in stunned:
        game.stunned[other] = True
    return game
