"""What must hold of every game of Pod-X, over random games of the reference twin."""

from __future__ import annotations

import random
from functools import cache
from itertools import chain
from typing import Any

import pytest

from tests.games.reference_pod_x import FOLD, PASS, Game, card_table, deck, winning_cards
from tests.games.reference_pod_x_variant import hand_size, reconstructed_card, resolve

SEATS = (2, 3, 4)


def step(game: Game, rng: random.Random) -> None:
    """One uniformly random draw or action."""
    node = game.chance()
    if node is not None:
        game.apply_chance(rng.choice(node[1]))
    else:
        game.apply(rng.choice(game.legal()))


def finished(options: dict[str, Any], rng: random.Random) -> Game:
    """A random game, played to its end."""
    game = Game(options)
    while not game.over:
        step(game, rng)
    return game


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("tie_penalty", [0, 1])
def test_points_and_returns(players: int, tie_penalty: int) -> None:
    """Only 0, 1, and star values (less one with the penalty) are awarded [0.1.13]; returns sum to zero."""
    for seed in range(30):
        game = finished({"num_players": players, "tie_penalty": tie_penalty}, random.Random(seed))
        stars = {card["stars"] for card in game.cards}
        allowed = {0, 1} | stars | {value - tie_penalty for value in stars}
        totals = [sum(column) for column in zip(*(entry["points"] for entry in game.rounds), strict=True)]
        assert game.scores == totals
        assert all(set(entry["points"]) <= allowed for entry in game.rounds)
        assert abs(sum(game.returns())) < 1e-9 and max(map(abs, game.returns())) <= 1


@pytest.mark.parametrize("players", SEATS)
def test_nobody_is_cut_off(players: int) -> None:
    """At the end of a round everybody has a card on the table, and one seat at least has not folded."""
    for seed in range(100):
        game = finished({"num_players": players, "num_rounds": 1}, random.Random(seed))
        assert all(game.tables) and not all(game.folded)
        assert game.secret is not None
        assert sorted(chain([game.secret], *game.hands, *game.tables)) == game.deck


@pytest.mark.parametrize(("players", "percent"), [(3, 0.5), (4, 0.1)])
def test_rounds_without_a_winning_card_are_rare(players: int, percent: float) -> None:
    """0.5 % and 0.1 % of random rounds [0.1.13]; they pay the fold points alone [R22]."""
    rng = random.Random(1)
    games = [finished({"num_players": players, "num_rounds": 1}, rng) for _ in range(5000)]
    empty = [game for game in games if no_winner(game)]
    assert all(game.scores == list(map(int, game.folded)) for game in empty)
    assert percent / 3 < 100 * len(empty) / len(games) < percent * 3


def no_winner(game: Game) -> bool:
    """No seat would win the finished round if all folds were taken back."""
    assert game.secret is not None
    return not any(winning_cards(game.cards, game.secret, game.tables, game.hands))


def longest_round(players: int) -> int:
    """Most decisions that a round can take if every Play could be the lowest card left in the game."""
    numbers = sorted(card_table(resolve({"num_players": players}))[card]["number"] for card in deck(players))
    end_sum = resolve({"num_players": players})["end_sum"]
    seats = range(players)

    @cache
    def longest(hands: tuple[int, ...], turn: int, to_pass: frozenset[int], seats_in: frozenset[int]) -> int:
        after = next((turn + k) % players for k in range(1, players + 1) if (turn + k) % players in seats_in)
        found = []
        if hands[turn]:
            left = (*hands[:turn], hands[turn] - 1, *hands[turn + 1 :])
            plays = players * hand_size(players) - sum(left)
            over = sum(numbers[:plays]) >= end_sum
            found.append(0 if over else longest(left, after, seats_in, seats_in))
        if hands[turn] < hand_size(players):
            rest, others = to_pass - {turn}, seats_in - {turn}
            found.append(longest(hands, after, rest, seats_in) if rest else 0)
            found.append(longest(hands, after, rest, others) if rest and len(others) > 1 else 0)
        return 1 + max(found)

    return longest((hand_size(players),) * players, 0, frozenset(seats), frozenset(seats))


LONGEST = {2: 7, 3: 20, 4: 34}


@pytest.mark.parametrize("players", SEATS)
def test_no_round_is_longer(players: int) -> None:
    """20 decisions with 3 seats, 34 with 4, 7 in the tiny game are the most [0.1.13]."""
    assert longest_round(players) == LONGEST[players]


@pytest.mark.parametrize("players", SEATS)
def test_the_longest_round_exists(players: int) -> None:
    """The last seat spends its hand while all others pass, then the seat before it, and so on."""
    game = Game({"num_players": players})
    game.apply_chance(0)
    numbers = {card: game.cards[card]["number"] for card in game.deck}
    order = sorted(game.deck, key=lambda card: numbers[card])
    # The seats that spend all their cards get the lowest ones, everybody gets one of the lowest.
    size = game.hand_size
    hands = [[order[seat]] for seat in range(players)]
    spare = order[players:]
    for seat in reversed(range(players)):
        hands[seat] += [spare.pop(0) for _ in range(size - 1)]
    for card in chain(*hands, spare):
        game.apply_chance(card)
    decisions = 0
    while not game.rounds:
        game.apply(spend(game))
        decisions += 1
    assert decisions == LONGEST[players]


def spend(game: Game) -> int:
    """Play the lowest card in the first lap, and whenever another pass would end the round; else pass."""
    seat, legal = game.seat(), game.legal()
    must_play = PASS not in legal
    holders = [other for other in game.must_pass if game.hands[other]]
    last_chance = legal[0] < PASS and holders == [seat]
    lowest = min(legal, key=lambda card: 99 if card >= PASS else game.cards[card]["number"])
    return lowest if must_play or last_chance else PASS


