"""Records, texts, pictures and seeds of the turn-based API."""

import hashlib
import json
import logging
import os
from typing import Any

import pytest

from pod_envs.api.aec import TurnEnv
from pod_envs.core.errors import ConfigError, IllegalAction
from pod_envs.core.game import Game
from pod_envs.core.record import dump, replay
from pod_envs.core.table import Table
from tests.core.common import ROOT, run_python

from .common import PLAIN, Case, decisions, everything, inside, play, shown

# Records


def test_the_record_of_a_game_replays_to_the_same_end(case: Case) -> None:
    env = case.env()
    env.reset(seed=3)
    play(env, 3)
    for legal in (False, True):
        record = env.record(legal)
        table = replay(dump(record))
        assert env.table is not None
        assert table.state.tobytes() == env.table.state.tobytes()
        assert table.returns.tolist() == record["returns"]
    assert record["seed"] == 3
    assert record["variant"] == case.variant.as_dict()
    assert json.loads(json.dumps(record)) == record


def test_the_record_of_a_game_in_progress_replays_to_the_same_position(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=3)
    for action in decisions(env, 3):
        record = env.record()
        assert record["ended"] is None
        assert env.table is not None
        assert replay(record).state.tobytes() == env.table.state.tobytes()
        env.step(action)
        if len(record["events"]) > 100:
            break


def test_an_environment_draws_the_same_chance_events_as_a_table_of_its_seed(case: Case) -> None:
    env, table = case.env(), Table(case.game, case.variant, seed=12)
    env.reset(seed=12)
    for action in decisions(env, 12):
        env.step(action)
        table.act(action)
    assert env.table is not None
    assert table.events == env.table.events
    assert table.returns.tolist() == env.table.returns.tolist()


# Texts


def test_information_states_are_each_agents_own(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=3)
    play(env, 3, 1)
    texts = [env.information_state(agent) for agent in env.possible_agents]
    assert len(set(texts)) == plain.seats
    assert env.table is not None
    assert texts == [env.table.information_state(seat) for seat in range(plain.seats)]


def test_action_texts_are_read_back(plain: Case) -> None:
    env = plain.env()
    texts = [env.action_text(action) for action in range(plain.actions)]
    assert [env.parse_action(text) for text in texts] == list(range(plain.actions))
    assert len(set(texts)) == plain.actions


@pytest.mark.parametrize("action", [1.0, True, None, "1"])
def test_only_integers_have_action_texts(plain: Case, action: Any) -> None:
    with pytest.raises(IllegalAction, match="must be an integer"):
        plain.env().action_text(action)


def test_a_text_that_is_no_action_is_refused(plain: Case) -> None:
    with pytest.raises(ConfigError):
        plain.env().parse_action("no such action")


# Pictures


def test_ansi_returns_the_view_of_the_agent_to_act(plain: Case) -> None:
    env = plain.env(render_mode="ansi")
    env.reset(seed=2)
    seen = set()
    for action in decisions(env, 2):
        text = env.render()
        assert text is not None
        assert text == env.picture(env.agent_selection)
        seen.add(text)
        env.step(action)
    assert len(seen) > plain.seats
    play(env)
    assert env.render() == env.picture(env.possible_agents[0])


def test_human_prints_the_same_text_and_returns_nothing(plain: Case, capsys: pytest.CaptureFixture[str]) -> None:
    env, twin = plain.env(render_mode="human"), plain.env(render_mode="ansi")
    for either in (env, twin):
        either.reset(seed=2)
    for action in decisions(twin, 2):
        assert env.render() is None
        assert capsys.readouterr().out == f"{twin.render()}\n"
        env.step(action)
        twin.step(action)


@pytest.mark.parametrize("view", ["spectator", "each agent"])
def test_a_chosen_view_stays(plain: Case, view: str) -> None:
    views = ["spectator"] if view == "spectator" else plain.env().possible_agents
    for name in views:
        env = plain.env(render_mode="ansi", render_view=name)
        env.reset(seed=2)
        assert env.table is not None
        for action in decisions(env, 2):
            assert env.render() == env.table.picture(env.seats.get(name))
            env.step(action)


