"""One training run in its folder: rollouts and updates, evaluations, logs, checkpoints, and what it ends with."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.agents import NetworkPolicy, from_spec, save_policy

from . import checkpoint
from .config import Config, digest
from .console import complain, say
from .files import hold, write_json
from .folders import abandon, open_run, sweep
from .imitation import follow, watch
from .learner import begin, layers_of, make_learner, steady
from .machine import machine, versions
from .matches import Row, match, ordered, table
from .playouts import playouts_of
from .pool import Pool, player_of
from .progress import Progress
from .scalars import Scalars
from .timers import Timers

__all__ = ["AGENT", "Run", "new_run"]

AGENT = "agent"  # the learner's name in tables and logs
FAR = 10**12  # seeds of evaluations begin here, far from those of the tables


class Run:
    """The learner with its tables, pool, logs and clock; goes on from `saved`, or begins."""

    def __init__(self, config: Config, folder: Path, saved: dict[str, Any] | None) -> None:
        self.config, self.folder = config, folder
        self.lock = hold(folder)
        try:
            self.timers = Timers("setup")
            say(self.greeting(saved))
            self.set_up()
            if saved is not None:
                with checkpoint.understood(folder):
                    self.go_on(saved)
            self.scalars = Scalars(folder, self.steps)
            self.timers.switch("other")
        except BaseException:
            self.lock.release()
            raise
        if self.scalars.damaged:
            complain(f"dropped from {self.scalars.path}: lines that cannot be read, {self.scalars.damaged}")

    def greeting(self, saved: dict[str, Any] | None) -> str:
        """What is to come."""
        doing = "training" if saved is None else "going on"
        return (
            f"{doing} in {self.folder} up to step {self.config.total_steps:,}; "
            f"watch it with: tensorboard --logdir {self.folder}"
        )

    def set_up(self) -> None:
        """A learner before its first step, its tables and its pool."""
        sweep(self.folder)
        config = self.config
        self.game, self.variant = config.resolved()
        self.anchors = ordered(self.game, config.eval.anchors)
        asked = (*config.pool.players, config.imitate.player)
        logs = any(from_spec(spec, self.game, self.variant).needs_log for spec in asked)
        self.env = BatchVecEnv(
            self.game,
            config.num_envs,
            config.seed,
            keep_log=logs,
            relative=config.relative,
            **self.variant.as_dict(),
        )
        self.model = make_learner(config, self.env)
        self.pool = Pool(config.pool, self.game, self.variant, config.ppo, self.layers())
        self.seat_opponents()
        self.episodes = begin(self.model, config)
        self.starts, self.saved_at = 1, -1
        self.measure()

    def go_on(self, saved: dict[str, Any]) -> None:
        """From a checkpoint."""
        checkpoint.restore(saved, self.model, self.env, self.pool)
        self.starts += saved["starts"]
        self.timers.seconds = {name: float(part) for name, part in saved["seconds"].items()}  # and this start's setup
        self.saved_at = self.steps

    def measure(self) -> None:
        """Clock the calls of interest."""
        tables, timers = self.env.tables, self.timers
        tables.batch.step_checked = timers.wrap("engine", tables.batch.step_checked)  # type: ignore[method-assign]
        tables.batch.reset = timers.wrap("engine", tables.batch.reset)  # type: ignore[method-assign]
        tables.choose = timers.wrap("opponents", tables.choose)  # type: ignore[method-assign]
        self.env.step_wait = timers.wrap("tables", self.env.step_wait)  # type: ignore[method-assign]

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return int(self.model.num_timesteps)

    def layers(self) -> Any:
        """The policy's network as arrays."""
        return layers_of(self.model.policy.state_dict())

    def agent(self) -> NetworkPolicy:
        """The learner as it is evaluated and exported."""
        config = self.config
        return player_of(config.ppo, self.game, self.variant, self.layers(), config.eval.deterministic)

    def loop(self, stopped: Callable[[], int]) -> None:
        """Train up to the configured steps or until `stopped()`, and leave a checkpoint."""
        with closing(Progress(self.config.total_steps, self.steps)) as progress:
            while self.steps < self.config.total_steps and not stopped():
                before = self.steps
                values = self.iterate()
                last = self.steps >= self.config.total_steps
                if last or passed(before, self.steps, self.config.eval.every):
                    values |= self.evaluate(progress.say)
                with self.timers.measure("logging"):
                    self.scalars.write(self.steps, values, self.clock())
                if last or passed(before, self.steps, self.config.checkpoint_every):
                    self.save()
                progress.update(self.steps)
        if self.saved_at != self.steps:
            self.save()

    def seat_opponents(self) -> None:
        """New games draw from the pool as it is now."""
        self.env.tables.set_opponents(self.pool.policies(), self.pool.weights(), self.config.pool.alike)

    def iterate(self) -> dict[str, Any]:
        """One rollout and one update; what there is to log."""
        self.pool.refresh(self.layers(), self.steps)
        self.seat_opponents()
        with steady(self.model):
            learned = self.imitate() if self.steps < self.config.imitate.steps else self.reinforce()
        return learned | self.played() | self.opponents()

    def imitate(self) -> dict[str, Any]:
        """Watch the configured player, or the games that it plays on, and follow."""
        player = from_spec(self.config.imitate.player, self.game, self.variant)
        with self.timers.measure("learner"):
            playouts = playouts_of(self.config, self.game, self.variant, player, self.steps)
            worth = watch(self.model, self.env, player, self.episodes, playouts)
        self.model._update_current_progress_remaining(self.steps, self.config.total_steps)
        with self.timers.measure("update"):
            return follow(self.model, worth, self.config.imitate)

    def reinforce(self) -> dict[str, Any]:
        """Play, and learn from what came of it."""
        model = self.model
        with self.timers.measure("learner"):
            model.collect_rollouts(self.env, self.episodes, model.rollout_buffer, model.n_steps)
        model._update_current_progress_remaining(self.steps, self.config.total_steps)
        with self.timers.measure("update"):
            model.train()
        learned = {name: float(value) for name, value in model.logger.name_to_value.items()}
        model.logger.dump(self.steps)
        learned["train/entropy"] = -learned.pop("train/entropy_loss")
        return learned

    def played(self) -> dict[str, Any]:
        """What happened at the tables in the last rollout."""
        actions = self.model.rollout_buffer.actions.astype(np.int64).ravel()
        games = self.episodes.finished
        values: dict[str, Any] = {
            "rollout/games": len(games),
            "rollout/actions": np.bincount(actions, minlength=self.game.num_actions(self.variant)).tolist(),
            "rollout/seats": np.bincount(
                np.array([game["seat"] for game in games], np.int64), minlength=self.variant.num_players
            ).tolist(),
        }
        if games:
            values["rollout/return"] = float(np.mean([game["r"] for game in games]))
            values["rollout/decisions"] = float(np.mean([game["l"] for game in games]))
        return values

    def opponents(self) -> dict[str, Any]:
        """State of the pool."""
        shares = self.pool.shares(self.env.tables.assigned)
        ages = [self.steps - taken for taken in self.pool.taken_at]
        return {f"pool/seats/{name}": share for name, share in shares.items()} | {
            "pool/snapshots": len(ages),
            "pool/oldest": max(ages, default=0),
        }

    def evaluate(self, tell: Callable[[str], None]) -> dict[str, Any]:
        """Measure the agent against each anchor; say it in a line."""
        with self.timers.measure("evaluation"):
            rows = self.matches([AGENT], self.config.eval.games)
        said = [
            f"{row.opponents} {row.win_share.text() if row.win_share else row.mean_return.text('+')}" for row in rows
        ]
        tell(f"{self.steps:,} of {self.config.total_steps:,} steps; against {', '.join(said)}")
        values = {}
        for row in rows:
            estimates = {"win_share": row.win_share, "return": row.mean_return, "collective_loss": row.collective_loss}
            for name, estimate in estimates.items():
                if estimate is not None:
                    values[f"eval/{row.opponents}/{name}"] = estimate.mean
                    values[f"eval/{row.opponents}/{name}_low"] = estimate.low
                    values[f"eval/{row.opponents}/{name}_high"] = estimate.high
        return values

    def matches(self, players: list[str], games: int) -> list[Row]:
        """Each player against each anchor."""
        anchors = {name: from_spec(name, self.game, self.variant) for name in self.anchors}
        known = anchors | {AGENT: self.agent()}
        return [
            match(self.game, self.variant, (player, known[player]), (anchor, anchors[anchor]), games, self.seed)
            for player in players
            for anchor in anchors
        ]

    @property
    def seed(self) -> int:
        """First seed of evaluations."""
        return FAR + self.config.seed

    def clock(self) -> dict[str, float]:
        """Speed, for TensorBoard alone."""
        return {"time/steps_per_second": self.steps / sum(self.timers.total().values())}

    def save(self) -> None:
        """Flush the logs, then write a checkpoint."""
        with self.timers.measure("checkpoint"):
            self.scalars.flush()
            content = checkpoint.capture(self.model, self.env, self.pool)
            content |= {"config": digest(self.config), "starts": self.starts, "seconds": self.timers.total()}
            checkpoint.save(self.folder / "checkpoints", self.steps, content)
            self.saved_at = self.steps

    def finish(self) -> str:
        """Export the policy, measure it and the anchors, write result.json; the table as text."""
        config = self.config
        agent = self.agent()
        notes = {"steps": self.steps, "config": digest(config), "seed": config.seed}
        save_policy(
            self.folder / "policy.npz",
            agent.layers,
            agent.activation,
            self.game,
            self.variant,
            agent.deterministic,
            notes,
            agent.network,
        )
        with self.timers.measure("evaluation"):
            rows = self.matches([AGENT, *self.anchors], config.eval.final_games)
        write_json(self.folder / "result.json", self.result(rows))
        return table(rows, self.variant.num_players)

    def close(self) -> None:
        """Write no more, and let other processes work in the folder."""
        try:
            self.scalars.close()
        finally:
            self.lock.release()

    def result(self, rows: list[Row]) -> dict[str, Any]:
        """What result.json holds."""
        seconds = self.timers.total()
        wall = sum(seconds.values())
        return {
            "format": "pod_envs.training",
            "version": 1,
            "game": self.game.spec.name,
            "game_version": self.game.spec.version,
            "variant": self.variant.as_dict(),
            "config": self.config.model_dump(mode="json"),
            "config_hash": digest(self.config),
            "steps": self.steps,
            "starts": self.starts,
            "evaluation_seed": self.seed,
            "rows": [row.as_dict() for row in rows],
            "wall_seconds": round(wall, 1),
            "wall_shares": {name: round(part / wall, 4) for name, part in sorted(seconds.items())},
            "versions": versions(),
            "machine": machine(),
        }


def new_run(config: Config) -> Run:
    """A run in a new folder, where nothing of it stays if it cannot begin."""
    folder = open_run(config)
    try:
        return Run(config, folder, None)
    except BaseException:
        abandon(folder)
        raise


def passed(before: int, now: int, every: int) -> bool:
    """Whether a multiple of `every` lies in (before, now]."""
    return now // every > before // every
