"""What a run logs: scalars.jsonl is the truth, TensorBoard shows the same.

A resumed run drops what was logged after its checkpoint from both, so they read as if it had never stopped.  Values
that depend on the clock go to TensorBoard alone.
"""

import json
import os
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter

from .files import write_text

__all__ = ["Scalars", "read_scalars"]


class Scalars:
    """Appends one line of values for each `write`, in a run's folder."""

    def __init__(self, folder: Path, steps: int) -> None:
        self.path = folder / "scalars.jsonl"
        kept = [line for line in read_scalars(self.path) if line["steps"] <= steps] if self.path.exists() else []
        write_text(self.path, "".join(json.dumps(line) + "\n" for line in kept))
        self.handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        self.writer = SummaryWriter(str(folder / "tensorboard"), purge_step=steps + 1 if steps else None)

    def write(self, steps: int, values: dict[str, Any], clock: dict[str, float]) -> None:
        """Log numbers, and lists of counts as histograms."""
        os.write(self.handle, (json.dumps({"steps": steps} | values) + "\n").encode())
        for name, value in (values | clock).items():
            if isinstance(value, list):
                self.histogram(name, value, steps)
            else:
                self.writer.add_scalar(name, value, steps)

    def histogram(self, name: str, counts: list[int], steps: int) -> None:
        """Counts of the integers from 0."""
        total = sum(counts)
        self.writer.add_histogram_raw(
            name,
            min=0,
            max=len(counts) - 1,
            num=total,
            sum=sum(k * count for k, count in enumerate(counts)),
            sum_squares=sum(k * k * count for k, count in enumerate(counts)),
            bucket_limits=[k + 0.5 for k in range(len(counts))],
            bucket_counts=counts,
            global_step=steps,
        )

    def flush(self) -> None:
        """Force everything to disk."""
        os.fsync(self.handle)
        self.writer.flush()

    def close(self) -> None:
        """Write no more."""
        self.flush()
        self.writer.close()
        os.close(self.handle)


def read_scalars(path: Path) -> list[dict[str, Any]]:
    """Logged lines; the last one is left out if the process was killed while it was written."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    return [json.loads(line) for line in lines if line.endswith("\n")]
