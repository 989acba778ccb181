"""Base set and Prison together by mail: opening a game, choosing teams, the defaults."""

from __future__ import annotations

import pytest

from adjudicator.engine.ids import Token
from adjudicator.engine.requests import Ask
from adjudicator.engine.state import Status
from adjudicator.storage import seats
from tests.app.mail.desk import ANNA, BEN, Desk, subjects, text_of
from tests.app.mail.test_prison_by_mail import deal_with, sit_down

BLUE_TEAM = "TEAM CL GO ME TH TR WW WA WI ar fw ro ro sw tz PAIRS 1 2 RESERVE 3 4"
YELLOW_TEAM = "TEAM BA BS CL CO ME NA TP WI bo fw ke ls ro ts PAIRS 1 38 RESERVE 39 40"


@pytest.mark.parametrize(
    ("words", "scenario"), [("mixed", "free"), ("mixed mutual", "mutual"), ("free", "free")]
)
def test_what_create_opens(desk: Desk, words: str, scenario: str) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, f"CREATE {words} blue")
    with desk.store.reading() as db:
        (opened,) = seats.open_proposals(db)
    assert (opened.set_name, opened.scenario) == ("mixed", scenario)


def test_free_choice(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are asked for a team; nobody reads anything of the other's choice."""
    deal_with(monkeypatch, "d")
    sit_down(desk, game="mixed free")
    asked = text_of(desk.letters(ANNA)[-1])
    assert "The game begins" in subjects(desk.letters(ANNA))[-1]
    assert "choose a team and pairs of rooms in secret" in asked
    assert "CO Colossus" in asked and "1 2 3 4 37 38 39 40" in asked and "RESERVE" in asked
    refused = desk.answer(ANNA, BLUE_TEAM.replace("TR", "WI"))
    assert "NATURE-SETUP-06" in text_of(refused[0])
    desk.answer(ANNA, BLUE_TEAM)
    desk.answer(BEN, YELLOW_TEAM)
    for who, own, other in ((ANNA, "1 2", "38 39"), (BEN, "38 39", "1 2")):
        letters = [text_of(letter) for letter in desk.letters(who)]
        assert f"Pairs of rooms brought in: {own}" in letters[-1].replace("\n  ", " ")
        assert not any(f"brought in: {other}" in letter for letter in letters)
    told = "\n".join(text_of(letter) for letter in desk.letters(BEN))
    assert "GO, ME, TH" not in told
    assert {request.ask for request in desk.here().state.pending} == {Ask.LINE_UP}


def test_mutual_choice(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pick by pick; whoever is next gets the list of what is left."""
    deal_with(monkeypatch, "case")
    sit_down(desk, game="mixed mutual")
    desk.answer(ANNA, "PICK 37")
    assert "Set-up: your pick" in subjects(desk.letters(BEN))[-1]
    asked = text_of(desk.letters(BEN)[-1])
    assert "Blue picks the pair of rooms 37" in asked and "pair 38" in asked
    refused = desk.answer(BEN, "PICK 37")
    assert "already picked" in text_of(refused[0])
    desk.answer(BEN, "PICK 1")
    assert desk.here().state.picked == ("37", "1")


def test_the_house_chooses_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_with(monkeypatch, "case")
    desk.register(ANNA, "Anna")
    desk.write(ANNA, "CREATE mixed mutual blue house")
    desk.answer(ANNA, "PICK 37")
    assert len(desk.here().state.picked) == 2


def test_in_french_and_german(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_with(monkeypatch, "d")
    sit_down(desk, languages=("fr", "de"), game="mixed free")
    french, german = ("".join(map(text_of, desk.letters(who))) for who in (ANNA, BEN))
    assert "CO Colosse" in french and "To choose from" not in french
    assert "CO Koloss" in german and "To choose from" not in german


def test_standing_orders_hold_for_the_chosen_team(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whom one has not chosen is passed over, in a handicap and in the starting team."""
    deal_with(monkeypatch, "d")
    sit_down(desk, game="mixed free handicap.b=7")
    desk.answer(ANNA, "STANDING\nOUT CO TR\nLINE BA CL GO NA ME TH")
    desk.answer(BEN, YELLOW_TEAM)
    desk.answer(ANNA, BLUE_TEAM)
    pieces = desk.here().state.pieces
    assert pieces[Token("bTR")].status is Status.LEFT_OUT
    lined_up = {p.token for p in pieces.values() if p.status is Status.LINED_UP}
    assert lined_up == {"bCL", "bGO", "bME", "bTH"}


def test_a_team_and_picks_in_advance(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two lists of what they like, and the teams are complete without another mail."""
    deal_with(monkeypatch, "case")
    sit_down(desk, game="mixed mutual")
    lists = (
        "PICK 37 38 39 40 1\nPICK CO BA TP NA BS CL GO TH WI\nPICK ro ro fw ke ls ar sp\nLINE CO"
    )
    desk.answer(BEN, f"STANDING\n{lists}\nEND auto")
    (receipt, *_) = desk.answer(ANNA, f"STANDING\n{lists}")
    assert "used at once: PICK 37; PICK 39; PICK CO" in text_of(receipt)
    assert desk.here().state.picked == (
        "37", "38", "39", "40", "CO", "BA", "TP", "NA", "BS", "CL", "GO", "TH",
        "ro", "ro", "fw", "ke", "ls", "ar",
    )  # fmt: skip
    assert "1. LINE CO How" in text_of(receipt), "the PICK lines have done their work"
    (board,) = desk.answer(BEN, "STANDING")
    assert "1. LINE CO 2. END auto How" in text_of(board)
    (late,) = desk.answer(BEN, "STANDING\nPICK CO")
    assert "PICK CO Refused Too late" in text_of(late)


def test_a_pick_that_is_not_listed_is_asked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_with(monkeypatch, "case")
    sit_down(desk, game="mixed mutual")
    desk.answer(BEN, "STANDING\nPICK 37 38")
    desk.answer(ANNA, "PICK 37")
    assert desk.here().state.picked == ("37", "38")
    desk.answer(ANNA, "PICK 1")
    assert desk.here().state.picked == ("37", "38", "1")
    assert "Set-up: your pick" in subjects(desk.letters(BEN))[-1]


def test_a_sealed_team_in_advance(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is sealed like any other: only its owner reads of it."""
    deal_with(monkeypatch, "d")
    sit_down(desk, game="mixed free")
    (receipt,) = desk.answer(ANNA, f"STANDING\n{BLUE_TEAM.replace('RESERVE ', '')}")
    assert f"used at once: {BLUE_TEAM}" in text_of(receipt)
    assert desk.here().state.pending[0].sealed
    desk.answer(BEN, YELLOW_TEAM)
    assert all("ro ro sw tz" not in text_of(letter) for letter in desk.letters(BEN))
