"""Tables of what the conformance suite found in environments, from the results of `python -m tests.peers`."""

import shlex
from typing import Any

from pod_envs.testing import CHECKS, FAILED, NOT_APPLICABLE, PASSED, Place

__all__ = ["faults", "peers"]


def peers(facts: dict[str, Any]) -> str:
    """Markdown: how many checks passed and failed in each environment, and which failed."""
    heads = ("environment", "package", "passed", "failed", "not applicable", "failed checks")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *map(row_of, facts["rows"])]
    return "\n".join([*lines, "", caption(facts)]) + "\n"


def row_of(row: dict[str, Any]) -> str:
    """One environment."""
    first = f"| {row['name']} | {row['package']} {row['versions'][row['package']] or ''}".rstrip()
    if "why" in row:
        return f"{first} | | | | {escaped(row['why'])} |"
    named = {status: names(row, status) for status in (PASSED, FAILED, NOT_APPLICABLE)}
    counts = " | ".join(str(len(found)) for found in named.values())
    return f"{first} | {counts} | {', '.join(f'`{name}`' for name in named[FAILED]) or 'none'} |"


def names(row: dict[str, Any], status: str) -> list[str]:
    """Names of the checks of an environment that ended so; LookupError for one that there is not."""
    return [CHECKS[result["name"]].name for result in row["results"] if result["status"] == status]


def caption(facts: dict[str, Any]) -> str:
    """What the rows were made with."""
    used: dict[str, dict[str, None]] = {}
    for row in facts["rows"]:
        for package, version in row["versions"].items():
            if version is not None:
                used.setdefault(package, {})[version] = None
    told = ", ".join(f"{package} {' and '.join(versions)}" for package, versions in sorted(used.items()))
    minutes = sum(row.get("cpu_seconds", 0.0) for row in facts["rows"]) / 60
    dates = sorted({row["date"][:10] for row in facts["rows"]})
    return (
        f"Seed {facts['seed']}, {minutes:.0f} minutes of CPU time on {facts['machine']['cpu']}, "
        f"{' and '.join(dict.fromkeys([dates[0], dates[-1]]))}, with {told}."
    )


def faults(facts: dict[str, Any]) -> str:
    """Markdown: what failed checks saw, and the call that shows it; checks that saw the same share a row."""
    lines = ["| environment | checks | seen | call |", "|---|---|---|---|"]
    for row in facts["rows"]:
        for seen, found in grouped(row).items():
            call = shlex.join([*row["call"], *(word for name in found for word in ("--only", name))])
            checks = ", ".join(f"`{name}`" for name in found)
            lines.append(f"| {row['name']} | {checks} | {escaped(seen)} | `{call}` |")
    return "\n".join(lines) + "\n"


def grouped(row: dict[str, Any]) -> dict[str, list[str]]:
    """What was seen and where, and the checks that saw it."""
    found: dict[str, list[str]] = {}
    for result in row.get("results", ()):
        if result["status"] == FAILED:
            seen = result["seen"] + where(result.get("place"))
            found.setdefault(seen, []).append(CHECKS[result["name"]].name)
    return found


def where(place: dict[str, Any] | None) -> str:
    """A place in a game in words, as a report has them."""
    if place is None:
        return ""
    dice = None if place["dice"] is None else tuple(place["dice"])
    return f" ({Place(place['seed'], place['step'], place['agent'], dice)})"


def escaped(text: str) -> str:
    """A sentence as a cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
