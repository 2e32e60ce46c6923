"""Write a run's agent as a policy file: `python -m training.export RUN [--out FILE] [--deterministic]`.

The file is what `pod_envs.agents.save_policy` writes: arrays and a JSON header, played with NumPy alone.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pod_envs.agents import NetworkPolicy, save_policy
from pod_envs.core.errors import ConfigError, PodEnvsError

from .config import Config, digest
from .learner import layers_of
from .run import reopen_run

__all__ = ["agent_of", "export", "main"]


def agent_of(folder: Path, config: Config, saved: dict[str, Any] | None) -> NetworkPolicy:
    """The agent of a run's last checkpoint."""
    if saved is None:
        raise ConfigError(
            f"the run {str(folder)!r} has no checkpoint yet; train it with: python -m training.train --resume {folder}"
        )
    return NetworkPolicy(layers_of(saved["policy"]), config.ppo.activation, config.eval.deterministic)


def export(folder: Path, out: Path, deterministic: bool) -> None:
    """Write the policy of a run's last checkpoint; deterministic if that is asked for, or configured."""
    config, saved = reopen_run(folder)
    agent = agent_of(folder, config, saved)
    assert saved is not None
    game, variant = config.resolved()
    notes = {"steps": saved["counters"]["num_timesteps"], "config": digest(config), "seed": config.seed}
    save_policy(out, agent.layers, agent.activation, game, variant, deterministic or agent.deterministic, notes)


def main(arguments: Sequence[str]) -> int:
    """The command; 0, or 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m training.export", description=__doc__, allow_abbrev=False)
    parser.add_argument("run", type=Path, help="a run's folder")
    parser.add_argument("--out", type=Path, help="the file to write (policy.npz in the run's folder)")
    parser.add_argument("--deterministic", action="store_true", help="play the best action only")
    options = parser.parse_args(arguments)
    out = options.out or options.run / "policy.npz"
    try:
        if out.suffix != ".npz":
            raise ConfigError(f"a policy file ends in .npz, not {str(out)!r}")
        export(options.run, out, options.deterministic)
    except PodEnvsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"wrote {out}; play it as opponents={str(out)!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
