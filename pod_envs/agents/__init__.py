"""Players: they see what the seats to act see, and choose for many tables at once."""

from .network import NetworkPolicy, save_policy
from .policy import CallablePolicy, PlayerPolicy, Policy, RandomPolicy, ask, from_spec

__all__ = [
    "CallablePolicy",
    "NetworkPolicy",
    "PlayerPolicy",
    "Policy",
    "RandomPolicy",
    "ask",
    "from_spec",
    "save_policy",
]
