"""What is refused is explained, and changes nothing."""

from __future__ import annotations

import pytest

from adjudicator.app.games import load_game, submit
from adjudicator.engine.ids import Colour
from tests.cli.conftest import ATTACKED, BEGUN, REVEALED, MakeGame, Run

B, Y = "blue", "yellow"

REFUSED = [
    (0, B, "LINE CL@b1 TH@d1 WI@g1 TR@j1", "BASE-SETUP-06", "LINE CL@b1 TH@d1 WI@g1 TR@i1"),
    (2, B, "SET CL R1", "BASE-", "SET "),
    (2, Y, "SET ro R1", "BASE-SETUP-", None),
    (BEGUN, B, "A5", "BASE-TURN-", "A2"),
    (BEGUN, B, "A2; TH d9", "BASE-MOVE-", "TH "),
    (BEGUN, B, "A2\nTH c1\nTH d9", "line 3, column 1", "TH "),
    (BEGUN, B, "A2; WA RV R3", "BASE-REVEAL-", "WA RV R"),
    (BEGUN, B, "A2; xx c5", "not understood, line 1, column 5", None),
    (BEGUN, B, "TH c1", "BASE-TURN-01", "A2"),
    (BEGUN, Y, "A2", "BASE-TURN-02", None),
    (REVEALED, B, "PUT y.GO@b4", "BASE-REVEAL-", "PUT y.GO@a6"),
    (REVEALED, B, "END", "BASE-REVEAL-11", "PUT y.GO@a6"),
    (ATTACKED, B, "CARD +9", "BASE-", "CARD +6"),
    (ATTACKED + 1, Y, "TR f22", "BASE-MOVE-", "TR h22; TR f22"),
    (ATTACKED + 1, Y, "GO c4", "BASE-", None),
]


@pytest.mark.parametrize(("messages", "seat", "orders", "reason", "instead"), REFUSED)
def test_refused(
    run: Run,
    make_game: MakeGame,
    messages: int,
    seat: str,
    orders: str,
    reason: str,
    instead: str | None,
) -> None:
    file = make_game(messages)
    before = file.read_bytes()
    result = run("submit", file, "--as", seat, orders)
    assert result.exit_code == 2
    assert "nothing was played" in result.stderr
    assert reason in result.stdout
    if instead is not None:
        assert f"instead: {instead}" in result.stdout
    assert file.read_bytes() == before
    assert run("try", file, "--as", seat, orders).exit_code == 2


@pytest.mark.parametrize(("messages", "seat", "orders"), [case[:3] for case in REFUSED])
def test_what_is_offered_instead_is_legal(
    run: Run, make_game: MakeGame, messages: int, seat: str, orders: str
) -> None:
    file = make_game(messages)
    game = load_game(file.read_text())
    text = run("submit", file, "--as", seat, orders).stdout
    legal = [v.order.text for v in submit(game, Colour(seat), orders).verdicts if v.played]
    for line in _offered(text):
        outcome = submit(game, Colour(seat), "; ".join([*legal, line]))
        assert outcome.accepted, line


def _offered(text: str) -> list[str]:
    """The lines after ``instead:``."""
    lines = text.splitlines()
    first = next((n for n, line in enumerate(lines) if line.strip().startswith("instead:")), None)
    if first is None:
        return []
    more = [line for line in lines[first + 1 :] if line.startswith(" " * 15)]
    return [line.removeprefix("      instead:").strip() for line in [lines[first], *more]]


def test_a_refused_message_says_what_would_have_been_played(run: Run, make_game: MakeGame) -> None:
    result = run("submit", make_game(BEGUN), "--as", B, "A2; TH d9; END")
    assert "A2\n      would have been played" in result.stdout
    assert "END\n      held back" in result.stdout


def test_own_words_cannot_upset_the_terminal(run: Run, make_game: MakeGame) -> None:
    result = run("submit", make_game(BEGUN), "--as", B, "\x1b[2J \x07zz c5")
    assert result.exit_code == 2
    assert "\x1b" not in result.output and "\x07" not in result.output


# -- previews ---------------------------------------------------------------------------------


def test_try_writes_nothing(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    before = file.read_bytes()
    result = run("try", file, "--as", B, "A2; TH c1")
    assert result.exit_code == 0
    assert "The blue Thief (bTH) moves d1-c1." in result.stdout
    assert "bTH c1" in result.stdout
    assert file.read_bytes() == before


def test_try_does_not_uncover_a_room(run: Run, make_game: MakeGame) -> None:
    result = run("try", make_game(BEGUN), "--as", B, "A2; TH RV R1; END")
    assert result.exit_code == 0
    assert "TH RV R1 is legal; what it leads to is not known" in result.stdout
    assert "END\n      held back" in result.stdout
    assert "yGO" not in result.stdout and "1R" not in result.stdout


def test_try_does_not_turn_the_cards(run: Run, make_game: MakeGame) -> None:
    result = run("try", make_game(ATTACKED), "--as", B, "CARD +3")
    assert result.exit_code == 0
    assert "CARD +3 is legal" in result.stdout
    assert "wins" not in result.stdout and "+1 card" not in result.stdout


def test_try_does_not_show_the_end(run: Run, make_game: MakeGame) -> None:
    result = run("try", make_game(BEGUN), "--as", B, "RESIGN")
    assert result.exit_code == 0
    assert "Seed" not in result.stdout


@pytest.mark.parametrize("command", ["try", "submit"])
def test_no_combat_is_tried_out_by_a_message_that_fails_later(
    run: Run, make_game: MakeGame, command: str
) -> None:
    """Turning the cards is a halt: what follows cannot undo it, or tell how it would end."""
    result = run(command, make_game(ATTACKED), "--as", B, "CARD +3; nonsense")
    assert result.exit_code == 0
    assert "nonsense\n      held back" in result.stdout
