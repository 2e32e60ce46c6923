"""The mutants of a game's rules, made by Cosmic Ray's operators."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from .mutant import Mutant, rules_of

__all__ = ["mutants_of"]

NO_RULE = {
    "core/RemoveDecorator": "the decorators say how a function is compiled, not what it does",
}


def mutants_of(game: str) -> Iterator[Mutant]:
    """All of them, those of annotations and of what `NO_RULE` names left out."""
    code = rules_of(game).read_text()
    for name in sorted(set(plugins.operator_names()) - set(NO_RULE)):
        kind = plugins.get_operator(name)
        if kind.arguments():
            continue  # it wants names of variables to replace
        for occurrence in range(sum(len(list(kind().mutation_positions(node))) for node in ast_nodes(get_ast(code)))):
            source = mutate_code(code, kind(), occurrence)
            change = changed_lines(code, source)
            if not in_annotation(change):
                yield Mutant(name, occurrence, source, change)


def changed_lines(before: str, after: str) -> str:
    """ "-old +new" of the lines that differ."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return " ".join(f"{line[0]}{line[1:].strip()}" for line in list(lines)[3:])


def in_annotation(change: str) -> bool:
    """Whether nothing but the head of a function changed, which has no defaults: then an annotation did."""
    return change.startswith("-def ")
