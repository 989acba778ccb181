"""Every rule case of the project, and the test that no rule goes without one."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from adjudicator.app.cases.case import Case, CaseResult, read_cases, run_case
from adjudicator.sets.load import SETS, set_rules

RULES = {rule: entry for name in SETS for rule, entry in set_rules(name).items()}
FILES = sorted((Path(__file__).parent / "cases").glob("*.case"))


def _all_cases() -> list[tuple[str, Case | CaseResult]]:
    return [
        (file.name, case) for file in FILES for case in read_cases(file.read_text(encoding="utf-8"))
    ]


CASES = _all_cases()


@pytest.mark.parametrize(
    ("file", "case"), CASES, ids=[f"{file}:{case.line}-{case.id}" for file, case in CASES]
)
def test_case(file: str, case: Case | CaseResult) -> None:
    result = case if isinstance(case, CaseResult) else run_case(case)
    assert result.ok, f"{file}: {result.id} {result.title}: {result.why}"


def test_every_enforced_rule_has_an_accepted_and_a_refused_case() -> None:
    polarities = defaultdict(set)
    for _, case in CASES:
        polarities[case.id].add(case.polarity)
    missing = {
        rule: sorted({"A", "R"} - polarities[rule])
        for rule, entry in RULES.items()
        if entry["enforced"] and not polarities[rule] >= {"A", "R"}
    }
    assert not missing


def test_every_case_names_a_known_rule() -> None:
    unknown = {case.id for _, case in CASES} - set(RULES)
    assert not unknown


def test_a_refused_case_shows_something_denied() -> None:
    toothless = [
        f"{file}:{case.line}"
        for file, case in CASES
        if isinstance(case, Case) and case.polarity == "R" and not case.denies()
    ]
    assert not toothless
