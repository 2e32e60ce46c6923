"""A warm start: the learner watches a player decide in its place, and learns the decisions and what they bring.

Or the player shows what each action is worth, by playing on from there, and the learner learns that and decides itself.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import update_learning_rate
from torch.nn import functional

from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.agents import Policy

from .config import ImitateConfig
from .learner import Episodes, descend
from .playouts import Playouts, learn_values, sharpen

__all__ = ["follow", "watch"]


def watch(
    model: MaskablePPO, env: BatchVecEnv, player: Policy, episodes: Episodes, playouts: Playouts | None = None
) -> NDArray[np.float32]:
    """Fill the rollout buffer with decisions of `player`, as `collect_rollouts` does with the learner's own.

    With `playouts` the decisions are the learner's own, the best or any.  Returns what each action is worth by them,
    float32[n_steps, B, A], otherwise float32[0].
    """
    buffer, policy = model.rollout_buffer, model.policy
    worth: list[NDArray[np.float32]] = []
    policy.set_training_mode(False)
    buffer.reset()
    episodes.finished = []
    rows = np.arange(env.num_envs)
    dones: Any = model._last_episode_starts
    for _ in range(model.n_steps):
        actions = np.zeros(env.num_envs, np.int64)
        before: Any = model._last_obs
        masks: Any = env.action_masks()
        if playouts is None:
            player.act(env.tables.batch, rows, actions)
        else:
            worth.append(playouts.values(env.tables.batch))
            actions[:] = playouts.tried(env.tables.batch, policy.predict(before, None, None, True, masks)[0])
        with torch.no_grad():
            values, log_prob, _ = policy.evaluate_actions(torch.as_tensor(before), torch.as_tensor(actions), masks)
        step: Any = env.step(actions)
        after, rewards, dones, infos = step
        add_missing_values(model, rewards, infos, dones)
        buffer.add(before, actions[:, None], rewards, model._last_episode_starts, values, log_prob, action_masks=masks)
        episodes.finished += [infos[row]["episode"] for row in np.flatnonzero(dones)]
        model._last_obs, model._last_episode_starts = after, dones
        model.num_timesteps += env.num_envs
    with torch.no_grad():
        buffer.compute_returns_and_advantage(policy.predict_values(torch.as_tensor(model._last_obs)), dones)
    return np.array(worth, np.float32)


def add_missing_values(model: MaskablePPO, rewards: Any, infos: Any, dones: Any) -> None:
    """Games that were cut off are paid what the learner still expected of them, as `collect_rollouts` does."""
    cut = [row for row in np.flatnonzero(dones) if infos[row]["TimeLimit.truncated"]]
    if cut:
        last = torch.as_tensor(np.stack([infos[row]["terminal_observation"] for row in cut]))
        with torch.no_grad():
            rewards[cut] += model.gamma * model.policy.predict_values(last).numpy().ravel()


def follow(model: MaskablePPO, worth: NDArray[np.float32], lesson: ImitateConfig) -> dict[str, float]:
    """One update towards the decisions in the buffer, or towards what actions are worth if there is something of that.

    Its losses.
    """
    policy = model.policy
    policy.set_training_mode(True)
    model._update_learning_rate(policy.optimizer)
    if lesson.learning_rate is not None:
        update_learning_rate(policy.optimizer, lesson.learning_rate)
    model._n_updates += model.n_epochs
    if not worth.size:
        return learn_decisions(model)
    losses = learn_values(model, worth)
    if model.num_timesteps >= min(lesson.steps, model._total_timesteps):
        sharpen(model, lesson.temperature)
    return losses


def learn_decisions(model: MaskablePPO) -> dict[str, float]:
    """Epochs over the rollout buffer: the losses, and how often the learner would have done the same."""
    policy = model.policy
    losses: list[dict[str, float]] = []
    for _ in range(model.n_epochs):
        for seen in model.rollout_buffer.get(model.batch_size):
            values, log_prob, entropy = policy.evaluate_actions(
                seen.observations, seen.actions.long().flatten(), seen.action_masks
            )
            value_loss = functional.mse_loss(seen.returns, values.flatten())
            descend(model, model.vf_coef * value_loss - log_prob.mean())
            losses.append(facts(value_loss, log_prob, entropy))
    return {name: float(np.mean([loss[name] for loss in losses])) for name in losses[0]}


def facts(value_loss: torch.Tensor, log_prob: torch.Tensor, entropy: Any) -> dict[str, float]:
    """What to log of one minibatch."""
    return {
        "train/value_loss": value_loss.item(),
        "train/imitation_loss": -log_prob.mean().item(),
        "train/imitation_probability": log_prob.exp().mean().item(),
        "train/entropy": entropy.mean().item(),
    }
