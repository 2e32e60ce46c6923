"""The learner: MaskablePPO over one batch of tables, ready for a loop of rollouts and updates."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from pod_envs.adapters.sb3 import BatchVecEnv

from .config import Config, PpoConfig
from .machine import set_threads
from .pool import Layers

__all__ = ["Episodes", "begin", "layers_of", "make_learner"]

ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}


class Episodes(BaseCallback):
    """Counts what happened in one rollout: returns, lengths and seats of finished games."""

    def __init__(self) -> None:
        super().__init__()
        self.finished: list[dict[str, Any]] = []

    def _on_rollout_start(self) -> None:
        self.finished = []

    def _on_step(self) -> bool:
        infos = self.locals["infos"]
        self.finished += [infos[row]["episode"] for row in np.flatnonzero(self.locals["dones"])]
        return True


def make_learner(config: Config, env: BatchVecEnv) -> MaskablePPO:
    """The learner before its first step; seeds torch, NumPy and Python, and sets torch's threads."""
    ppo = config.ppo
    set_threads(config.threads)
    torch.distributions.Distribution.set_default_validate_args(ppo.validate_args)
    hidden = list(ppo.hidden)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        policy_kwargs={"net_arch": {"pi": hidden, "vf": hidden}, "activation_fn": ACTIVATIONS[ppo.activation]},
        learning_rate=rate(ppo),
        seed=config.seed,
        device="cpu",
        **ppo.model_dump(include={"n_steps", "batch_size", "n_epochs", "ent_coef", "vf_coef", "gamma", "gae_lambda"}),
        **ppo.model_dump(include={"clip_range", "target_kl"}),
    )
    model.set_logger(Logger(None, []))
    return model


def begin(model: MaskablePPO, config: Config) -> Episodes:
    """Reset the tables, whose opponents must be set, for the loop that `MaskablePPO.learn` would do; its callback."""
    episodes = Episodes()
    model._setup_learn(config.total_steps, episodes)
    return episodes


def rate(ppo: PpoConfig) -> Any:
    """Adam's step size by the part of the run that is left."""
    return lambda left: ppo.final_learning_rate + (ppo.learning_rate - ppo.final_learning_rate) * max(0.0, left)


def layers_of(weights: dict[str, torch.Tensor]) -> Layers:
    """(float32[in, out], float32[out]) of each layer of the policy's network, copied, from SB3's state dict."""
    names = [name[: -len(".weight")] for name in weights if name.endswith(".weight")]
    chosen = [name for name in names if name.startswith("mlp_extractor.policy_net")] + ["action_net"]
    return [(array(weights[f"{name}.weight"]).T.copy(), array(weights[f"{name}.bias"])) for name in chosen]


def array(tensor: torch.Tensor) -> NDArray[np.float32]:
    """A copy as float32."""
    return tensor.detach().numpy().astype(np.float32)
