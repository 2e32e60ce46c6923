"""A game's documentation, made from what it declares."""

import json

from .game import Game

__all__ = ["options_table", "sections"]


def sections(game: Game) -> dict[str, str]:
    """Markdown by section name: the observation and options of the default variant, and the game's own tables."""
    return {"layout": game.layout(game.variant()).table(), "options": options_table(game)} | game.components()


def options_table(game: Game) -> str:
    """The options in the order of the page, with what they resolve to by default."""
    kind = game.spec.variant
    defaults = game.variant().as_dict()
    rows = ["| option | default | meaning |", "| --- | --- | --- |"]
    rows += [f"| `{name}` | `{json.dumps(defaults[name])}` | {kind.meanings.get(name, '')} |" for name in kind.names()]
    return "\n".join(rows)
