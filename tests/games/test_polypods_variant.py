"""The options of Polypods: defaults, what null stands for, and what is refused, with its sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pod_envs.core.errors import VariantError
from tests.games.drawn_polypods import GAME


def test_defaults_in_order() -> None:
    """Names, order and resolved values of the page."""
    assert json.dumps(GAME.variant().as_dict()) == (
        '{"num_players": 2, "board": "snub-8x8-S", "max_plies": 256, "rock_spoils_fringe": false, "reward": "outcome"}'
    )


@pytest.mark.parametrize(
    ("name", "vertices"),
    [("snub-2x2-S", 4), ("snub-2x19-T", 38), ("snub-19x19-S", 361), ("snub-10x9-T", 90), ("t33434-1", 14),
     ("t33434-8", 322)],
)  # fmt: skip
def test_boards(name: str, vertices: int) -> None:
    """V + 1 actions, and a limit of 4 V plies, unless another is given."""
    variant = GAME.variant(board=name)
    assert (GAME.num_actions(variant), variant.max_plies) == (vertices + 1, 4 * vertices)
    assert [GAME.variant(board=name, max_plies=limit).max_plies for limit in (1, 10**100)] == [1, 10**100]


BOARD = (
    "option 'board' must be 'snub-ROWSxCOLUMNS-S' or '-T' with 2 to 19 rows and columns, such as 'snub-8x8-S', or "
    "'t33434-1' to 't33434-8', not {value!r}"
)
REFUSED: dict[str, tuple[str, list[Any]]] = {
    "num_players": ("option 'num_players' must be an integer from 2 to 2, not {value!r}", [1, 3, True, 2.0, "2", None]),
    "board": (
        BOARD,
        [
            *("snub-08x8-S", "snub-8x08-S", "snub-008x008-S", "t33434-03", "t33434-0", "t33434-9", "t33434-10"),
            *("snub-1x8-S", "snub-8x20-S", "snub-20x8-T", "snub-8x8", "snub-8x8-s", "snub-8x8-S ", "snub-8x8-S\n"),
            *(
                "Snub-8x8-S",
                "snub-8X8-S",
                "snub-\u0668x8-S",
                "snub--8x8-S",
                "8x8",
                "default",
                "",
                None,
                8,
                [],
                ("a",),
                {},
            ),
        ],
    ),
    "max_plies": ("option 'max_plies' must be an integer >= 1 or null, not {value!r}", [0, -1, True, 64.0, "64", []]),
    "rock_spoils_fringe": (
        "option 'rock_spoils_fringe' must be true or false, not {value!r}",
        [0, 1, None, "true", []],
    ),
    "reward": ("option 'reward' must be one of 'outcome', 'score'", ["Score", "core", None, 0, []]),
}


@pytest.mark.parametrize(
    "option", [(name, value) for name, (_, values) in REFUSED.items() for value in values], ids=repr
)
def test_refused_values(option: tuple[str, Any]) -> None:
    """The sentence names the option, what is wanted and what was seen."""
    name, value = option
    with pytest.raises(VariantError) as caught:
        GAME.variant(**{name: value})
    assert str(caught.value).startswith(REFUSED[name][0].format(value=value))
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("name", ["superko", "start", "komi", "rock_spoils", "Board"])
def test_unknown_options(name: str) -> None:
    """Any other name is refused."""
    with pytest.raises(VariantError, match=f"unknown option '{name}'; "):
        GAME.variant(**{name: False})
