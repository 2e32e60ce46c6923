"""Actions, cards and positions of Pod-X as text, both ways where a program reads them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Event, Report

from .cards import card_label
from .observation import FULL_SUM
from .scoring import CARDS, NUMBER
from .state import ACTIONS, DEAL, FIRST_DEALER

__all__ = ["action_text", "card_text", "condition_text", "events_of", "information", "parse_action", "picture"]

CARD_TEXTS = tuple(("P" if card < 8 else "H" if card == 8 else "S") + str(NUMBER[card]) for card in range(CARDS))
ACTION_TEXTS = (*CARD_TEXTS, "pass", "fold")
CHANCE_DEALER, CHANCE_DEAL = -1 - FIRST_DEALER, -1 - DEAL


def card_text(card: int) -> str:
    """P0..P8, H4, S0..S8."""
    return CARD_TEXTS[card]


def action_text(action: int) -> str:
    """A card to play, "pass" or "fold"; any other number as it is."""
    return ACTION_TEXTS[action] if 0 <= action < ACTIONS else str(action)


def parse_action(text: Any) -> int:
    """The action of a notation, upper or lower case."""
    texts = [known.lower() for known in ACTION_TEXTS]
    if not isinstance(text, str) or text.strip().lower() not in texts:
        raise ConfigError(f"no action is written {shown(text)}; write one of {', '.join(ACTION_TEXTS)}")
    return texts.index(text.strip().lower())


def cards_text(cards: Sequence[int]) -> str:
    """Cards in a row, "-" for none."""
    return " ".join(map(card_text, cards)) or "-"


def parse_cards(text: str) -> list[int]:
    """The cards of `cards_text`."""
    return [] if text == "-" else [CARD_TEXTS.index(word) for word in text.split()]


# What a seat has seen -----------------------------------------------------------------------------------------------


def information(variant: Any, seat: int, events: Sequence[Event], reports: Sequence[Report]) -> str:
    """Dealt hands as sets, the secret card if dealer, all public events: the whole of what `seat` has seen [0.1.10]."""
    lines = [f"Pod-X seat {seat} of {variant.num_players}"]
    ends = iter(reports)
    dealer, rounds = 0, 0
    for who, what, deals in grouped(events, len(variant.deck())):
        if who == CHANCE_DEALER:
            dealer = what
            lines.append(f"first dealer {dealer}")
        elif who == CHANCE_DEAL:
            lines += [end_line(next(ends))] if rounds else []
            lines.append(round_line(variant, seat, (dealer + rounds) % variant.num_players, deals))
            rounds += 1
        else:
            lines.append(f"{who} {action_text(what)}")
    return "\n".join(lines + [end_line(report) for report in ends])


def grouped(events: Sequence[Event], deck_size: int) -> Iterator[tuple[int, int, list[int]]]:
    """Events with the deals of a round as one: (who, what, cards dealt)."""
    deals: list[int] = []
    for who, what in events:
        if who == CHANCE_DEAL:
            deals.append(what)
            if len(deals) < deck_size:
                continue
        yield who, what, deals
        if len(deals) == deck_size:
            deals = []
    if deals:
        yield CHANCE_DEAL, deals[-1], deals


def round_line(variant: Any, seat: int, dealer: int, deals: list[int]) -> str:
    """What `seat` sees of a deal; an unfinished deal also says how far it has come."""
    size = variant.hand_size
    line = f"deal dealer {dealer} hand {cards_text(sorted(deals[size * seat : size * (seat + 1)]))}"
    if len(deals) < len(variant.deck()):
        return line + f" after {len(deals)} cards"
    return line + (f" secret {card_text(deals[-1])}" if seat == dealer else "")


def end_line(report: Report) -> str:
    """What a round's end reveals to all."""
    hands = " | ".join(cards_text(hand) for hand in report["hands"])
    return f"end secret {card_text(report['secret'])} hands {hands} points {' '.join(map(str, report['points']))}"


def events_of(variant: Any, text: str) -> list[Event]:
    """Events of a game in which a seat has seen exactly `text`; what it does not say is filled in by ascending ids.

    ConfigError when `text` is no information state of the variant.
    """
    head, *lines = text.split("\n")
    match = re.fullmatch(r"Pod-X seat (\d) of (\d)", head)
    if not match or int(match[2]) != variant.num_players or int(match[1]) >= variant.num_players:
        raise ConfigError(f"no information state of this variant begins with {shown(head)}")
    try:
        return [event for part in rounds_of(lines) for event in part_events(variant, int(match[1]), part)]
    except (IndexError, ValueError) as error:
        raise ConfigError(f"this is no information state as information_state() writes it: {error}") from None


def part_events(variant: Any, seat: int, part: Sequence[str]) -> list[Event]:
    """The first dealer, or the deals and moves of a round."""
    if part[0].startswith("first dealer "):
        return [(CHANCE_DEALER, int(part[0].split()[2]))]
    return round_events(variant, seat, part)