def test_views_differ_between_agents_and_from_the_spectators(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=2)
    seen = {env.picture(view) for view in ("spectator", *env.possible_agents)}
    assert len(seen) == plain.seats + 1 or plain.game.spec.perfect_information


def test_an_unknown_view_is_refused(plain: Case) -> None:
    env = plain.env(render_mode="ansi")
    env.reset(seed=2)
    with pytest.raises(ConfigError, match="a view is 'seat', 'spectator' or one of player_0"):
        env.picture("player_77")


def test_render_without_a_mode_says_so(plain: Case, caplog: pytest.LogCaptureFixture) -> None:
    env = plain.env()
    env.reset(seed=2)
    with caplog.at_level(logging.WARNING, "pod_envs"):
        assert env.render() is None
    assert "render_mode='ansi'" in caplog.text


def test_rendering_and_reading_change_nothing(case: Case) -> None:
    env = case.env(render_mode="ansi")
    env.reset(seed=2)
    play(env, 2, 2)
    before = everything(env)
    shown(env)
    env.render()
    env.record(legal=True)
    env.get_state()
    env.close()
    assert everything(env) == before


# Seeds


def test_a_seed_begins_the_same_game_whatever_came_before(case: Case) -> None:
    env, fresh = case.env(), case.env()
    env.reset(seed=1)
    play(env, 1, 3)
    for either in (env, fresh):
        either.reset(seed=8)
    assert everything(env) == everything(fresh)
    for either in (env, fresh):
        play(either, 8)
    assert everything(env) == everything(fresh)


def test_reset_without_a_seed_goes_on_with_the_own_generator(game: Game) -> None:
    case = Case(game, game.variant().num_players, "outcome")
    env, twin = case.env(), case.env()
    games = []
    for either in (env, twin):
        either.reset(seed=1)
        for _ in range(4):
            play(either, 1)
            games.append(either.record()["events"])
            either.reset()
    assert games[:4] == games[4:]
    differ = [one != other for k, one in enumerate(games[:4]) for other in games[:k]]
    assert set(differ) == {bool(game.spec.chance_kinds)}
    assert env.record()["seed"] is None
    assert inside(env) == inside(twin)


def test_a_first_reset_without_a_seed_is_not_repeated(game: Game) -> None:
    starts = []
    for _ in range(20):
        env = Case(game, game.variant().num_players, "outcome").env()
        env.reset()
        assert env.table is not None
        starts.append(env.table.store.gens.tobytes())
    assert any(start != starts[0] for start in starts)


@pytest.mark.parametrize("seed", [-1, 1.0, "1", True])
def test_a_wrong_seed_is_refused_and_nothing_has_changed(plain: Case, seed: Any) -> None:
    env = plain.env()
    with pytest.raises(ValueError, match="seed must be a non-negative integer"):
        env.reset(seed=seed)
    env.reset(seed=1)
    play(env, 1, 1)
    before = everything(env)
    with pytest.raises(ValueError, match="seed must be a non-negative integer"):
        env.reset(seed=seed)
    assert everything(env) == before


def fingerprint() -> str:
    """A digest of some games of every case."""
    digest = hashlib.sha256()
    for case in PLAIN:
        env: TurnEnv = case.env()
        for seed in (1, 2):
            env.reset(seed=seed)
            play(env, seed, 60)
            digest.update(repr(shown(env)).encode() + env.get_state())
    return digest.hexdigest()


def test_games_are_the_same_in_a_process_with_another_hash_seed() -> None:
    code = "from tests.api.test_aec_views import fingerprint; print(fingerprint())"
    cache = {name: value for name, value in os.environ.items() if name == "NUMBA_CACHE_DIR"}
    assert run_python("-c", code, root=ROOT, PYTHONHASHSEED="12345", **cache).split()[-1] == fingerprint()
