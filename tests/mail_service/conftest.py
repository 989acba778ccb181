"""A post office for each test, and games dealt from a seed the test names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.app.post.commands import join
from tests.mail_service.post_office import ANNA, BEN, PostOffice, opened

SEED = "5eed5eed"


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game of this process is dealt alike."""
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: SEED))


@pytest.fixture
def post_office(tmp_path: Path) -> Iterator[PostOffice]:
    with opened(tmp_path) as office:
        yield office


@pytest.fixture
def between_two(post_office: PostOffice) -> PostOffice:
    """Anna (Blue) and Ben (Yellow) have just been dealt game 1."""
    post_office.register(ANNA, "Anna")
    post_office.register(BEN, "Ben")
    post_office.write(ANNA, "CREATE standard blue")
    post_office.write(BEN, "JOIN 1")
    return post_office
