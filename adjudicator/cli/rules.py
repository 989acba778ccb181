"""``adjudicator rules``: rules in our words, where each is enforced, and its cases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

import adjudicator
from adjudicator.sets.load import SETS, set_rules

from .errors import Mistake
from .shared import wrapped_words

Rules = Mapping[str, Mapping[str, Any]]  # parsed TOML


@click.command()
@click.argument("words", metavar="[ID|SET|WORDS]", nargs=-1)
def rules(words: tuple[str, ...]) -> None:
    """Print a rule, or all rules of a set or of a chapter, or the list of all.

    Any other words are looked for in the rules.

    A single rule comes with the places in the program that enforce it and the cases that test it.

    \b
    Examples:
      adjudicator rules
      adjudicator rules base
      adjudicator rules BASE-MOVE
      adjudicator rules BASE-MOVE-11
      adjudicator rules PRISON-LOS
      adjudicator rules arrow-slit shoot
    """
    known = {name: set_rules(name) for name in SETS}
    everything = {rule: entry for entries in known.values() for rule, entry in entries.items()}
    what = " ".join(words)
    if not what:
        _print_titles(everything)
        return
    if what.lower() in known:
        chosen = dict(known[what.lower()])
    else:
        chosen = _chosen(everything, what.upper())
    if len(chosen) == 1:
        rule, entry = next(iter(chosen.items()))
        _print_one(rule, entry, everything)
    else:
        for rule, entry in chosen.items():
            _print_rule(rule, entry)


def _chosen(rules: Rules, what: str) -> dict[str, Mapping[str, Any]]:
    if what in rules:
        return {what: rules[what]}
    chapter = {rule: entry for rule, entry in rules.items() if rule.startswith(f"{what}-")}
    found = chapter or _with_words(rules, what.split())
    if found:
        return found
    chapters = {rule.rsplit("-", 1)[0] for rule in rules}
    close = get_close_matches(what, [*rules, *sorted(chapters)], 3)
    hint = f"; did you mean {' or '.join(close)}?" if close else "; see adjudicator rules"
    raise Mistake(f"there is no rule {what}, and none with these words{hint}")


def _with_words(rules: Rules, words: list[str]) -> dict[str, Mapping[str, Any]]:
    """The rules whose title and text hold all these words, or the beginnings of them."""
    patterns = [re.compile(rf"\b{re.escape(word)}", re.IGNORECASE) for word in words]
    return {
        rule: entry
        for rule, entry in rules.items()
        if all(pattern.search(f"{entry['title']} {entry['text']}") for pattern in patterns)
    }


def _print_titles(rules: Rules) -> None:
    for rule, entry in rules.items():
        click.echo(f"{rule:<18} {entry['title']}")


def _print_rule(rule: str, entry: Mapping[str, Any]) -> None:
    click.echo(f"{rule}  {entry['title']}")
    for line in wrapped_words(str(entry["text"]), "  "):
        click.echo(line)


def _print_one(rule: str, entry: Mapping[str, Any], rules: Rules) -> None:
    """A rule that one set shares with another is enforced where the other one's name stands."""
    _print_rule(rule, entry)
    shared = tuple(entry.get("base", ()))
    others = [other for other, its in rules.items() if rule in its.get("base", ())]
    if shared or others:
        click.echo(f"The same as: {', '.join((*shared, *others))}")
    click.echo("Enforced in:")
    if not entry.get("enforced", True):
        click.echo("  nowhere: it explains, or is a matter for people at a table")
    for name in (rule, *shared):
        for place in _places(name):
            click.echo(f"  {place}")
    click.echo("Cases:")
    for case in _cases(rule):
        click.echo(f"  {case}")


def _places(rule: str) -> Iterator[str]:
    """Lines of the program that name a rule; a short form such as -07 counts after its full one."""
    root = Path(adjudicator.__file__).parent
    program = [path for path in root.rglob("*.py") if path.parent != root / "cli"]
    for path in sorted(program) + _data_files(root):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            if names_rule(line, rule):
                yield f"adjudicator/{path.relative_to(root)}:{number}: {line.strip()[:60]}"


def _data_files(root: Path) -> list[Path]:
    return sorted([*root.glob("sets/*/set.toml"), *root.glob("sets/*/scenarios/*.toml")])


def names_rule(line: str, rule: str) -> bool:
    """
    >>> names_rule("... (BASE-SETUP-02, -03).", "BASE-SETUP-03")
    True
    >>> names_rule("... (BASE-SETUP-02, -03).", "BASE-MOVE-03")
    False
    """
    if rule in line:
        return True
    chapter, number = rule.rsplit("-", 1)
    _, found, rest = line.partition(f"{chapter}-")
    return bool(found) and f" -{number}" in rest


def _cases(rule: str) -> Iterator[str]:
    folder = Path(adjudicator.__file__).parent.parent / "tests" / "cases"
    if not folder.is_dir():
        yield "they come with the source: tests/cases/ (not installed here)"
        return
    for path in sorted(folder.glob("*.case")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if line.split()[:2] == ["case", rule]:
                title = " ".join(line.split()[2:])
                yield f"tests/cases/{path.name}:{number}: {title}"
