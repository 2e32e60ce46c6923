"""What a result was made with, and how many threads it may use."""

import os
import platform

import torch
from threadpoolctl import threadpool_limits

from pod_envs.bench import cpu_model, version_of

__all__ = ["machine", "set_threads", "versions"]

PACKAGES = (
    "pod_envs",
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "stable_baselines3",
    "sb3_contrib",
    "torch",
    "scipy",
)


def set_threads(threads: int) -> None:
    """Threads of torch and of NumPy's linear algebra: left alone, those spin on every core and starve each other."""
    torch.set_num_threads(threads)
    threadpool_limits(threads, user_api="blas")


def versions() -> dict[str, str | None]:
    """Versions of Python and of the packages that decide results."""
    return {"python": platform.python_version()} | {name: version_of(name) for name in PACKAGES}


def machine() -> dict[str, str | int | None]:
    """Processor and system, as `pod-envs bench` has them."""
    return {"platform": platform.platform(), "cpu": cpu_model(), "cores": os.cpu_count()}
