"""What the Relative Space page settles beyond its worked examples, over the reference twin.

Drawings are as in `test_relative_space_reference.py`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.reference_relative_space import Game, resolve
from tests.games.reference_relative_space_drawn import NEW, OPEN, cards, draw, left, own, pick, play, relative
from tests.games.reference_relative_space_stash import Layout
from tests.games.reference_relative_space_variant import BOOTS, FACE_DOWN, NET, STUN, launch_kinds
from tests.games.reference_relative_space_view import observation, position

Pods = list[list[int | str]]
Stash = dict[int, int | str]
SIX: Stash = dict.fromkeys(range(6), "?")


def two(mine: Stash, pods: Pods, other: Stash = OPEN, **options: Any) -> Game:
    """Seat 0 to play in the first turn; the other seat has nine face-down cards unless said."""
    return position({"num_players": 2, **options}, [mine, other], pods)


# Set-up and layouts


def test_set_up_order() -> None:
    game = Game({"num_players": 3})
    draw(game, "start_player", 2)
    assert game.probabilities()[13] * 27 == 1  # 4 of 108
    places = list(game.to_deal)
    assert places == [(seat, slot) for seat in range(3) for slot in range(4, 9)]
    draw(game, "deal", *[1, 2, 3, 4, 5] * 3)
    assert (game.seat(), game.turn, game.chance()) == (2, 1, None)
    assert game.stashes == [[FACE_DOWN] * 4 + [1, 2, 3, 4, 5]] * 3
    assert sum(game.unseen.values()) == 93


def test_no_deal_if_all_are_face_down() -> None:
    game = Game({"face_down_rows": [2, 0, 1]})
    draw(game, "start_player", 1)
    assert (game.seat(), game.phase, sum(game.unseen.values())) == (1, "play", 108)


def test_default_layout() -> None:
    layout = Layout([4, 3, 2], "under_first")
    assert layout.covered_by == [[4], [4, 5], [5, 6], [6], [7], [7, 8], [8], [], []]
    assert layout.refill_order == list(range(9))
    assert Layout([4, 3, 2], "over_first").refill_order == [7, 8, 4, 5, 6, 0, 1, 2, 3]


def test_columns() -> None:
    #  4 5    row 2 lies straight on row 1, which lies over the gaps of row 0
    #  2 3
    # 0 1 .
    assert Layout([3, 2, 2], "under_first").covered_by == [[3], [3, 4], [4], [5], [6], [], []]


# Plays


@pytest.mark.parametrize(("size", "rows"), [(9, [4, 3, 2]), (6, [6]), (14, [5, 5, 4])])
def test_action_ids(size: int, rows: list[int]) -> None:
    options = {"num_players": 10, "stash_rows": rows, "cards": {"1": {"copies": 99}}}
    stash: Stash = {0: "TELE", 1: 2, size - 1: "STUN"}
    game = position(options, [stash, *[{size - 1: 1}] * 9], [[]])
    top = (size - 1) * 12
    assert set(game.legal()) >= {top, top + 11}
    assert game.num_actions == 22 * size + 9
    play(game, size - 1, 0)
    assert game.legal() == [12 * size + k - 1 for k in range(1, 10)]
    game = position(options, [{0: "TELE", 1: 2}, *[{size - 1: 1}] * 9], [[]])
    play(game, 0, 0)
    assert game.legal() == [12 * size + 9 + 1]
    game.apply(game.legal()[0])
    assert game.legal() == [12 * size + 9 + size + (k - 1) * size + size - 1 for k in range(1, 10)]
    assert game.legal()[-1] == game.num_actions - 1


def test_eleven_pods_at_most() -> None:
    game = two({**OPEN, 7: 4, 8: 4}, [[] for _ in range(10)], keycards=3)
    assert game.legal() == [*range(84, 94), 95, *range(96, 106), 107]
    play(game, 7, NEW)
    assert len(game.pods) == 11
    assert NEW not in [action % 12 for action in game.legal()]


def test_flip_comes_before_the_refills() -> None:
    # ? in slot 3, really a 2   [9| [8|   ->   slots 0 and 1 hold 2 and 9, [8|
    game = two({3: "?"}, [[9], [8]])
    play(game, 3, 0)
    draw(game, "flip", 2)
    draw(game, "refill", 2, 9)
    assert (left(game, 0), game.pods, game.unseen[2]) == ({0: 2, 1: 9}, [[8]], 6)


def test_final_special_wins_without_its_text() -> None:
    # [10|   LAUNCH is the last card   ->   [10,LAUNCH|, a win
    game = two(cards(s0="LAUNCH"), [[10]])
    play(game, 0, 0)
    assert (game.pods, game.winner, game.legal(), game.seat()) == ([[10, 13]], 0, [], None)


def test_boots_in_a_row() -> None:
    # BOOTS, then BOOTS, then STUN, and the turn ends
    game = two(cards(s0="BOOTS", s1="BOOTS", s2="STUN", s3=3), [[10]])
    play(game, 0, 0)
    play(game, 1, 0)
    assert (game.owed, game.first) == (1, False)
    play(game, 2, 0)
    relative(game, 1)
    assert (game.seat(), game.turn, game.pods) == (0, 3, [[10, BOOTS, BOOTS, STUN]])


def test_keycard_extra_play() -> None:
    # NEW with BOOTS leaves two plays; a jam ends the turn whatever is owed
    game = two(cards(s0="BOOTS", s1=5, s2=3, s3=1), [[4]], keycard_extra_play=True, keycards=2)
    play(game, 0, NEW)
    assert (game.owed, game.legal()) == (2, [12, 13, 24, 25, 36, 37])
    play(game, 2, 0)
    draw(game, "refill", 3, 4)
    assert (game.player, game.turn, game.pods) == (1, 2, [[BOOTS]])
    assert left(game, 0) == {1: 5, 3: 1, 4: 3, 5: 4}  # 0 and 2 were not empty at the start of the turn


def test_played_slot_counts_only_for_the_jamming_card() -> None:
    # BOOTS from slot 0, then the 2 from slot 1 jams: slot 1 is refilled and slot 0 is not
    game = two(cards(s0="BOOTS", s1=2, s2=7, s3=7), [[9], [8]], played_slot_counts=True)
    play(game, 0, 0)
    play(game, 1, 1)
    draw(game, "refill", 8, 2)
    assert left(game, 0) == {1: 8, 2: 7, 3: 7, 4: 2}


# Specials


def test_scan_turns_a_covered_card() -> None:
    game = two({**OPEN, 4: 1, 7: "SCAN"}, [[10]])
    play(game, 7, 0)
    assert game.legal() == [117 + slot for slot in (0, 1, 2, 3, 5, 6, 8)]
    own(game, 1)
    draw(game, "flip", "NET")
    assert (game.stashes[0][1], game.player, game.unseen[NET]) == (NET, 1, 1)


@pytest.mark.parametrize("special", ["SCAN", "GIVE"])
def test_impossible_instructions_ask_nothing(special: str) -> None:
    game = two(cards(s0=special, s1=4), [[10]])
    play(game, 0, 0)
    assert (game.player, game.turn, game.chance(), len(game.pods[0])) == (1, 2, None, 2)


def test_give_flips_after_the_receiver_is_chosen() -> None:
    # GIVE in slot 7 uncovers 4; the face-down 8 goes to seat 2, which has the empty slots 6 7 8; seat 1 is full
    game = position({"num_players": 3}, [{**OPEN, 7: "GIVE"}, OPEN, SIX], [[10]], stunned=[2])
    play(game, 7, 0)
    assert game.legal() == [121, 125]  # slots 4 and 8
    own(game, 8)
    assert game.legal() == [109]
    assert observation(game, 1)["slot"] == 8
    relative(game, 2)
    assert game.stashes[0][8] == FACE_DOWN
    draw(game, "flip", "NET")
    assert (game.stashes[2][6:], game.stashes[0][7:], game.seat()) == ([NET, 0, 0], [0, 0], 1)


def test_give_follows_the_refill_order() -> None:
    game = two(cards(s0="GIVE", s1=4, s2=4), [[10]], SIX, refill_order="over_first")
    play(game, 0, 0)
    own(game, 1)
    relative(game, 1)
    assert game.stashes[1][6:] == [0, 4, 0]


def test_last_card_given_face_down_is_still_flipped() -> None:
    game = two(cards(s0="GIVE", s1="?"), [[10]], SIX)
    play(game, 0, 0)
    own(game, 1)
    relative(game, 1)
    draw(game, "flip", 6)
    assert (game.winner, game.stashes[1][6]) == (0, 6)


def test_netted_card_is_flipped_and_its_text_ignored() -> None:
    # NET, then the face-down STUN: nobody is stunned; LAUNCH! is carried out before the win
    game = two(cards(s0="NET", s1="?"), [[10], [3]])
    play(game, 0, 0)
    own(game, 1)
    draw(game, "flip", "STUN")
    assert (game.pods, game.stunned, game.winner, game.discard) == ([[3]], [False, False], 0, [10, NET, STUN])


def test_netted_number_is_to_beat() -> None:
    game = two(cards(s0="NET", s1=2, s2=5), [[10]], cards={"NET": {"copies": 2, "launch": False}})
    play(game, 0, 0)
    own(game, 1)
    assert (game.pods, game.number_to_beat(0)) == ([[10, NET, 2]], 2)


def test_tele_takes_from_the_stunned_and_face_down_for_face_down() -> None:
    game = position({"num_players": 3}, [{**OPEN, 7: "TELE"}, cards(s3=2), cards(s0="?")], [[]], stunned=[1])
    play(game, 7, 0)
    own(game, 4)
    assert game.legal() == [129, 135]
    pick(game, 2, 0)
    assert (game.stashes[0][4], game.stashes[2][0], game.unseen[2]) == (FACE_DOWN, FACE_DOWN, 6)


def test_alarm_marks_do_not_add_up() -> None:
    game = position({"num_players": 3}, [{**OPEN, 7: "ALARM"}, OPEN, OPEN], [[9]], stunned=[1])
    play(game, 7, 0)
    assert (game.seat(), game.turn, game.stunned) == (2, 3, [False] * 3)


def test_own_launch_flags() -> None:
    table = {"BOOTS": {"copies": 3, "launch": True}, "LAUNCH": {"copies": 4, "launch": False}, "NET": {"copies": 1}}
    assert launch_kinds(resolve({"cards": table})) == {BOOTS, NET, 20}
    game = two(cards(s0="BOOTS", s1=5, s2=6), [[9]], cards=table)
    play(game, 0, 0)
    assert (game.pods, game.seat(), game.owed, game.first) == ([[]], 0, 1, False)  # the extra play sees the new pod


# Ends and rewards


def test_limit_in_a_skipped_turn() -> None:
    game = two({**OPEN, 7: "STUN"}, [[]], max_turns=2)
    play(game, 7, 0)
    relative(game, 1)
    assert (game.ended, game.winner, game.returns()) == ("truncated", None, [0.0, 0.0])
    assert game.details() == {"winner": None, "turns": 2, "cards_left": [8, 9]}


def test_win_in_the_last_turn() -> None:
    game = position({"num_players": 3, "max_turns": 7}, [OPEN, OPEN, cards(s8=3)], [[]], seat=2, turn=7)
    play(game, 8, 0)
    assert (game.ended, game.returns(), game.turn) == ("terminated", [-0.5, -0.5, 1.0], 7)


def test_score_rewards() -> None:
    # a jam with three cards back, after which seat 0 has 6 - 1 + 3 = 8
    game = two({0: 1, 1: 1, 2: 1, 3: 1, 4: 12, 5: 2}, [[4, 9]], reward="score")
    play(game, 5, 0)
    draw(game, "refill", 4, 9, 2)
    assert game.rewards() == pytest.approx([-2 / 9, 0])
    assert game.returns() == pytest.approx([1 / 9, 0])


def test_dealing_pays_nothing() -> None:
    game = Game({"num_players": 2, "reward": "score"})
    draw(game, "start_player", 1)
    draw(game, "deal", *[1, 2, 3, 4, 5] * 2)
    assert game.returns() == game.rewards() == [0.0, 0.0]


def test_slots_that_a_jam_would_refill() -> None:
    # After BOOTS from slot 4 seat 0 would still refill 5 to 8 alone; seat 1 everything empty
    game = two({0: 1, 1: 1, 2: 1, 3: 1, 4: "BOOTS"}, [[9]], SIX)
    play(game, 4, 0)
    shown = observation(game, 1)["seats"]
    assert [slot for slot in range(9) if shown[1]["refill"][slot]] == [5, 6, 7, 8]
    assert [slot for slot in range(9) if shown[0]["refill"][slot]] == [6, 7, 8]
