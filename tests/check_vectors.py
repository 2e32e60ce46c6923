"""Replays games and worked examples of Polypods that another engine recorded: `python -m tests.check_vectors DIR`.

DIR holds NAME.topology.json.gz with NAME.games.jsonl.gz, one pair a board, and worked_examples.json. Every player in
PLAYERS replays all of it: neighbours, every legal list, board, core count, side to move, end and winner. The exit
status is 0 when all agree, 1 at a difference, 2 when DIR lacks something. Recorded ids are turned into ours first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.games.players_polypods import PLAYERS, Player, Start
from tests.games.reference_polypods_board import Board

__all__ = ["PLAYERS", "Difference", "check_examples", "check_games", "main", "our_board"]

Json = dict[str, Any]
PASS = -1  # as recorded
TOPOLOGY, GAMES, EXAMPLES = ".topology.json.gz", ".games.jsonl.gz", "worked_examples.json"
T33434 = re.compile("s_t33434_([1-9][0-9]*)")
SNUB = re.compile("s_snub([1-9][0-9]*)")
EXAMPLE_BOARD = re.compile("snub([0-9]+)x([0-9]+)([ST])")


class Difference(AssertionError):
    """The first thing in which a player and a recording differ."""


class Missing(Exception):
    """Something that the folder should hold and does not."""


def same(where: str, ours: Any, recorded: Any) -> None:
    """Refuse a difference."""
    if ours != recorded:
        raise Difference(f"{where}: ours is {ours!r}, recorded is {recorded!r}")


# Boards --------------------------------------------------------------------------------------------------------------


def our_board(name: str, topology: Json) -> tuple[Board, list[int]]:
    """The board that a recorded one is, and our id of every recorded one."""
    vertices = topology["vertices"]
    same(f"{name}, ids", list(range(len(vertices))), [vertex["id"] for vertex in vertices])
    if found := T33434.fullmatch(name):
        last = 2 * int(found[1]) + 1
        board, places = Board(f"t33434-{found[1]}"), [(last - v["col"], v["row"]) for v in vertices]
    elif found := SNUB.fullmatch(name):
        side = int(found[1])
        board, places = Board(f"snub-{side}x{side}-S"), [divmod(v["id"], side) for v in vertices]
    else:
        raise Missing(f"{name}: no board of ours is known for this name; wanted s_snubN or s_t33434_K")
    same(f"{name}, vertices", sorted(places), board.places)
    return board, [board.vertex_at[place] for place in places]


def check_topology(topology: Json, board: Board, ours: list[int], player: Player) -> None:
    """Lines as the player has them, faces as the rules page builds them."""
    recorded = {ours[vertex["id"]]: sorted(ours[w] for w in vertex["orthogonal"]) for vertex in topology["vertices"]}
    same("neighbours", player.neighbours(), [recorded[v] for v in range(board.size)])
    faces = sorted(sorted(ours[v] for v in face) for face in topology["faces"])
    same("faces", sorted(map(sorted, board.faces())), faces)


def our_string(text: str, ours: list[int]) -> str:
    """A recorded board string in the order of our ids."""
    places = dict(zip(ours, text, strict=True))
    return "".join(places[v] for v in range(len(ours)))


def our_winner(recorded: int) -> int | None:
    """1, 2 and 0 for a draw, as a seat or None."""
    return recorded - 1 if recorded else None


# Games ---------------------------------------------------------------------------------------------------------------


def check_games(folder: Path, name: str, start: Start) -> str:
    """All games of one board; what was compared, in words."""
    topology = json.loads(gzip.decompress((folder / f"{name}{TOPOLOGY}").read_bytes()))
    board, ours = our_board(name, topology)
    check_topology(topology, board, ours, start(board.name, None))
    lines = gzip.decompress((folder / f"{name}{GAMES}").read_bytes()).decode().splitlines()
    if not lines:
        raise Missing(f"{name}{GAMES} holds no game")
    plies = sum(check_game(json.loads(line), start(board.name, None), ours) for line in lines)
    return f"{name} as {board.name}: {len(lines)} games, {plies} plies agree"


def check_game(game: Json, player: Player, ours: list[int]) -> int:
    """One game; its number of plies."""
    for ply, step in enumerate(game["steps"]):
        check_step(f"game {game['id']}, ply {ply}", step, player, ours)
    where = f"game {game['id']}, end"
    same(where, (player.over, player.scores()), (game["over"], game["scores"]))
    same(f"{where}, winner", player.winner(), our_winner(game["winner"]))
    same(f"{where}, plies", len(game["steps"]), game["plies"])
    return len(game["steps"])


def check_step(where: str, step: Json, player: Player, ours: list[int]) -> None:
    """One ply."""
    same(f"{where}, seat to act", player.seat(), step["p"] - 1)
    same(f"{where}, legal", player.legal(), [*sorted(ours[v] for v in step["legal"]), len(ours)])
    player.play(len(ours) if step["m"] == PASS else ours[step["m"]])
    same(f"{where}, board after", player.board_string(), our_string(step["b"], ours))
    same(f"{where}, core after", player.scores(), step["s"])


# Worked examples -----------------------------------------------------------------------------------------------------


def check_examples(folder: Path, start: Start) -> str:
    """All worked examples; what was compared, in words."""
    data = json.loads((folder / EXAMPLES).read_text(encoding="utf-8"))
    for name, lines in data["boards"].items():
        same(f"{name}, neighbours", start(example_board(name), None).neighbours(), lines)
    if not data["examples"]:
        raise Missing(f"{EXAMPLES} holds no example")
    for example in data["examples"]:
        check_example(example, start)
    return f"{EXAMPLES}: {len(data['boards'])} boards, {len(data['examples'])} examples agree"


def example_board(name: str) -> str:
    """Our name of a board of the examples."""
    found = EXAMPLE_BOARD.fullmatch(name)
    if not found:
        raise Missing(f"{name}: no board of ours is known for this name; wanted snubRxCS or snubRxCT")
    return f"snub-{found[1]}x{found[2]}-{found[3]}"


def check_example(example: Json, start: Start) -> None:
    """One example: roles, legal placements, the move, and the result where it tells one."""
    where, move = f"example {example['n']}", example["move"]
    position = f"{example['before']} {'gw'[example['to_move'] - 1]} 0"
    player = start(example_board(example["board"]), position)
    same(f"{where}, before", player.board_string(), example["before"])
    end = len(example["before"])
    same(f"{where}, legal", player.legal(), [*example["legal_placements"], end])
    if move is not None:
        check_move(where, example, player, end if move == PASS else move)
    if "result_after_two_passes" in example:
        check_result(where, example, start(example_board(example["board"]), position), end)


def check_move(where: str, example: Json, player: Player, action: int) -> None:
    """The move is taken or refused, and leads where the example says."""
    try:
        player.play(action)
    except ValueError:
        same(f"{where}, move {action} is legal", False, example["legal"])
        same(f"{where}, board after a refused move", player.board_string(), example["before"])
        return
    same(f"{where}, move {action} is legal", True, example["legal"])
    same(f"{where}, after", player.board_string(), example["after"])
    same(f"{where}, core after", player.scores(), example["cores_after"])


def check_result(where: str, example: Json, player: Player, end: int) -> None:
    """Two passes from the position."""
    player.play(end)
    player.play(end)
    same(f"{where}, over, core, fringe", (player.over, player.scores(), player.fringe()),
         (True, example["cores"], example["fringe"]))  # fmt: skip
    same(f"{where}, winner", player.winner(), our_winner(example["result_after_two_passes"]))


# The command ---------------------------------------------------------------------------------------------------------


def recorded_names(folder: Path) -> list[str]:
    """The names of the boards in a folder; Missing unless each has both files and the examples are there."""
    if not folder.is_dir():
        raise Missing(f"{folder} is no folder: give the one that holds NAME{TOPOLOGY}, NAME{GAMES} and {EXAMPLES}")
    found = {end: {path.name.removesuffix(end) for path in folder.glob(f"*{end}")} for end in (TOPOLOGY, GAMES)}
    if found[TOPOLOGY] != found[GAMES]:
        raise Missing(f"{folder}: without its other file: {sorted(found[TOPOLOGY] ^ found[GAMES])}")
    if not found[GAMES] or not (folder / EXAMPLES).is_file():
        raise Missing(f"{folder} must hold NAME{TOPOLOGY}, NAME{GAMES} and {EXAMPLES}")
    return sorted(found[GAMES])


def report(who: str, what: str, check: Callable[[], str]) -> bool:
    """Run a check and print its line; True if all agreed."""
    try:
        print(f"{who}: {check()}", flush=True)
    except (Difference, ValueError) as error:  # ValueError: the player refuses a recorded move or position
        print(f"{who}: {what}: {error}", flush=True)
        return False
    return True


def main(arguments: list[str] | None = None) -> int:
    """Check everything with every player; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.check_vectors", description=__doc__)
    parser.add_argument("dir", type=Path, help="the folder with the recordings")
    folder = parser.parse_args(arguments).dir
    agreed = True
    try:
        names = recorded_names(folder)
        for who, start in PLAYERS.items():
            for name in names:
                agreed &= report(who, name, partial(check_games, folder, name, start))
            agreed &= report(who, EXAMPLES, partial(check_examples, folder, start))
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
