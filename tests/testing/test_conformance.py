"""The long command over all variants, on one of them."""

from collections.abc import Iterator
from typing import Any

import pytest

from pod_envs.core.game import GAMES
from pod_envs.testing import check_env
from tests import conformance


def test_every_option_of_every_game_is_among_the_variants() -> None:
    for game in GAMES.values():
        defaults = game.variant().as_dict()
        resolved = [game.variant(**options).as_dict() for _, options in conformance.variants_of(game)]
        assert [name for name in defaults if all(one[name] == resolved[0][name] for one in resolved)] == (
            ["num_players"] if game.spec.name == "polypods" else []
        )


def test_a_variant_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance.main(["--only", "pod_x", "--named", "2 seats to the target"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("pod_x, 2 seats to the target: 3")
    assert lines[0].endswith(" checks passed, 0 faults")
    assert lines[1].startswith("variants that passed: plays 1, ")


def test_a_fault_is_printed_and_told_by_the_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(game: Any, variant: Any, games: int, interpreted: bool) -> Iterator[str]:
        yield "game 3: something is odd"

    monkeypatch.setattr(conformance, "check_game", odd)
    monkeypatch.setattr(conformance, "CHECKS", {"plays": None})
    report = check_env
    monkeypatch.setattr(conformance, "check_env", lambda make, **how: report(make, games=1, only=["plays"]))
    assert conformance.main(["--only", "pod_x", "--named", "2 seats to the target"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["pod_x, 2 seats to the target: 1 checks passed, 1 faults", "    game 3: something is odd"]
