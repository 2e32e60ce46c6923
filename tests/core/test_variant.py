"""Rule options: frozen, resolved, checked; every fault names the option and what is wanted."""

import dataclasses
import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError, VariantError
from pod_envs.core.game import Game, find_game
from pod_envs.core.table import Table
from pod_envs.core.variant import Variant, strict_json

from .common import variants_of

BEYOND = 2**70


@dataclass(frozen=True)
class Toy(Variant):
    tables: ClassVar[tuple[str, ...]] = ("chart",)

    num_players: int = 4
    limit: int | None = None
    mood: str = "calm"
    chart: Any = None

    def __post_init__(self) -> None:
        self.require_integer("num_players", 2, 5)
        self.require_integer("limit", 1, nullable=True)
        self.require_choice("mood", "calm", "wild")
        if self.limit is None:
            self.resolve("limit", 10 * self.num_players)


def test_options_are_listed_in_the_order_of_the_page_with_resolved_values() -> None:
    assert Toy.names() == ["num_players", "limit", "mood", "chart"]
    variant = Toy.of(mood="wild", num_players=3)
    assert list(variant.as_dict().items()) == [("num_players", 3), ("limit", 30), ("mood", "wild"), ("chart", None)]
    assert Toy.of(**variant.as_dict()) == variant


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("num_player", r"unknown option 'num_player'; did you mean 'num_players'\?"),
        ("Limit", r"unknown option 'Limit'; did you mean 'limit'\?"),
        ("zzz", "unknown option 'zzz'; options are num_players, limit, mood, chart"),
        ("cls", "unknown option 'cls'"),
        ("self", "unknown option 'self'"),
        ("tables", "unknown option 'tables'"),
        ("", "unknown option ''"),
    ],
)
def test_an_unknown_option_names_the_nearest(option: str, message: str) -> None:
    with pytest.raises(VariantError, match=message):
        Toy.of(**{option: 1})


@pytest.mark.parametrize(
    "value", [True, False, 3.0, np.float64(3), np.bool_(True), "3", [3], {}, 1, 6, -BEYOND, BEYOND]
)
def test_an_integer_option_takes_integers_in_range_only(value: Any) -> None:
    with pytest.raises(VariantError, match="option 'num_players' must be an integer from 2 to 5, not "):
        Toy.of(num_players=value)


def test_only_nullable_options_take_none() -> None:
    assert Toy.of(limit=None).limit == 40
    with pytest.raises(VariantError, match="option 'num_players' must be an integer from 2 to 5, not None"):
        Toy.of(num_players=None)
    with pytest.raises(VariantError, match="option 'limit' must be an integer >= 1 or null, not 0"):
        Toy.of(limit=0)


@pytest.mark.parametrize("value", [None, True, 1, ["calm"], "Calm", "clam", ""])
def test_a_word_option_takes_its_words_only(value: Any) -> None:
    with pytest.raises(VariantError, match="option 'mood' must be one of 'calm', 'wild'"):
        Toy.of(mood=value)


def test_a_misspelt_word_names_the_nearest() -> None:
    with pytest.raises(VariantError, match=r"did you mean 'wild'\?.*not 'wlid'"):
        Toy.of(mood="wlid")


def test_variants_are_frozen_hashable_and_picklable() -> None:
    variant = Toy.of(limit=BEYOND)
    assert hash(variant) == hash(Toy.of(limit=BEYOND))
    assert variant != Toy.of(limit=BEYOND + 1)
    assert pickle.loads(pickle.dumps(variant)) == variant
    with pytest.raises(dataclasses.FrozenInstanceError):
        variant.limit = 3  # type: ignore[misc]


@pytest.mark.parametrize("kind", [str, Path])
def test_a_table_may_be_given_by_path(tmp_path: Path, kind: Callable[[Path], Any]) -> None:
    path = tmp_path / "chart.json"
    path.write_text('{"a": [1, 2]}', encoding="utf-8")
    assert Toy.of(chart=kind(path)).chart == {"a": [1, 2]}
    with pytest.raises(VariantError, match="option 'mood' must be one of"):
        Toy.of(mood=kind(path))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read .*No such file"),
        (b"", "is not a readable JSON file"),
        (b'{"a": 1', "is not a readable JSON file"),
        (b"\xff\xfe", "is not a readable JSON file"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b"[-Infinity]", "-Infinity is not JSON"),
        (b'{"a": 1, "b": 2, "a": 3}', "key 'a' occurs twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 10_000, "is not a readable JSON file"),
    ],
)
def test_a_faulty_file_is_named_with_its_fault(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "chart.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(VariantError, match=f"option 'chart': .*{message}") as caught:
        Toy.of(chart=str(path))
    assert str(path) in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="cannot read"):
        Toy.of(chart=tmp_path)


