"""Rule ids are the spine: each enforced rule is named where it is enforced."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import adjudicator
from adjudicator.sets.load import SETS, set_rules

RULES = {rule: entry for name in SETS for rule, entry in set_rules(name).items()}

ID = re.compile(r"(BASE|PRISON|NATURE)-([A-Z]+)-(\d+)((?:(?:,\s+| and | to )-\d+)*)")


def named_ids(text: str) -> set[str]:
    """The ids in a source text, with short forms like ``BASE-X-01 to -03`` spelled out."""
    found = set()
    for book, chapter, first, rest in ID.findall(text):
        numbers = {int(first)}
        last = int(first)
        for joint, number in re.findall(r"(,\s+| and | to )-(\d+)", rest):
            numbers |= set(range(last, int(number) + 1)) if joint == " to " else {int(number)}
            last = int(number)
        found |= {f"{book}-{chapter}-{number:02}" for number in numbers}
    return found


def test_short_forms_are_understood() -> None:
    text = "(BASE-MOVE-01 to -03, -07) and BASE-LOS-02"
    expected = {"BASE-MOVE-01", "BASE-MOVE-02", "BASE-MOVE-03", "BASE-MOVE-07", "BASE-LOS-02"}
    assert named_ids(text) == expected


def test_every_enforced_rule_is_named_in_the_code() -> None:
    package = Path(adjudicator.__file__).parent
    named: set[str] = set()
    for source in [
        *package.rglob("*.py"),
        *package.rglob("set.toml"),
        *package.rglob("scenarios/*.toml"),
    ]:
        named |= named_ids(source.read_text(encoding="utf-8"))
    missing = [r for r, e in RULES.items() if e["enforced"] and r not in named and not _shared(e)]
    assert not missing


def _shared(entry: Mapping[str, Any]) -> bool:
    """Whether the rule is enforced by code that calls it by its name in an earlier set."""
    return bool(entry.get("base"))


def test_a_shared_rule_has_one_name_in_a_set() -> None:
    for name in SETS:
        shared = [base for entry in set_rules(name).values() for base in entry.get("base", ())]
        assert len(shared) == len(set(shared))
        assert set(shared) <= set(RULES)


def test_the_code_names_no_unknown_rule() -> None:
    package = Path(adjudicator.__file__).parent
    known = set(RULES)
    unknown = {
        (source.name, rule)
        for source in package.rglob("*.py")
        for rule in named_ids(source.read_text(encoding="utf-8"))
        if rule not in known
    }
    assert not unknown
