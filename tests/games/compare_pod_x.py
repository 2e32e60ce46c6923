"""The compiled engine of Pod-X against the slow twin, event by event.

In full: `python -m tests.games.compare_pod_x --games 500`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.record import dump, record_of, replay
from pod_envs.core.table import Table
from tests.games.reference_pod_x import Game, winning_cards
from tests.games.reference_pod_x_records import random_record, replay_record
from tests.games.reference_pod_x_scoring import passes_filter
from tests.games.variants_pod_x import CONFIGURATIONS, VARIANTS

__all__ = ["Difference", "compare", "expected_observation", "lockstep", "twin_game"]

Options = dict[str, Any]
GAMES_HELP = "games of each named variant each way, a tenth of each random combination (default 500)"
NOTHING = 19  # place of "none yet" among last actions
LARGEST_SUM = 68


class Difference(AssertionError):
    """The first thing in which engine and twin differ."""


def same(what: str, engine: Any, twin: Any) -> None:
    """Refuse a difference."""
    if engine != twin:
        raise Difference(f"{what}: the engine has {engine!r}, the twin {twin!r}")


# What a seat should see, from the twin ------------------------------------------------------------------------------


def expected_observation(game: Game, seat: int, table: Table) -> NDArray[np.float32]:
    """The observation of `seat` as the twin's position has it, in the layout of `table`."""
    layout = table.game.layout(table.variant)
    flat = np.zeros(layout.length, np.float32)
    fields = layout.named(flat)  # views of `flat`
    fields["hand"][game.hands[seat]] = 1
    for place in range(game.num_players):
        fill_seat(game, (seat + place) % game.num_players, place, fields)
    fields["possible_secret"][game.possible_secrets(seat)] = 1
    if game.secret is not None and (game.over or game.knows_secret(seat)):
        fields["secret"][game.secret] = fields["secret_known"][0] = 1
        fields["possible_secret"][:] = fields["secret"]
    for secret in np.flatnonzero(fields["possible_secret"]).tolist():
        fill_meaning(game, seat, secret, fields)
    fill_round(game, fields)
    return flat


def fill_meaning(game: Game, seat: int, secret: int, fields: dict[str, NDArray[np.float32]]) -> None:
    """How the round would be scored if it ended now with that secret card, as far as the seat can tell."""
    if game.cards[secret]["zone"] == "public":
        winning = winning_cards(game.cards, secret, game.tables, game.hands)
        fields["leads"][:, secret] = [bool(winning[(seat + k) % game.num_players]) for k in range(game.num_players)]
        return
    own = matching_numbers(game, secret, game.hands[seat])
    others = matching_numbers(game, secret, [card for card in game.unseen(seat) if card != secret])
    fields["leads"][0, secret] = bool(own)
    if own and game.cards[secret]["measure"] == "number":
        highest = game.cards[secret]["direction"] == "highest"
        others = [number for number in others if (number > max(own) if highest else number < min(own))]
    fields["beaten_by"][secret] = len(others) / 17


def matching_numbers(game: Game, secret: int, cards: list[int]) -> list[int]:
    """The numbers of the cards in the location that the secret card names."""
    condition = game.cards[secret]
    return [game.cards[card]["number"] for card in cards if passes_filter(game.cards[card], condition)]


def fill_seat(game: Game, other: int, place: int, fields: dict[str, NDArray[np.float32]]) -> None:
    """The public facts of one seat, `place` seats clockwise from the observer."""
    pile, last = game.tables[other], game.last_actions[other]
    for k, card in enumerate(pile):
        fields["shown"][place, card] = 1
        fields["order"][place, card] = (k + 1) / 4
    fields["folded"][place] = game.folded[other]
    fields["must_pass"][place] = other in game.must_pass
    fields["cards_left"][place] = len(game.hands[other]) / 4
    fields["score"][place] = game.scores[other] / game.variant["target"]
    fields["last_action"][place, NOTHING if last is None else last] = 1
    fields["dealer"][place] = other == game.dealer
    fields["to_act"][place] = other == game.seat()


def fill_round(game: Game, fields: dict[str, NDArray[np.float32]]) -> None:
    """The facts of the round that no seat owns."""
    total, end_sum = game.table_sum(), game.variant["end_sum"]
    fields["table_sum"][0] = total / LARGEST_SUM
    fields["threshold"][0] = min(end_sum, LARGEST_SUM) / LARGEST_SUM
    fields["to_threshold"][0] = min(max(end_sum - total, 0), LARGEST_SUM) / LARGEST_SUM
    fields["streak"][0] = game.streak / game.num_players
    fields["round_index"][0] = game.round_index / (game.variant["num_rounds"] or game.variant["max_rounds"])


