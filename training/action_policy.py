"""MaskablePPO's policy as a network that scores all actions with the same weights (see `pod_envs.agents.bodies`).

The value's network is a perceptron on the observation alone.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from pod_envs.agents.bodies import Action

__all__ = ["ActionPolicy"]


class ActionHead(nn.Module):
    """float32[k, A] from observations: the logits of the actions of which `legal` has one, 0 for others."""

    def __init__(self, body: Action, widths: Sequence[int], activation: type[nn.Module]) -> None:
        super().__init__()
        self.first, self.actions = body.first, body.actions
        self.index = torch.from_numpy(body.index)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise([body.first + body.width, *widths, 1]))
        self.activation = activation()
        self.legal: torch.Tensor | None = None

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """See the class."""
        every = torch.ones(len(seen), self.actions, dtype=torch.bool)
        rows, actions = torch.nonzero(every if self.legal is None else self.legal, as_tuple=True)
        first, *others = list[Any](self.layers)
        of_row = nn.functional.linear(seen, first.weight[:, : self.first], first.bias)
        x = of_row[rows] + self.said(seen)[rows[:, None], self.index[actions]] @ first.weight[:, self.first :].T
        for layer in others:
            x = layer(self.activation(x))
        return seen.new_zeros(len(seen), self.actions).index_put((rows, actions), x[:, 0])

    def said(self, seen: torch.Tensor) -> torch.Tensor:
        """The observations, and behind each a 0 and a 1."""
        return torch.cat([seen, seen.new_tensor([[0.0, 1.0]]).expand(len(seen), 2)], dim=1)

    @contextmanager
    def only(self, masks: NDArray[Any] | torch.Tensor | None) -> Iterator[None]:
        """Score what the masks allow, and nothing else."""
        self.legal = None if masks is None else torch.as_tensor(masks).reshape(-1, self.actions) != 0
        try:
            yield
        finally:
            self.legal = None


class ActionPolicy(MaskableActorCriticPolicy):
    """SB3's own but for the head, which sees the observation; `widths` are those of its hidden layers."""

    action_net: ActionHead

    def __init__(self, *arguments: Any, body: Action, widths: Sequence[int], **options: Any) -> None:
        self.body, self.widths = body, widths
        super().__init__(*arguments, **options)

    def _build(self, lr_schedule: Any) -> None:
        """As SB3 does, with a head that knows the actions."""
        super()._build(lr_schedule)
        self.action_net = ActionHead(self.body, self.widths, self.activation_fn)
        self.action_net.layers.apply(partial(self.init_weights, gain=2**0.5))
        self.action_net.layers[-1].apply(partial(self.init_weights, gain=0.01))
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
