"""The mutants of a file: it with one small change, by operators of cosmic-ray and by two more.

Of cosmic-ray's replacements of a binary operator one is taken for each: what the trusted core joins
so is mostly paths, flags and texts, where the others fail as soon as they are run, and would only
raise the share of those that are noticed. The two more leave out a statement, and a guard: what a
trusted core can forget is a sync, a removal, a refusal, a signal to be held.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider

_COUNTERPARTS = {
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_FloorDiv",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_Mul",
    "ReplaceBinaryOperator_Pow_Mul",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitAnd_BitOr",
}
_BINARY = re.compile("ReplaceBinaryOperator_")
#: Statements that do something, or end a path, by themselves.
_LEFT_OUT = (ast.Raise, ast.Return, ast.Continue)
_NO_GUARD = '__import__("contextlib").nullcontext()'


@dataclass(frozen=True)
class Mutant:
    """A change of a file: the operator, which of its places, the line and the statement's lines."""

    operator: str
    occurrence: int
    line: int
    text: str
    lines: tuple[int, int]
    make: Callable[[], str | None]


def find_mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a source text, in a fixed order."""
    tree, texts = ast.parse(source), [line.strip() for line in source.splitlines()]
    operators = OperatorProvider()
    parsed = get_ast(source)
    for name in operators:
        if operators[name].arguments() or (_BINARY.match(name) and name not in _COUNTERPARTS):
            continue
        operator = operators[name]()
        places = (
            place for node in ast_nodes(parsed) for place in operator.mutation_positions(node)
        )
        for occurrence, ((line, _), _) in enumerate(places):

            def make(operator: object = operator, occurrence: int = occurrence) -> str | None:
                return mutate_code(source, operator, occurrence)

            yield Mutant(name, occurrence, line, texts[line - 1], _lines_of(tree, line), make)
    for name, replaced in (
        ("LeaveOutStatement", ((node, "pass") for node in _statements(tree))),
        ("LeaveOutGuard", ((node, _NO_GUARD) for node in _guards(tree))),
    ):
        for occurrence, (node, text) in enumerate(replaced):
            line = node.lineno

            def make(node: ast.expr | ast.stmt = node, text: str = text) -> str:
                return _replace(source, node, text)

            yield Mutant(name, occurrence, line, texts[line - 1], _lines_of(tree, line), make)


def _statements(tree: ast.Module) -> Iterable[ast.stmt]:
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        if is_call or isinstance(node, _LEFT_OUT):
            yield node


def _guards(tree: ast.Module) -> Iterable[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            yield from (item.context_expr for item in node.items if item.optional_vars is None)


def _replace(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    """The source with a node written otherwise; columns of a syntax tree count bytes."""
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    begin = b"".join(lines[:first]) + lines[first][: node.col_offset]
    end = lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])
    return (begin + text.encode() + end).decode()


def _lines_of(tree: ast.Module, line: int) -> tuple[int, int]:
    """First and last line of the innermost statement at a line, without what it contains.

    A decorator belongs to what contains its function, since that is what runs it.
    """
    found = (line, line)
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None)
        last = (node.end_lineno or node.lineno) if body is None else body[0].lineno - 1
        last = max(last, node.lineno)
        if node.lineno <= line <= last:
            found = (node.lineno, last)
    return found
