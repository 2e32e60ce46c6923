"""The command that replays recorded vectors: it passes what agrees, names the first difference, and skips nothing."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.check_vectors import PLAYERS, main, our_board
from tests.games.reference_polypods import Game

Json = dict[str, Any]
K = 1  # of the recorded t33434 board: its vertices come in another order than ours
NAME = f"s_t33434_{K}"


def recorded_topology() -> tuple[Json, list[int]]:
    """The board as another program would label it, ids shuffled, and our id of each of its vertices."""
    board = Game({"board": f"t33434-{K}"}).board
    ours = random.Random(3).sample(range(board.size), board.size)
    theirs = {v: i for i, v in enumerate(ours)}
    vertices = []
    for i, v in enumerate(ours):
        r, c = board.places[v]
        lines = [theirs[w] for w in board.neighbours[v]]
        vertices.append({"id": i, "row": c, "col": 2 * K + 1 - r, "orthogonal": lines})
    return {"vertices": vertices, "faces": [[theirs[v] for v in ring] for ring in board.faces()]}, ours


def recorded_game(ours: list[int], seed: int) -> Json:
    """A random game in the form and the ids of that program."""
    rng, game = random.Random(seed), Game({"board": f"t33434-{K}"})
    theirs = {v: i for i, v in enumerate(ours)} | {len(ours): -1}
    steps = []
    while not game.over:
        action, seat, legal = rng.choice(game.legal()), game.turn, game.placements()
        game.apply(action)
        text = "".join(game.board_string()[v] for v in ours)
        after = {"m": theirs[action], "b": text, "s": game.scores()}
        steps.append({"p": seat + 1, "legal": sorted(theirs[v] for v in legal), **after})
    winner = {None: 0, 0: 1, 1: 2}[game.winner()]
    return {"id": seed, "steps": steps, "over": True, "scores": game.scores(), "winner": winner, "plies": len(steps)}


# a a .   placing 2 makes a path of three   b B b   5 is next to the core disc 1, 3 is not   a . .
# . . .   with the core disc 1              . . .                                           . . .
def recorded_examples() -> Json:
    """One move that is legal, one that is not, and one result, on snub 2x3 S."""
    lines = Game({"board": "snub-2x3-S"}).board.neighbours
    base: Json = {"board": "snub2x3S", "to_move": 1}
    made = {"move": 2, "legal": True, "after": "aAa...", "cores_after": [1, 0], "legal_placements": [2, 3, 4, 5]}
    barred = {"move": 5, "legal": False, "legal_placements": [3]}
    end = {"move": -1, "legal": True, "after": "a.....", "cores_after": [0, 0], "legal_placements": [1, 2, 3, 4, 5]}
    result = {"cores": [0, 0], "fringe": [2, 0], "result_after_two_passes": 1}
    examples = [
        {"n": 1, "before": "aa....", **base, **made},
        {"n": 2, "before": "bBb...", **base, **barred},
        {"n": 3, "before": "a.....", **base, **end, **result},
    ]
    return {"boards": {"snub2x3S": lines}, "examples": examples}


@pytest.fixture
def recordings() -> Json:
    """The content of the three files."""
    topology, ours = recorded_topology()
    games = [recorded_game(ours, seed) for seed in range(3)]
    return {"topology": topology, "games": games, "examples": recorded_examples()}


def write(folder: Path, recordings: Json) -> str:
    """Write them as files; the folder's path."""
    lines = "".join(json.dumps(game) + "\n" for game in recordings["games"])
    (folder / f"{NAME}.topology.json.gz").write_bytes(gzip.compress(json.dumps(recordings["topology"]).encode()))
    (folder / f"{NAME}.games.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (folder / "worked_examples.json").write_text(json.dumps(recordings["examples"]), encoding="utf-8")
    return str(folder)


def test_agreement(tmp_path: Path, recordings: Json, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a file and player, and the exit status 0."""
    assert main([write(tmp_path, recordings)]) == 0
    plies = sum(game["plies"] for game in recordings["games"])
    wanted = [
        line
        for who in PLAYERS
        for line in (
            f"{who}: {NAME} as t33434-{K}: 3 games, {plies} plies agree",
            f"{who}: worked_examples.json: 1 boards, 3 examples agree",
        )
    ]
    assert capsys.readouterr().out.splitlines() == wanted


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("topology", "vertices", 0, "orthogonal"), [1], "neighbours: "),
        (("topology", "vertices", 0, "row"), 9, "vertices: "),
        (("topology", "faces"), [[0, 1, 2]], "faces: "),
        (("games", 1, "steps", 2, "legal"), [0], "game 1, ply 2, legal: "),
        (("games", 1, "steps", 2, "b"), "." * 14, "game 1, ply 2, board after: "),
        (("games", 1, "steps", 2, "s"), [9, 9], "game 1, ply 2, core after: "),
        (("games", 1, "steps", 2, "p"), 2, "game 1, ply 2, seat to act: "),
        (("games", 2, "winner"), 3, "game 2, end, winner: "),
        (("games", 2, "plies"), 1, "game 2, end, plies: "),
        (("games", 2, "scores"), [9, 9], "game 2, end: "),
        (("examples", "boards", "snub2x3S", 0), [], "snub2x3S, neighbours: "),
        (("examples", "examples", 0, "before"), "aA....", "worked_examples.json: "),
        (("examples", "examples", 0, "legal_placements"), [], "example 1, legal: "),
        (("examples", "examples", 0, "legal"), False, "example 1, move 2 is legal: "),
        (("examples", "examples", 0, "after"), "aaa...", "example 1, after: "),
        (("examples", "examples", 0, "cores_after"), [0, 0], "example 1, core after: "),
        (("examples", "examples", 1, "legal"), True, "example 2, move 5 is legal: "),
        (("examples", "examples", 2, "fringe"), [2, 1], "example 3, over, core, fringe: "),
        (("examples", "examples", 2, "result_after_two_passes"), 0, "example 3, winner: "),
    ],
)
def test_difference(
    tmp_path: Path, recordings: Json, capsys: pytest.CaptureFixture[str], path: Any, value: Any, message: str
) -> None:
    """Anything recorded otherwise is found, its place is told, and the exit status is 1."""
    *walk, key = path
    place: Any = recordings
    for part in walk:
        place = place[part]
    place[key] = value
    assert main([write(tmp_path, recordings)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert sum(message in line for line in lines) == len(PLAYERS)


@pytest.mark.parametrize("lost", [f"{NAME}.topology.json.gz", f"{NAME}.games.jsonl.gz", "worked_examples.json"])
def test_missing_file(tmp_path: Path, recordings: Json, lost: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 2, and the sentence says what is wanted."""
    folder = write(tmp_path, recordings)
    (tmp_path / lost).unlink()
    assert main([folder]) == 2
    assert NAME in capsys.readouterr().err or lost == "worked_examples.json"


@pytest.mark.parametrize("path", [("games",), ("examples", "examples")])
def test_nothing_to_compare(tmp_path: Path, recordings: Json, path: tuple[str, ...]) -> None:
    """Files without a game or an example do not pass."""
    place = recordings if len(path) == 1 else recordings[path[0]]
    place[path[-1]] = []
    assert main([write(tmp_path, recordings)]) == 2


def test_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that is not there, and one that is empty."""
    assert [main([str(tmp_path / "none")]), main([str(tmp_path)])] == [2, 2]
    assert "none is no folder: give the one that holds" in capsys.readouterr().err


def test_snub_ids() -> None:
    """On snub boards, row by row, the recorded ids are ours."""
    board, ours = our_board("s_snub3", {"vertices": [{"id": v} for v in range(9)]})
    assert (board.name, ours) == ("snub-3x3-S", list(range(9)))
