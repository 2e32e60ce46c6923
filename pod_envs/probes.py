"""What the benchmark runs: our tables and environments, and PettingZoo's own card and board games."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.api.aec import TurnEnv
from pod_envs.core.batch import Batch
from pod_envs.core.errors import MissingExtra
from pod_envs.core.game import Game
from pod_envs.core.table import Table

__all__ = ["PEERS", "SEED", "Probe", "game_probes", "peer_probes"]

SEED = 0
TABLES = (1, 16, 64, 256, 1024, 4096)
PEERS: dict[str, dict[str, int]] = {"connect_four": {}, "texas_holdem_no_limit": {}, "go": {"board_size": 9}}


@dataclass(frozen=True)
class Probe:
    """One measured thing: `work(n)` does about n units and returns how many it did."""

    name: str
    work: Callable[[int], int]
    unit: str = "decisions/s"
    clock: str = "cpu"


def batch_probe(game: Game, count: int, threads: int, choice: str) -> Probe:
    """Uniform legal play at `count` tables, chosen in compiled code or by NumPy outside."""
    batch = Batch(game, num_tables=count, seed=SEED, threads=threads)
    rng = np.random.default_rng(SEED)

    def compiled(decisions: int) -> int:
        for _ in range(-(-decisions // count)):
            batch.step_checked(batch.sample())
        return -(-decisions // count) * count

    def outside(decisions: int) -> int:
        for _ in range(-(-decisions // count)):
            mask = batch.action_mask
            batch.step((mask - rng.random(mask.shape, np.float32)).argmax(axis=1))
        return -(-decisions // count) * count

    work = {"compiled": compiled, "numpy": outside}[choice]
    return Probe(f"batch/{count}/{threads}/{choice}", work, clock="cpu" if threads == 1 else "wall")


class Sampler:
    """A cheap choice among the legal actions by a linear congruence; the same for all environments."""

    def __init__(self) -> None:
        self.word = SEED

    def __call__(self, mask: NDArray[np.int8]) -> int:
        legal = mask.nonzero()[0]
        self.word = (self.word * 1103515245 + 12345) & 0x7FFFFFFF
        return int(legal[(self.word >> 8) % len(legal)])


def usual_loop(env: Any) -> Callable[[int], int]:
    """The loop of PettingZoo's documentation, over whole games."""
    env.reset(seed=SEED)
    for agent in env.agents:
        env.action_space(agent).seed(SEED)

    def work(decisions: int) -> int:
        done = 0
        while done < decisions:
            env.reset()
            for agent in env.agent_iter():
                observation, _reward, termination, truncation, _info = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
                    done += 1
        return done

    return work


def cheap_loop(env: Any) -> Callable[[int], int]:
    """The same loop with the cheap sampler."""
    env.reset(seed=SEED)
    sampler = Sampler()

    def work(decisions: int) -> int:
        done = 0
        while done < decisions:
            env.reset()
            for _agent in env.agent_iter():
                observation, _reward, termination, truncation, _info = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(sampler(observation["action_mask"]))
                    done += 1
        return done

    return work


def clone_probe(name: str, original: Any) -> Probe:
    """Copies of a game in progress."""

    def work(copies: int) -> int:
        for _ in range(copies):
            original.clone()
        return copies

    return Probe(name, work, "copies/s")


def game_probes(game: Game) -> list[Probe]:
    """Everything of ours."""
    env = TurnEnv(game)
    env.reset(seed=SEED)
    probes = [batch_probe(game, *how) for how in product(TABLES, (1, 2), ("compiled", "numpy"))]
    probes += [Probe("aec/usual", usual_loop(TurnEnv(game, on_illegal="terminate")))]
    probes += [Probe("aec/raw", cheap_loop(TurnEnv(game, on_illegal="raise")))]
    return [*probes, clone_probe("clone/table", Table(game, seed=SEED)), clone_probe("clone/env", env)]


def peer_probes() -> list[Probe]:
    """PettingZoo's own games, as `pettingzoo.make` gives them and without their wrappers; MissingExtra without them."""
    probes = []
    for name in PEERS:
        probes.append(Probe(f"peer/{name}/usual", usual_loop(peer(name))))
        probes.append(Probe(f"peer/{name}/raw", cheap_loop(peer(name).unwrapped)))
    return probes


def peer(name: str) -> Any:
    """One of PettingZoo's games in its newest version."""
    try:
        import pettingzoo

        found = [entry for entry in pettingzoo.aec_registry if entry.startswith(f"classic/{name}-v")]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # their spaces warn about float64 bounds
            return pettingzoo.make("aec", found[-1], **PEERS[name])
    except Exception as error:  # PettingZoo has errors of its own for what a game of it lacks
        raise MissingExtra(
            f"PettingZoo's {name} cannot be made ({first_line(error)}), so its games, and all ratios, are left out; "
            "type: pip install 'pod_envs[bench]'"
        ) from None


def first_line(error: Exception) -> str:
    """What an error says, or else its kind, in one line."""
    return (str(error).splitlines() or [type(error).__name__])[0]
