"""Who plays the other seats of a single-agent environment, and the words that name them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pod_envs.agents import CallablePolicy, NetworkPolicy, PlayerPolicy, RandomPolicy, from_spec, save_policy
from pod_envs.api.learner import LearnerTables
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game
from pod_envs.core.view import View

from .common import PLAIN, Case, legal_step, play_single

NAMED = [(case, name) for case in PLAIN for name in ("random", *case.game.spec.players)]


def lowest(view: View) -> int:
    """The first legal action."""
    return view.legal[0]


def highest(view: View) -> int:
    """The last legal action."""
    return view.legal[-1]


def policy_file(case: Case, path: Path) -> Path:
    """A file of a policy with random weights."""
    rng = np.random.default_rng(0)
    weights = rng.normal(size=(case.game.layout(case.variant).length, case.actions)).astype(np.float32)
    save_policy(path, [(weights, np.zeros(case.actions, np.float32))], "tanh", case.game, case.variant, True)
    return path


def decisions_of(case: Case, opponents: Any, seed: int) -> list[Any]:
    """(seat, action) of all decisions of a game whose learner at seat 0 takes its lowest legal action."""
    env, ended = case.single(opponents=opponents, seat=0), False
    env.reset(seed=seed)
    while not ended:
        ended = any(env.step(int(env.action_masks().argmax()))[2:4])
    return [(event["seat"], event["action"]) for event in env.record()["events"] if "seat" in event]


@pytest.mark.parametrize(("case", "name"), NAMED, ids=lambda value: str(value))
def test_every_named_player_plays_whole_games(case: Case, name: str) -> None:
    env = case.single(opponents=name)
    for seed in range(3):
        total, info = play_single(env, seed)
        assert total == pytest.approx(info["returns"][info["seat"]], abs=1e-9)
    assert decisions_of(case, name, 1) == decisions_of(case, name, 1)


def test_players_differ_from_random(game: Game) -> None:
    case = Case(game, game.variant().num_players, "outcome")
    for name in game.spec.players:
        assert decisions_of(case, name, 1) != decisions_of(case, "random", 1)


def test_a_function_is_asked_with_the_view_of_its_seat(plain: Case) -> None:
    seen = []

    def opponent(view: View) -> int:
        seen.append((view.seat, view.action_mask.tobytes(), view.observation.tobytes(), view.information_state()))
        assert view.variant == plain.variant
        assert view.legal == np.flatnonzero(view.action_mask).tolist()
        return view.legal[-1]

    env, ended, rng = plain.single(opponents=opponent, seat=0), False, np.random.default_rng(1)
    env.reset(seed=1)
    while not ended:
        ended = any(legal_step(env, rng)[2:4])
    decided = [event for event in env.record(legal=True)["events"] if "seat" in event and event["seat"] != 0]
    assert [seat for seat, *_ in seen] == [event["seat"] for event in decided]
    masks = [np.flatnonzero(np.frombuffer(mask, np.int8)).tolist() for _, mask, *_ in seen]
    assert masks == [event["legal"] for event in decided]
    assert all(event["action"] == event["legal"][-1] for event in decided)


def test_a_function_that_changes_its_view_changes_nothing_else(plain: Case) -> None:
    def vandal(view: View) -> int:
        action = view.legal[0]
        view.observation[:] = 7
        view.action_mask[:] = 1
        return action

    assert decisions_of(plain, vandal, 2) == decisions_of(plain, lowest, 2)


def test_a_list_gives_one_player_to_each_other_seat_clockwise(plain: Case) -> None:
    asked: list[tuple[int, int]] = []

    def player(place: int) -> Any:
        def choose(view: View) -> int:
            asked.append((place, view.seat))
            return view.legal[0]

        return choose

    for seat in range(plain.seats):
        asked.clear()
        env = plain.single(opponents=[player(place) for place in range(plain.seats - 1)], seat=seat)
        play_single(env, seat)
        assert {(place, (seat + 1 + place) % plain.seats) for place in range(plain.seats - 1)} == set(asked)


def test_a_list_of_the_same_player_plays_as_that_player(plain: Case) -> None:
    assert decisions_of(plain, [lowest] * (plain.seats - 1), 3) == decisions_of(plain, lowest, 3)
    assert decisions_of(plain, ["random"] * (plain.seats - 1), 3) == decisions_of(plain, "random", 3)


def test_a_policy_file_plays(plain: Case, tmp_path: Path) -> None:
    path = policy_file(plain, tmp_path / "policy.npz")
    played = decisions_of(plain, path, 4)
    assert played == decisions_of(plain, str(path), 4) == decisions_of(plain, [path] * (plain.seats - 1), 4)
    policy = NetworkPolicy.load(path, plain.game, plain.variant)

    def by_hand(view: View) -> int:
        logits = policy.logits(view.observation[None])[0]
        return max(view.legal, key=lambda action: float(logits[action]))

    assert played == decisions_of(plain, by_hand, 4)


@pytest.mark.parametrize("seats_wrong", [-1, 1])
def test_a_list_of_another_length_is_refused(plain: Case, seats_wrong: int) -> None:
    others = plain.seats - 1
    with pytest.raises(ConfigError, match=f"wants {others} entries.* not {others + seats_wrong}"):
        plain.single(opponents=["random"] * (others + seats_wrong))


def test_a_wrong_word_is_refused_with_the_nearest_right_one(game: Game) -> None:
    case = Case(game, game.variant().num_players, "outcome")
    for word, near in [("randon", "random"), *((f"{name[:-1]}x", name) for name in game.spec.players)]:
        with pytest.raises(ConfigError, match=rf"no player is named '{word}'; did you mean '{near}'\? type one of"):
            case.single(opponents=word)
        with pytest.raises(ConfigError, match=rf"did you mean '{near}'"):
            case.single(opponents=["random"] * (case.seats - 2) + [word])
    for other in (3, None, "zzz", 1.5, {"a": 1}):
        with pytest.raises(ConfigError, match=r"no player is named .*; type one of 'random'"):
            case.single(opponents=other)
    with pytest.raises(ConfigError, match=r"there is no policy file 'nowhere\.npz'"):
        case.single(opponents="nowhere.npz")


WRONG: dict[str, Any] = {
    "a masked action": lambda view: int(np.flatnonzero(view.action_mask == 0)[0]),
    "out of range": lambda view: len(view.action_mask),
    "negative": lambda view: -1,
    "a float": lambda view: 1.0,
    "nothing": lambda view: None,
    "a truth value": lambda view: True,
}


@pytest.mark.parametrize("how", WRONG)
def test_a_function_that_chooses_wrongly_is_named(plain: Case, how: str) -> None:
    def mistaken(view: View) -> Any:
        return WRONG[how](view)

    tables = LearnerTables(plain.game, plain.options, 1, mistaken, seat=0, keep_log=True)
    with pytest.raises(IllegalAction, match=r"the opponent <function .*mistaken.*> chose wrongly: "):
        begin_and_move(tables)


def begin_and_move(tables: LearnerTables) -> None:
    """An opponent is asked before the learner or after its first move."""
    tables.reset(1)
    tables.step(tables.views()[1].argmax(axis=1).astype(np.int64))


def test_after_an_opponent_failed_only_reset_goes_on(plain: Case) -> None:
    broken = [True]

    def opponent(view: View) -> int:
        return -1 if broken[0] else view.legal[0]

    tables = LearnerTables(plain.game, plain.options, 1, opponent, seat=0, keep_log=True)
    with pytest.raises(IllegalAction, match="chose wrongly"):
        begin_and_move(tables)
    with pytest.raises(NotRunning, match=r"an opponent failed.*call reset"):
        tables.step(np.zeros(1, np.int64))
    broken[0] = False
    begin_and_move(tables)


def test_words_make_the_right_policies(game: Game, tmp_path: Path) -> None:
    variant = game.variant()
    case = Case(game, variant.num_players, "outcome")
    assert isinstance(from_spec("random", game, variant), RandomPolicy)
    assert isinstance(from_spec(lowest, game, variant), CallablePolicy)
    assert isinstance(from_spec(policy_file(case, tmp_path / "a.npz"), game, variant), NetworkPolicy)
    for name in game.spec.players:
        policy = from_spec(name, game, variant)
        assert isinstance(policy, PlayerPolicy)
        assert from_spec(policy, game, variant) is policy


def test_learners_against_each_other_see_what_single_ones_see(plain: Case) -> None:
    """Rows of one batch with several policies equal tables of their own."""
    opponents = [lowest, highest, "random"][: plain.seats - 1]
    tables = LearnerTables(plain.game, plain.options, 5, opponents)
    tables.reset(30)
    singles = [plain.single(opponents=opponents) for _ in range(5)]
    for k, env in enumerate(singles):
        env.reset(seed=30 + k)
    running = np.ones(5, np.bool_)
    while running.any():
        mask = tables.views()[1]
        actions = mask.argmax(axis=1).astype(np.int64)
        tables.step(actions, running)
        for k in np.flatnonzero(running).tolist():
            assert mask[k].astype(np.bool_).tolist() == singles[k].action_masks().tolist()
            seen, reward, *ended, info = singles[k].step(int(actions[k]))
            assert (reward, info["seat"], any(ended)) == (tables.reward[k], tables.learner[k], tables.over[k])
            assert seen.tobytes() == tables.views()[0][k].tobytes()
        running &= ~tables.over
