"""The short cut before quotequail: a text without certain signs begins no quote it would find."""

from __future__ import annotations

import re

import pytest
from quotequail._patterns import COMPILED_PATTERNS, HEADER_RE

from adjudicator.mail.quotes import _POSSIBLE

SIGNS = (":", ">", "---", "____")


@pytest.mark.parametrize("pattern", [*COMPILED_PATTERNS, HEADER_RE], ids=lambda p: p.pattern)
def test_every_beginning_of_a_quote_has_one_of_the_signs(pattern: re.Pattern[str]) -> None:
    assert any(sign in pattern.pattern for sign in SIGNS)


@pytest.mark.parametrize("sign", SIGNS)
def test_the_signs_are_looked_for(sign: str) -> None:
    assert _POSSIBLE.search(f"a {sign} b")
    assert not _POSSIBLE.search("TH c4-c5+ro; A3\n-- \nAnna")