def rounds_of(lines: Sequence[str]) -> list[list[str]]:
    """The lines of the first dealer, and of each round."""
    parts: list[list[str]] = []
    for line in lines:
        if line.startswith(("first dealer ", "deal ")):
            parts.append([])
        parts[-1].append(line)
    return parts


def round_events(variant: Any, seat: int, lines: Sequence[str]) -> list[Event]:
    """Deals and moves of one round."""
    deal = re.fullmatch(r"deal dealer \d hand ([^a-z]+?)(?: secret (\w+))?(?: after (\d+) cards)?", lines[0])
    if not deal:
        raise ConfigError(f"no information state has the line {shown(lines[0])}")
    moves = [(int(line[0]), parse_action(line[2:])) for line in lines[1:] if line[0].isdigit()]
    hands = [[card for who, card in moves if who == other and card < CARDS] for other in range(variant.num_players)]
    secret = parse_cards(deal[2] or "-")
    if lines[-1].startswith("end "):
        secret = parse_cards(lines[-1].split()[2])
        for hand, left in zip(hands, lines[-1].split(" hands ")[1].split(" points ")[0].split(" | "), strict=True):
            hand += parse_cards(left)
    hands[seat] = parse_cards(deal[1])
    dealt = dealt_cards(variant, seat, hands, secret)[: int(deal[3] or len(variant.deck()))]
    return [(CHANCE_DEAL, card) for card in dealt] + moves


def dealt_cards(variant: Any, seat: int, hands: list[list[int]], secret: list[int]) -> list[int]:
    """All cards in the order of the deal: the given hands and secret, filled up with the cards that are left."""
    given = {card for hand in [*hands, secret] for card in hand}
    left = [card for card in variant.deck() if card not in given]
    dealt: list[int] = []
    for hand in hands:
        missing = variant.hand_size - len(hand)
        dealt += hand + left[:missing]
        left = left[missing:]
    return dealt + (secret or left)


# Pictures -----------------------------------------------------------------------------------------------------------


def condition_text(variant: Any, card: int) -> str:
    """The win condition of a card, labelled as its source is."""
    return conditions(variant)[card]


@lru_cache(maxsize=16)
def conditions(variant: Any) -> tuple[str, ...]:
    """The win conditions of all cards by id."""
    texts = []
    for card, entry in enumerate(variant.table()):
        measure = " sum" if entry["measure"] == "sum" else ""
        label = "own table" if variant.cards is not None else card_label(card, "condition")
        texts.append(f"{entry['direction']} {entry['zone']} {entry['location']}{measure} ({label})")
    return tuple(texts)


def picture(variant: Any, seat: int | None, fields: dict[str, NDArray[np.float32]], reports: Sequence[Report]) -> str:
    """The position as `seat` sees it, or as a spectator does, from the fields of an observation."""
    first = seat or 0
    number = round(float(fields["round_index"][0]) * variant.round_limit)
    total = round(float(fields["table_sum"][0]) * FULL_SUM)
    lines = [f"Pod-X  round {number}  sum {total} of {variant.end_sum}"]
    for absolute in range(variant.num_players):
        lines.append(seat_line(variant, absolute, (absolute - first) % variant.num_players, fields))
    if seat is not None:
        lines += own_lines(variant, seat, fields)
    if reports:
        lines.append("last round: " + end_line(reports[-1])[4:])
    return "\n".join(lines)


def seat_line(variant: Any, seat: int, place: int, fields: dict[str, NDArray[np.float32]]) -> str:
    """The public facts of one seat."""
    order = fields["order"][place]
    table = [card for card in np.argsort(order, kind="stable").tolist() if order[card] > 0]
    last = int(np.argmax(fields["last_action"][place]))
    marks = [word for word in ("dealer", "to_act", "folded") if fields[word][place] > 0]
    return (
        f"seat {seat}  score {round(float(fields['score'][place]) * variant.score_scale):>2}"
        f"  hand {round(float(fields['cards_left'][place]) * 4)}  table {cards_text(table):<12}"
        f"  last {action_text(last) if last < ACTIONS else '-':<5} {' '.join(marks)}"
    ).rstrip()


def own_lines(variant: Any, seat: int, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """What only the observer knows."""
    possible = np.flatnonzero(fields["possible_secret"]).tolist()
    lines = [f"you are seat {seat}: hand {cards_text(np.flatnonzero(fields['hand']).tolist())}"]
    if fields["secret_known"][0]:
        return [*lines, f"secret {card_text(possible[0])}: {condition_text(variant, possible[0])}"]
    return [
        *lines,
        "secret is one of:",
        *(f"  {card_text(card)}: {condition_text(variant, card)}" for card in possible),
    ]
