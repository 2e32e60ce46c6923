"""MaskablePPO's policy as a network that scores all actions with the same weights (see `pod_envs.agents.bodies`).

The value's network is a perceptron with layers of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor
from torch import nn

from pod_envs.agents.bodies import Action

__all__ = ["ActionPolicy"]


class Trunk(MlpExtractor):
    """For the policy float32[k, width + D]: the perceptron's outputs, and its input D; for the value outputs alone."""

    def __init__(self, feature_dim: int, *arguments: object, **options: object) -> None:
        super().__init__(feature_dim, *arguments, **options)  # type: ignore[arg-type]
        self.latent_dim_pi += feature_dim

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """See the class."""
        return torch.cat([self.policy_net(features), features], dim=1)


class ActionHead(nn.Module):
    """float32[k, A] from what the trunk gives: the logits of the actions of which `legal` has one, 0 for others."""

    def __init__(self, body: Action, inner: int, width: int, activation: type[nn.Module]) -> None:
        super().__init__()
        self.inner, self.actions = inner, body.actions
        self.index = torch.from_numpy(body.index)
        self.joint, self.last = nn.Linear(inner + body.width, width), nn.Linear(width, 1)
        self.activation = activation()
        self.legal: torch.Tensor | None = None

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """See the class."""
        count, inner = len(latent), self.inner
        said = torch.cat([latent[:, inner:], latent.new_tensor([[0.0, 1.0]]).expand(count, 2)], dim=1)
        places = torch.where(self.index < 0, self.index + said.shape[1], self.index)
        every = torch.ones(count, self.actions, dtype=torch.bool)
        rows, actions = torch.nonzero(every if self.legal is None else self.legal, as_tuple=True)
        of_row = nn.functional.linear(latent[:, :inner], self.joint.weight[:, :inner], self.joint.bias)
        of_action = said[rows[:, None], places[actions]] @ self.joint.weight[:, inner:].T
        scores = self.last(self.activation(of_row[rows] + of_action))[:, 0]
        return latent.new_zeros(count, self.actions).index_put((rows, actions), scores)

    @contextmanager
    def only(self, masks: NDArray[Any] | torch.Tensor | None) -> Iterator[None]:
        """Score what the masks allow, and nothing else."""
        self.legal = None if masks is None else torch.as_tensor(masks).reshape(-1, self.actions) != 0
        try:
            yield
        finally:
            self.legal = None


class ActionPolicy(MaskableActorCriticPolicy):
    """SB3's own but for the trunk and the head; the last of the widths for the policy is the head's."""

    action_net: ActionHead

    def __init__(self, *arguments: Any, body: Action, width: int, **options: Any) -> None:
        self.body, self.width = body, width
        super().__init__(*arguments, **options)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Trunk(
            self.features_dim, net_arch=self.net_arch, activation_fn=self.activation_fn, device=self.device
        )

    def _build(self, lr_schedule: Any) -> None:
        """As SB3 does, with a head that knows the actions."""
        super()._build(lr_schedule)
        inner = self.mlp_extractor.latent_dim_pi - self.features_dim
        self.action_net = ActionHead(self.body, inner, self.width, self.activation_fn)
        self.action_net.joint.apply(partial(self.init_weights, gain=2**0.5))
        self.action_net.last.apply(partial(self.init_weights, gain=0.01))
        optimizer: Any = self.optimizer_class
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
        """See MaskableActorCriticPolicy."""
        with self.action_net.only(action_masks):
            return super().forward(obs, deterministic, action_masks)

    def evaluate_actions(self, obs: Any, actions: Any, action_masks: Any = None) -> Any:
        """See MaskableActorCriticPolicy."""
        with self.action_net.only(action_masks):
            return super().evaluate_actions(obs, actions, action_masks)

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """See MaskableActorCriticPolicy."""
        with self.action_net.only(action_masks):
            return super().get_distribution(obs, action_masks)
