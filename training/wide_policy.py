"""MaskablePPO's policy as a wide and deep network: its last layers see the observation beside a perceptron's outputs.

What an action is worth by a sum over the observation needs no hidden unit then, however many actions there are.
"""

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor

__all__ = ["WidePolicy"]


class WideExtractor(MlpExtractor):
    """float32[k, width + D] for policy and value: the perceptrons' outputs, and their input D."""

    def __init__(self, feature_dim: int, *arguments: object, **options: object) -> None:
        super().__init__(feature_dim, *arguments, **options)  # type: ignore[arg-type]
        self.latent_dim_pi += feature_dim
        self.latent_dim_vf += feature_dim

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """See the class."""
        return torch.cat([self.policy_net(features), features], dim=1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """See the class."""
        return torch.cat([self.value_net(features), features], dim=1)


class WidePolicy(MaskableActorCriticPolicy):
    """SB3's own but for the extractor."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = WideExtractor(
            self.features_dim, net_arch=self.net_arch, activation_fn=self.activation_fn, device=self.device
        )
