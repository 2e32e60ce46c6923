"""MaskablePPO's policy as a network over the graph of a game's board (see `pod_envs.agents.surroundings`).

The trunk is an SB3 features extractor: one feature vector a vertex, then their mean and maximum over the board.  The
action head is one more layer of the graph network, the value head a perceptron on mean and maximum.
"""

from functools import partial
from typing import Any

import gymnasium
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from pod_envs.agents.surroundings import VIEWS, Surroundings

__all__ = ["GraphExtractor", "GraphPolicy"]


class GraphExtractor(BaseFeaturesExtractor):
    """float32[k, (V + 2) C] from observations: x of each vertex, mean, maximum."""

    def __init__(
        self,
        observation_space: gymnasium.Space[Any],
        around: Surroundings,
        widths: tuple[int, ...],
        activation: type[nn.Module],
    ) -> None:
        super().__init__(observation_space, (around.size + 2) * widths[-1])
        self.around, self.width = around, widths[-1]
        self.register_buffer("mix", torch.from_numpy(around.mix), persistent=False)
        self.at_planes, self.at_rest = torch.from_numpy(around.at_planes), torch.from_numpy(around.at_rest)
        inputs = [around.first, *(VIEWS * width for width in widths[:-1])]
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(inputs, widths, strict=True)])
        self.activation = activation()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """See the class."""
        count, size = len(observations), self.around.size
        x = observations[:, self.at_planes].reshape(count, self.around.planes, size).transpose(1, 2)
        rest = observations[:, None, self.at_rest].expand(count, size, self.around.rest)
        x = torch.cat([self.looked(x), rest], dim=2)
        for k, layer in enumerate(self.layers):
            x = self.activation(layer(self.looked(x) if k else x))
        return torch.cat([x.flatten(1), x.mean(dim=1), x.amax(dim=1)], dim=1)

    def looked(self, x: torch.Tensor) -> torch.Tensor:
        """float32[k, V, 3 C] from float32[k, V, C]: each vertex, its neighbours, the board."""
        mix = self.get_buffer("mix")
        return torch.cat([x, mix @ x, x.mean(dim=1, keepdim=True).expand_as(x)], dim=2)


class ActionHead(nn.Module):
    """float32[k, A] from the extractor's features: the last layer of the graph network."""

    def __init__(self, extractor: GraphExtractor) -> None:
        super().__init__()
        self.looked, self.width, self.size = extractor.looked, extractor.width, extractor.around.size
        self.layer = nn.Linear(VIEWS * self.width, 1 + extractor.around.others)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """See the class."""
        x = features[:, : self.size * self.width].reshape(-1, self.size, self.width)
        x = self.layer(self.looked(x))
        return torch.cat([x[:, :, 0], x[:, :, 1:].mean(dim=1)], dim=1)


class ValueHead(nn.Module):
    """float32[k, 1] from the mean and the maximum over the board."""

    def __init__(self, extractor: GraphExtractor, activation: type[nn.Module]) -> None:
        super().__init__()
        self.pooled = 2 * extractor.width
        self.layers = nn.Sequential(nn.Linear(self.pooled, self.pooled), activation(), nn.Linear(self.pooled, 1))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """See the class."""
        value: torch.Tensor = self.layers(features[:, -self.pooled :])
        return value


class GraphPolicy(MaskableActorCriticPolicy):
    """Policy and value share the trunk."""

    def _build(self, lr_schedule: Any) -> None:
        """As SB3 does, with heads that know the graph."""
        super()._build(lr_schedule)
        extractor, heads = self.features_extractor, vars(self)["_modules"]
        assert isinstance(extractor, GraphExtractor)
        heads["action_net"] = ActionHead(extractor)
        heads["value_net"] = ValueHead(extractor, self.activation_fn)
        for module, gain in ((extractor, 2**0.5), (self.action_net, 0.01), (self.value_net, 1.0)):
            module.apply(partial(self.init_weights, gain=gain))
        optimizer: Any = self.optimizer_class
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