def test_strict_json_reads_ordinary_json() -> None:
    value = {"a": [1, 2.5, None, True, "ü"], "b": {"a": {}}}
    assert strict_json(json.dumps(value)) == value


# The options of every game


def test_a_variant_round_trips_through_json(game: Game) -> None:
    for variant in variants_of(game):
        options = strict_json(json.dumps(variant.as_dict(), allow_nan=False))
        assert list(options) == game.spec.variant.names()
        again = game.variant(options)
        assert again == variant
        assert hash(again) == hash(variant)
        assert again.as_dict() == options


def test_a_variant_passes_through_and_options_change_a_copy(game: Game) -> None:
    variant = variants_of(game)[-1]
    assert game.variant(variant) is variant
    changed = game.variant(variant, reward="outcome")
    assert changed.as_dict() == variant.as_dict() | {"reward": "outcome"}
    assert game.variant(None) == game.variant({}) == game.variant()


def test_every_game_has_seats_and_a_reward(game: Game) -> None:
    assert game.spec.variant.names()[0] == "num_players"
    for value in (0, -1, BEYOND, 2.0, True, "two", None):
        with pytest.raises(VariantError, match="option 'num_players' must be an integer"):
            game.variant(num_players=value)
    with pytest.raises(VariantError, match="option 'reward' must be one of"):
        game.variant(reward="money")
    with pytest.raises(VariantError, match="did you mean 'num_players'"):
        Table(game, {"numplayers": 3})


@pytest.mark.parametrize("options", [5, "num_players", [("num_players", 3)], {1: 2}, {None: 3}, [], 0, "", False])
def test_options_must_be_a_mapping_of_names(game: Game, options: Any) -> None:
    with pytest.raises(VariantError, match="options are a mapping of names to values"):
        game.variant(options)


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["pod_x"], b"pod_x"])
def test_an_unknown_game_is_answered_with_the_names(name: Any) -> None:
    with pytest.raises(ConfigError, match=r"no game is named .*; there are: .*pod_x"):
        find_game(name)


class Seats(IntEnum):
    """A word for a number."""

    THREE = 3


def test_integers_are_plain_and_can_be_written_down() -> None:
    """What is accepted comes back from a record as it was."""
    pod_x = find_game("pod_x")
    assert pod_x.variant(target=10**1000 - 1).target == 10**1000 - 1
    with pytest.raises(VariantError, match="'target' must be an integer >= 1 of at most 1000 digits, not an integer"):
        pod_x.variant(target=10**1000)
    with pytest.raises(VariantError, match=r"'num_players' must be an integer from 2 to 4, not <Seats\.THREE: 3>"):
        pod_x.variant(num_players=Seats.THREE)


def nested(depth: int) -> list[Any]:
    """A list in a list in a list, and so on."""
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


@pytest.mark.parametrize("value", [10**5000, nested(10**5)], ids=["long", "deep"])
def test_a_table_of_what_cannot_be_shown_is_refused_by_a_sentence(game: Game, value: Any) -> None:
    for name in game.spec.variant.tables:
        for table in (value, [value] * 40, {"1": value}, {"1": {"copies": value}}):
            with pytest.raises(VariantError, match=f"option {name!r}"):
                game.variant(**{name: table})


def test_huge_integers_are_played_as_what_they_are() -> None:
    wide = find_game("pod_x").variant(target=BEYOND, max_rounds=2, end_sum=BEYOND)
    table = Table("pod_x", wide, seed=1)
    while table.ended is None:
        table.act(table.legal()[-1])
    assert table.ended == "truncated"
    assert wide.as_dict()["target"] == wide.as_dict()["end_sum"] == BEYOND
    assert np.isfinite(table.observe(0)[0]).all()
    assert np.isfinite(find_game("pod_x").layout(wide).high).all()