def compare_views(table: Table, game: Game) -> None:
    """What every seat sees and may do."""
    for seat in range(game.num_players):
        observation, mask = table.observe(seat)
        wanted = expected_observation(game, seat, table)
        if observation.tobytes() != wanted.tobytes():
            named = table.game.layout(table.variant).named
            for field, value in named(observation).items():
                same(f"seat {seat}, {field}", value.tolist(), named(wanted)[field].tolist())
        legal = list(range(19)) if game.over else game.legal() if seat == game.seat() else []
        same(f"seat {seat}, mask", np.flatnonzero(mask).tolist(), legal)


# Games --------------------------------------------------------------------------------------------------------------


def twin_game(table: Table) -> Game:
    """The twin at the beginning of the table's variant."""
    variant = table.variant.as_dict()
    game = Game(variant)
    same("resolved variant", variant, game.variant)
    return game


def follow(table: Table, game: Game, begin: int) -> int:
    """Let the twin have the chance events of the engine's log from `begin` on; the log's length."""
    events = table.events
    for who, outcome in events[begin:]:
        node = game.chance()
        same("kind of the draw", table.game.spec.chance_kinds[-1 - who], node and node[0])
        game.apply_chance(outcome)
    return len(events)


def lockstep(table: Table, rng: random.Random, look: Callable[[Table, Game], None]) -> Game:
    """Play a random game on both to the end; `look` at every decision and at the end."""
    game = twin_game(table)
    length = follow(table, game, 0)
    while table.ended is None:
        same("seat to act", table.seat, game.seat())
        same("legal actions", table.legal(), game.legal())
        look(table, game)
        action = rng.choice(game.legal())
        table.act(action)
        game.apply(action)
        same("reports", table.reports, game.rounds)
        length = follow(table, game, length + 1)
    same("end", table.ended, game.ended)
    look(table, game)
    return game


def compare_engine_game(options: Options, seed: int) -> None:
    """A game of the engine: the twin sees the same at every decision, and takes the record."""
    table = Table("pod_x", options, seed=seed)
    game = lockstep(table, random.Random(seed), compare_views)
    same("details", table.details(), game.details())
    compare_returns(table.returns.tolist(), game.returns())
    taken = replay_record(record_of(table, legal=True))
    same("end of the record", (taken.ended, taken.scores), (game.ended, game.scores))


def compare_returns(engine: list[float], twin: list[float]) -> None:
    """Returns compare within 1e-9."""
    if not np.allclose(engine, twin, rtol=0, atol=1e-9):
        raise Difference(f"returns: the engine has {engine}, the twin {twin}")


def compare_twin_game(options: Options, seed: int) -> None:
    """A game of the twin: the engine takes the record, and writes the same one."""
    record = random_record(options, random.Random(seed), seed=seed)
    written = record_of(replay(dump(record)), legal=True)
    compare_returns(written.pop("returns"), record.pop("returns"))
    same("record", written, record)


def compare(options: Options, games: int, first: int = 0) -> None:
    """Play `games` games each way; Difference, with the game's seed, at the first one."""
    for seed in range(first, first + games):
        try:
            compare_engine_game(options, seed)
            compare_twin_game(options, seed)
        except ValueError as error:  # a record or an event that the other side refuses
            raise Difference(f"game {seed}: {error}") from error
        except Difference as error:
            raise Difference(f"game {seed}: {error}") from None


def main(arguments: list[str] | None = None) -> int:
    """Compare all variants; one line each, the exit status 1 when one differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.compare_pod_x", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help=GAMES_HELP)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    chosen = parser.parse_args(arguments)
    different = total = 0
    for name, options in VARIANTS.items():
        games = chosen.games if name in CONFIGURATIONS else -(-chosen.games // 10)
        total += games
        try:
            compare(options, games, chosen.seed)
            print(f"{name}: {games} games each way agree", flush=True)
        except Difference as error:
            different += 1
            print(f"{name}: {error}", flush=True)
    print(f"total: {len(VARIANTS)} variants, {total} games each way, {different} variants differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