@pytest.mark.parametrize("players", SEATS)
def test_legal_actions(players: int) -> None:
    """Plays alone in the own first turn [R5]; afterwards the hand, Pass and Fold [R7]."""
    rng = random.Random(3)
    for _ in range(20):
        game = Game({"num_players": players, "max_rounds": 3})
        while not game.over:
            seat = game.seat()
            if seat is not None:
                extra = [PASS, FOLD] if game.tables[seat] else []
                assert game.legal() == game.hands[seat] + extra and not game.folded[seat]
            step(game, rng)


def test_refused_actions_change_nothing() -> None:
    """Truth values, floats, unheld cards and a first-turn pass are refused."""
    game = Game({"num_players": 2})
    for card in (1, 1, 2, 8, 10, 11):
        game.apply_chance(card)
    before = repr(vars(game))
    refused: list[Any] = [True, 8.0, None, "8", 1, 2, 11, PASS, FOLD, -1, 19]
    for action in refused:
        with pytest.raises(ValueError, match="action"):
            game.apply(action)
    assert repr(vars(game)) == before and game.seat() == 1


def test_worlds_agree_with_possible_secrets() -> None:
    """Worlds are distinct, hold the truth, and their secrets are the cards that can still be it [0.1.11]."""
    rng = random.Random(4)
    for _ in range(30):
        game = Game({"num_players": 2})
        while not game.over:
            if game.secret is not None:
                for seat in range(2):
                    check_worlds(game, seat)
            step(game, rng)
        assert [len(list(game.worlds(seat))) for seat in range(2)] == [1, 1]


def check_worlds(game: Game, seat: int) -> None:
    """The worlds of one seat at one position."""
    worlds = list(game.worlds(seat))
    assert len(worlds) == len(set(worlds))
    assert (tuple(map(tuple, game.hands)), game.secret) in worlds
    assert sorted({secret for _, secret in worlds}) == game.possible_secrets(seat)
    assert all(hands[seat] == tuple(game.hands[seat]) for hands, _ in worlds)


def test_worlds_at_the_first_decision() -> None:
    """Three unseen cards: one for the secret place, two for the other hand; the dealer sees it all."""
    game = Game({"num_players": 2})
    for card in (0, 1, 2, 8, 10, 11):
        game.apply_chance(card)
    assert list(game.worlds(0)) == [(((1, 2), (8, 10)), 11)]
    assert [secret for _, secret in game.worlds(1)] == [1, 2, 11]


def test_dealer_moves_on_and_rounds_are_counted() -> None:
    """The deal goes round, whoever won [R3]; the end leaves the last round on the table."""
    rng = random.Random(5)
    game = Game({"num_players": 3, "num_rounds": 5})
    game.apply_chance(2)
    while not game.over:
        assert game.dealer == (2 + len(game.rounds)) % 3 and game.round_index == len(game.rounds)
        step(game, rng)
    assert (game.dealer, game.round_index, game.details()["rounds"]) == (0, 4, 5)
    assert game.ended == "terminated" and all(game.tables)


def test_ends_of_a_game() -> None:
    """The target is looked at before the length limit, and neither with a fixed number of rounds [0.1.6]."""
    rng = random.Random(6)
    long = finished({"num_players": 3, "target": 10**30, "max_rounds": 3}, rng)
    assert (long.ended, long.returns(), len(long.rounds)) == ("truncated", [0.0] * 3, 3)
    fixed = finished({"num_players": 3, "target": 1, "max_rounds": 1, "num_rounds": 4}, rng)
    assert (fixed.ended, len(fixed.rounds)) == ("terminated", 4)
    ends = {finished({"num_players": 3, "target": 1, "max_rounds": 1}, rng).ended for _ in range(50)}
    assert "terminated" in ends


def test_score_reward() -> None:
    """The final score over the target, whatever the end [0.1.8]."""
    game = finished({"num_players": 4, "reward": "score", "max_rounds": 2}, random.Random(7))
    assert game.returns() == [score / 10 for score in game.scores]
    huge = finished({"num_players": 2, "reward": "score", "target": 10**400}, random.Random(7))
    assert huge.returns() == [0.0, 0.0]


def test_joint_returns() -> None:
    """Each of k winners among n seats gets (n - k) / (k (n - 1)); where all win, 0."""
    game = Game({"num_players": 4})
    game.ended = "terminated"
    for scores, expected in [
        ([10, 0, 0, 0], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([10, 11, 0, 0], [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
        ([10, 10, 12, 9], [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        ([10, 10, 10, 10], [0, 0, 0, 0]),
    ]:
        game.scores = scores
        assert game.returns() == pytest.approx(expected)


def test_table_of_cards() -> None:
    """Section 2.1: 17 stars a side, mirrored; 8 highest, 9 public, 6, 6, 5 places, 5 sums, all unlike."""
    cards = card_table(resolve({}))
    stars = [card["stars"] for card in cards]
    assert sum(stars[:8]) == sum(stars[9:]) == 17 and stars[:8] == stars[:8:-1]
    conditions = {tuple(card[key] for key in ("direction", "zone", "location", "measure")) for card in cards}
    assert len(conditions) == 17
    columns = [[condition[axis] for condition in conditions] for axis in range(4)]
    assert columns[0].count("highest") == 8 and columns[1].count("public") == 9
    assert [columns[2].count(place) for place in ("port", "starboard", "all")] == [6, 6, 5]
    assert columns[3].count("sum") == 5
    assert reconstructed_card(5, 3)["title"] == "Drilling Array"
