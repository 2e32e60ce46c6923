"""The snippets of the pages run as they stand."""

import re
from pathlib import Path
from typing import Any

import pytest

import pod_envs
from pod_envs.core.game import GAMES
from pod_envs.core.table import Table
from pod_envs.core.view import View

ROOT = Path(pod_envs.__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("pod_envs/games/*/README.md"))]
TRAINER = "sb3_contrib"  # the snippets that train run in tests/training


def snippets(training: bool) -> list[Any]:
    """All programs of the pages that train, or all others."""
    texts = [(page.parent.name, page.read_text(encoding="utf-8")) for page in PAGES]
    found = [(name, re.findall(r"```python\n(.*?)```", text, re.DOTALL)) for name, text in texts]
    return [
        pytest.param(text, id=f"{name}-{number}")
        for name, programs in found
        for number, text in enumerate(programs)
        if (TRAINER in text) == training
    ]


def ran(text: str) -> dict[str, Any]:
    """The names that a snippet leaves."""
    names: dict[str, Any] = {}
    exec(text, names)
    return names


@pytest.mark.parametrize("text", snippets(training=False))
def test_a_snippet_runs(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran(text)


def test_the_cards_that_a_snippet_writes_can_be_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "pod_envs/games/pod_x/README.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    cards = ran(text)["cards"]
    assert pod_envs.pod_x_v0.env(cards="cards.json").variant.table() == cards
    assert cards != GAMES["pod_x"].variant().table()


def test_the_page_names_all_that_a_view_has() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = text[text.index("is given a `View`") :].split("```")[0]
    view = View(Table("pod_x", seed=1))
    names = [name for name in dir(view) if not name.startswith("_")]
    assert {"legal", "fields", "observation"} <= set(names)
    assert [name for name in names if f"`{name}" not in text] == []
