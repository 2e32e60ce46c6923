"""What these tests share: games and seats, play that can be repeated, all that an environment shows."""

import copy
import dataclasses
import inspect
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs import GAMES
from pod_envs.api.aec import TurnEnv
from pod_envs.api.books import BOOKS
from pod_envs.api.registration import check_words, environment_module
from pod_envs.api.single import LearnerEnv
from pod_envs.api.vector import LearnerVectorEnv
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from pod_envs.core.variant import Variant
from tests.core.common import variants_of

Options = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and a kind of reward, and how to make its environments."""

    game: Game
    seats: int
    reward: str

    def __str__(self) -> str:
        return f"{self.game.spec.name}-{self.seats}-{self.reward}"

    @property
    def options(self) -> Options:
        return {"num_players": self.seats, "reward": self.reward}

    @property
    def variant(self) -> Any:
        return self.game.variant(**self.options)

    @property
    def actions(self) -> int:
        return self.game.num_actions(self.variant)

    def env(self, **more: Any) -> TurnEnv:
        return environment_module(self.game).env(**self.options, **more)

    def raw_env(self, **more: Any) -> TurnEnv:
        return environment_module(self.game).raw_env(**self.options, **more)

    def single(self, **more: Any) -> LearnerEnv:
        env = gymnasium.make(self.game.gymnasium_id, disable_env_checker=True, **self.options, **more).unwrapped
        assert isinstance(env, LearnerEnv)
        return env

    def vector(self, num_envs: int, **more: Any) -> LearnerVectorEnv:
        env = gymnasium.make_vec(self.game.gymnasium_id, num_envs=num_envs, **self.options, **more)
        assert isinstance(env, LearnerVectorEnv)
        return env


CASES = [Case(game, v.num_players, v.reward) for game in GAMES.values() for v in variants_of(game)]
PLAIN = [case for case in CASES if case.reward == "outcome"]

TRUNCATING: dict[str, Options] = {  # options whose games run out of time
    "pod_x": {"max_rounds": 1, "num_rounds": 0},
    "polypods": {"max_plies": 6},
    "relative_space": {"max_turns": 5},
    "ocean_pods": {"max_rounds": 1},
}

NO_ACTIONS = [
    -1,
    10**30,
    -(10**30),
    2**63,
    -(2**63),
    1.0,
    np.float64(1),
    True,
    np.bool_(True),
    None,
    "1",
    [1],
    np.array([1]),
    np.array(1.0),
    np.array(True),
]


def draw(rng: np.random.Generator, mask: NDArray[Any]) -> int:
    """A random action that the mask allows."""
    return int(rng.choice(np.flatnonzero(mask)))


def forbidden(mask: NDArray[Any]) -> int:
    """The first action that the mask does not allow."""
    return int(np.flatnonzero(mask == 0)[0])


def ahead(env: TurnEnv) -> None:
    """Go on to a decision where something is forbidden."""
    while mask_of(env).all():
        env.step(0)


def ahead_single(env: LearnerEnv) -> None:
    """The same for a single learner."""
    while env.action_masks().all():
        env.step(0)


def ahead_vector(env: LearnerVectorEnv, infos: dict[str, Any]) -> dict[str, Any]:
    """The same for many learners that have just been reset; the infos there."""
    while infos["action_mask"].all(axis=1).any():
        infos = env.step(infos["action_mask"].argmax(axis=1))[-1]
    return infos


def mask_of(env: TurnEnv) -> NDArray[np.int8]:
    """The mask of the agent to act."""
    mask: NDArray[np.int8] = env.observe(env.agent_selection)["action_mask"]
    return mask


def over(env: TurnEnv) -> bool:
    """Whether the agent to be asked has ended, or none is left."""
    return not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]


def decisions(env: TurnEnv, seed: int = 0) -> Iterator[int]:
    """Random legal actions until the game is over; the caller takes each before it asks for the next."""
    rng = np.random.default_rng(seed)
    while not over(env):
        yield draw(rng, mask_of(env))


def play(env: TurnEnv, seed: int = 0, count: int | None = None) -> None:
    """Take `count` random legal actions, or play the game and all dead steps."""
    for step, action in enumerate(decisions(env, seed)):
        if step == count:
            return
        env.step(action)
    while env.agents and count is None:
        env.step(None)


def books(env: TurnEnv) -> Options:
    """The bookkeeping, copied."""
    return {name: copy.deepcopy(getattr(env, name)) for name in BOOKS}


def shown(env: TurnEnv) -> Options:
    """All that an environment shows, but for the seed of its record."""
    agents = env.possible_agents
    views = {agent: {key: value.tobytes() for key, value in env.observe(agent).items()} for agent in agents}
    texts = {agent: (env.information_state(agent), env.picture(agent)) for agent in agents}
    record = env.record() | {"seed": None}
    return books(env) | {"views": views, "texts": texts, "record": record, "state": env.state().tobytes()}


def inside(env: TurnEnv) -> Options:
    """All that decides what an environment shows: the bookkeeping, and every byte of its table but the generators."""
    assert env.table is not None
    store = env.table.store
    arrays = (store.states, store.cells, store.obs, store.mask)
    table = ([array.tobytes() for array in arrays], env.table.events, copy.deepcopy(env.table.reports))
    return books(env) | {"table": table}


def everything(env: TurnEnv) -> Options:
    """All that an environment is: the generators and the seed too."""
    assert env.table is not None
    return inside(env) | {"generators": env.table.store.gens.tobytes(), "seed": env.table.seed}


# One learner


def legal_step(env: LearnerEnv, rng: np.random.Generator) -> Any:
    """A random legal action."""
    return env.step(draw(rng, env.action_masks()))


def play_single(env: LearnerEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """A whole game with random legal actions: the sum of its rewards and its last info."""
    rng, total = np.random.default_rng(seed), 0.0
    env.reset(seed=seed)
    while True:
        _, reward, terminated, truncated, info = legal_step(env, rng)
        total += reward
        if terminated or truncated:
            return total, info


def inside_single(env: LearnerEnv) -> Any:
    """All that an environment is, as one comparable text."""
    tables = env.tables
    store = tables.batch.store
    arrays = (store.states, store.cells, store.gens, store.log, store.obs, store.mask)
    names = ("learner", "over", "reward", "early", "terminated", "truncated", "illegal", "actions")
    own = [(name, getattr(tables, name).tolist()) for name in names]
    return [array.tobytes() for array in arrays], repr((own, tables.reports, env._seed, env._begun))


# Many learners


def random_actions(rng: np.random.Generator, masks: NDArray[Any], wrong: float = 0.0) -> NDArray[np.int64]:
    """A random legal action for each row, or with probability `wrong` a masked one where there is one."""
    actions = [draw(rng, mask) for mask in masks]
    for row in np.flatnonzero(rng.random(len(masks)) < wrong).tolist():
        if not masks[row].all():
            actions[row] = draw(rng, masks[row] == 0)
    return np.array(actions, np.int64)


# Games of others


def check_taken(makers: Sequence[Callable[..., Any]]) -> None:
    """A game whose option has the name of an argument of what makes environments is refused."""
    taken = {name for maker in makers for name in inspect.signature(maker).parameters}
    assert taken
    for name in sorted(taken):
        options = dataclasses.make_dataclass("Options", [(name, int, 0)], bases=(Variant,), frozen=True)
        game = types.SimpleNamespace(spec=types.SimpleNamespace(name="dice", variant=options, report_key="reports"))
        with pytest.raises(ConfigError, match=rf"its options \['{name}'\] have names that environments use already"):
            check_words(game)  # type: ignore[arg-type]
