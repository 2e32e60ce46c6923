"""What a result was made with."""

import importlib.metadata
import os
import platform
from pathlib import Path

__all__ = ["machine", "versions"]

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


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that decide results."""
    return {"python": platform.python_version()} | {name: importlib.metadata.version(name) for name in PACKAGES}


def machine() -> dict[str, str | int | None]:
    """Processor and system."""
    return {"cpu": processor(), "cpus": os.cpu_count(), "system": platform.system(), "machine": platform.machine()}


def processor() -> str:
    """Name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
