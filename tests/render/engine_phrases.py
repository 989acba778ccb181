"""The phrases that engine, sets, notation and judging make, read from their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from adjudicator.render.templates import PACKAGE

SPEAKERS = ("engine", "sets", "notation")
ALSO = ("app/games.py",)
CALLS = {
    "refuse": 1,
    "Refusal": 1,
    "Unreadable": 1,
    "stop": 1,
    "BadOption": 1,
    "BadOptionText": 0,
    "Terms": 2,
    "Part": 0,
    "Ended": 1,
    "ThingGone": 1,
    "Eliminated": 1,
    "die": 2,
    "kill": 2,
    "_use_up": 2,
    "expect_more": 0,
}
"""Functions that take a phrase, and which of their arguments it is."""


def spoken() -> dict[str, str]:
    """Every phrase as a skeleton, ``the {} is no character``, and where it is made."""
    files = [file for name in SPEAKERS for file in sorted((PACKAGE / name).rglob("*.py"))]
    found: dict[str, str] = {}
    for file in (*files, *(PACKAGE / name for name in ALSO)):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for phrase in _phrases(node, tree):
                    found.setdefault(phrase, f"{file.relative_to(PACKAGE)}:{node.lineno}")
    return found


def _phrases(call: ast.Call, tree: ast.Module) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in CALLS or len(call.args) <= CALLS[name]:
        return
    for text in _texts(call.args[CALLS[name]], tree):
        yield f"expected {text}" if name == "expect_more" else text


def _texts(node: ast.expr, tree: ast.Module) -> Iterator[str]:
    """The text of an argument; a name stands for what is assigned to it in the same file."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in values)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, tree)
            yield from _texts(orelse, tree)
        case ast.Name(id=name):
            for other in ast.walk(tree):
                if isinstance(other, ast.Assign) and any(
                    isinstance(target, ast.Name) and target.id == name for target in other.targets
                ):
                    yield from _texts(other.value, tree)
