"""The learner: MaskablePPO over one batch of tables, ready for a loop of rollouts and updates."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.agents.bodies import Action
from pod_envs.agents.surroundings import Surroundings
from pod_envs.core.errors import ConfigError, IllegalAction

from .action_policy import ActionPolicy
from .config import Config, PpoConfig
from .graph_policy import GraphExtractor, GraphPolicy
from .machine import set_threads
from .pool import Layers
from .wide_policy import WidePolicy

__all__ = ["Episodes", "begin", "descend", "layers_of", "make_learner", "steady"]

ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}
LARGEST = 1e6  # of logits; those of a network that learns stay far below, and MaskablePPO masks with -1e8


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
    policy, arguments = network_of(ppo, env)
    model = MaskablePPO(
        policy,
        env,
        policy_kwargs=arguments | {"activation_fn": ACTIVATIONS[ppo.activation]},
        learning_rate=rate(ppo),
        seed=config.seed,
        device="cpu",
        **ppo.model_dump(include={"n_steps", "batch_size", "n_epochs", "ent_coef", "vf_coef", "gamma", "gae_lambda"}),
        **ppo.model_dump(include={"clip_range", "target_kl"}),
    )
    model.set_logger(Logger(None, []))
    return model


def network_of(ppo: PpoConfig, env: BatchVecEnv) -> tuple[Any, dict[str, Any]]:
    """SB3's policy and its arguments; ConfigError for a network of which the game does not say what it needs."""
    hidden, game, variant = list(ppo.hidden), env.tables.game, env.tables.variant
    if ppo.network == "perceptron":
        return "MlpPolicy", {"net_arch": {"pi": hidden, "vf": hidden}}
    if ppo.network == "wide":
        return WidePolicy, {"net_arch": {"pi": hidden, "vf": hidden}}
    if ppo.network == "action":
        body = Action(game, variant)
        return ActionPolicy, {"net_arch": {"pi": [], "vf": hidden}, "body": body, "widths": hidden}
    around = Surroundings(game, variant)
    inside = {"around": around, "widths": ppo.hidden, "activation": ACTIVATIONS[ppo.activation]}
    return GraphPolicy, {
        "net_arch": [], "features_extractor_class": GraphExtractor, "features_extractor_kwargs": inside,
    }  # fmt: skip


def begin(model: MaskablePPO, config: Config) -> Episodes:
    """Reset the tables, whose opponents must be set, for the loop that `MaskablePPO.learn` would do; its callback."""
    episodes = Episodes()
    model._setup_learn(config.total_steps, episodes)
    return episodes


def descend(model: MaskablePPO, loss: torch.Tensor) -> None:
    """One step of the optimizer."""
    model.policy.optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
    model.policy.optimizer.step()


def rate(ppo: PpoConfig) -> Any:
    """Adam's step size by the part of the run that is left."""
    return lambda left: ppo.final_learning_rate + (ppo.learning_rate - ppo.final_learning_rate) * max(0.0, left)


@contextmanager
def steady(model: MaskablePPO) -> Iterator[None]:
    """ConfigError if the learner's network diverges in the block, whatever else goes wrong because of that."""
    try:
        yield
    except IllegalAction:  # logits beyond what stands for a masked action in MaskablePPO
        raise divergence(model) from None
    except (RuntimeError, ValueError):
        if not diverged(model):
            raise
    if diverged(model):
        raise divergence(model)


def divergence(model: MaskablePPO) -> ConfigError:
    """What to say then."""
    return ConfigError(
        f"training diverged at step {model.num_timesteps:,}: the network's weights or outputs are no usable numbers "
        "any more; lower ppo.learning_rate, or imitate.learning_rate, and train in a new folder (--run-dir)"
    )


def diverged(model: MaskablePPO) -> bool:
    """Whether a weight is not finite, or a logit at the last observations absurd."""
    if not all(bool(weights.isfinite().all()) for weights in model.policy.parameters()):
        return True
    env: Any = model.env
    masks = env.action_masks()
    with torch.no_grad():
        found: Any = model.policy.get_distribution(torch.as_tensor(model._last_obs), masks).distribution
    return not bool((found.logits >= -LARGEST)[torch.from_numpy(masks)].all())


def layers_of(weights: dict[str, torch.Tensor]) -> Layers:
    """(float32[in, out], float32[out]) of each layer of the policy's network, copied, from SB3's state dict."""
    names = [name[: -len(".weight")] for name in weights if name.endswith(".weight")]
    chosen = [name for name in names if name.startswith(("mlp_extractor.policy_net", "features_extractor.layers"))]
    chosen += [name for name in names if name.startswith("action_net")]
    return [(array(weights[f"{name}.weight"]).T.copy(), array(weights[f"{name}.bias"])) for name in chosen]


def array(tensor: torch.Tensor) -> NDArray[np.float32]:
    """A copy as float32."""
    return tensor.detach().numpy().astype(np.float32)
