"""What a run logs: scalars.jsonl is the truth, TensorBoard shows the same.

A resumed run drops what was logged after its checkpoint from both, so they read as if it had never stopped.  Values
that depend on the clock go to TensorBoard alone.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

from torch.utils.tensorboard import SummaryWriter

from pod_envs.core.errors import ConfigError

from .files import write_text

__all__ = ["Scalars", "read_scalars"]


class Scalars:
    """Appends one line of values for each `write`, in a run's folder.

    `damaged` has the numbers of the lines that could not be read, and are dropped.
    """

    def __init__(self, folder: Path, steps: int) -> None:
        self.path = folder / "scalars.jsonl"
        lines, self.damaged = parsed(self.path) if self.path.exists() else ([], [])
        write_text(self.path, "".join(json.dumps(line) + "\n" for line in lines if line["steps"] <= steps))
        self.handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        wait_for_a_later_name(folder / "tensorboard")
        self.writer = SummaryWriter(str(folder / "tensorboard"), purge_step=steps + 1 if steps else None)

    def write(self, steps: int, values: dict[str, Any], clock: dict[str, float]) -> None:
        """Log numbers, and lists of counts as histograms."""
        self.append((json.dumps({"steps": steps} | values) + "\n").encode())
        for name, value in (values | clock).items():
            if isinstance(value, list):
                self.histogram(name, value, steps)
            else:
                self.writer.add_scalar(name, value, steps)

    def append(self, line: bytes) -> None:
        """Write the whole line, or raise OSError and leave the file as it was."""
        size = os.fstat(self.handle).st_size
        try:
            while line:
                line = line[os.write(self.handle, line) :]
        except OSError as error:
            os.ftruncate(self.handle, size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None

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
        try:
            self.flush()
            self.writer.close()
        finally:
            os.close(self.handle)


def wait_for_a_later_name(folder: Path) -> None:
    """Wait while there is an event file of this second: files are read by name, where only the second counts up."""
    while any(folder.glob(f"events.out.tfevents.{int(time.time()):010d}.*")):
        time.sleep(0.05)


def read_scalars(path: Path) -> list[dict[str, Any]]:
    """Logged lines but a last one without an end; ConfigError names a damaged one."""
    lines, damaged = parsed(path)
    if damaged:
        raise ConfigError(
            f"{str(path)!r} is damaged in line {damaged[0]}; `python -m training.train --resume {path.parent}` drops it"
        )
    return lines


def parsed(path: Path) -> tuple[list[dict[str, Any]], list[int]]:
    """Logged lines, and the numbers of damaged ones.

    The last line is left out without a word if it has no end: the process was killed while it was written.
    """
    found = [values_in(line) for line in path.read_bytes().split(b"\n")[:-1]]
    return [values for values in found if values is not None], [
        k for k, values in enumerate(found, 1) if values is None
    ]


def values_in(line: bytes) -> dict[str, Any] | None:
    """What `write` made the line of, None if it was something else."""
    try:
        values = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) and type(values.get("steps")) is int else None
