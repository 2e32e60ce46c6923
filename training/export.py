"""Write a run's agent as a policy file: `python -m training.export RUN [--out FILE] [--deterministic]`.

The file is what `pod_envs.agents.save_policy` writes: arrays and a JSON header, played with NumPy alone.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pod_envs.agents import NetworkPolicy, save_policy
from pod_envs.agents.network import check_layers
from pod_envs.arguments import Parser, file_named
from pod_envs.core.errors import ConfigError

from . import checkpoint
from .config import Config, digest
from .console import carried_out, say
from .folders import reopen_run
from .learner import layers_of
from .pool import player_of

__all__ = ["agent_of", "export", "main"]


def agent_of(folder: Path, config: Config, saved: dict[str, Any] | None) -> NetworkPolicy:
    """The agent of a run's last checkpoint."""
    if saved is None:
        raise ConfigError(
            f"the run {str(folder)!r} has no checkpoint yet; train it with: python -m training.train --resume {folder}"
        )
    game, variant = config.resolved()
    with checkpoint.understood(folder):
        agent = player_of(config.ppo, game, variant, layers_of(saved["policy"]), config.eval.deterministic)
        check_layers(folder, agent.layers, agent.body)
    return agent


def export(folder: Path, out: Path, deterministic: bool) -> None:
    """Write the policy of a run's last checkpoint; deterministic if that is asked for, or configured."""
    config, saved = reopen_run(folder)
    agent = agent_of(folder, config, saved)
    assert saved is not None
    game, variant = config.resolved()
    with checkpoint.understood(folder):
        notes = {"steps": int(saved["counters"]["num_timesteps"]), "config": digest(config), "seed": config.seed}
    best_only = deterministic or agent.deterministic
    save_policy(out, agent.layers, agent.activation, game, variant, best_only, notes, agent.network)


def parser() -> Parser:
    """Command-line options."""
    made = Parser(prog="python -m training.export", description=__doc__)
    made.add_argument("run", type=Path, help="a run's folder")
    made.add_argument("--out", type=file_named, help="the file to write (policy.npz in the run's folder)")
    made.add_argument("--deterministic", action="store_true", help="play the best action only")
    return made


def run(folder: Path, out: Path, deterministic: bool) -> int:
    """Export and say so; the exit code."""
    if out.suffix != ".npz":
        raise ConfigError(f"a policy file ends in .npz, not {str(out)!r}")
    export(folder, out, deterministic)
    say(f"wrote {out}; play it as opponents={str(out)!r}")
    return 0


def main(arguments: Sequence[str]) -> int:
    """The command; 0, 2 for bad input, 130 for Ctrl-C."""
    options = parser().parse_args(arguments)
    out = options.run / "policy.npz" if options.out is None else Path(options.out)
    return carried_out(lambda: run(options.run, out, options.deterministic))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
