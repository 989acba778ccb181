"""Prison by mail: choosing a scenario, the draw for the colours, mind control, a whole game."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.app.desk import moderation
from adjudicator.app.desk.herald import Herald
from adjudicator.app.post.commands import join
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask
from adjudicator.notation.standing import read_line, write_line
from adjudicator.notation.words import Unreadable
from adjudicator.sets.load import load_ruleset
from adjudicator.storage import seats
from tests.app.mail.desk import ANNA, BEN, HOUR, LONGEST, Desk, subjects, text_of
from tests.databases import new_database

CARLA = "carla@example.net"
HERE = Path(__file__).parent
GAMES, GOLDEN = HERE / "games", HERE / "golden"
SECRET = re.compile(r"[0-9a-f]{32,}")
"""Fingerprints and salts: another one in each game."""
ALL_BUT_ONE = "+0 +2 +2 +3 +3 +4 +5 +6"


def deal_with(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Let the next game be dealt from this seed."""
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: seed))


def read_script(name: str) -> tuple[str, list[tuple[Colour, str]]]:
    """The seed of a game, and who writes what."""
    lines = (GAMES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    seed, *messages = (line for line in lines if not line.startswith("#"))
    pairs = (line.split(": ", 1) for line in messages)
    return seed, [(Colour(by), orders) for by, orders in pairs]


def sit_down(desk: Desk, *, languages: tuple[str, str] = ("en", "en"), game: str) -> None:
    """Anna opens a game, Ben joins it."""
    for who, name, language in ((ANNA, "Anna", languages[0]), (BEN, "Ben", languages[1])):
        desk.register(who, name)
        if language != "en":
            desk.write(who, f"LANGUAGE {language}")
    desk.write(ANNA, f"CREATE {game} blue")
    desk.write(BEN, "JOIN 1")


def play(desk: Desk, messages: list[tuple[Colour, str]]) -> None:
    for by, orders in messages:
        desk.later(HOUR)
        desk.answer(ANNA if by is Colour.BLUE else BEN, orders)


# -- choosing a game --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("prison 3 blue days=2", ("prison", "3", "target=2 memory=own", "days=2")),
        ("prison", ("prison", "5", "target=5 memory=own", "")),
        ("4", ("prison", "4", "target=4 memory=own", "")),
        ("Prison scenario 5 target=6", ("prison", "5", "target=6 memory=own", "")),
        ("prison 1 rope_anchors=2", ("prison", "1", "target=2 memory=own rope_anchors=2", "")),
        ("standard", ("base", "standard", "target=5 memory=own", "")),
        ("base beginner", ("base", "beginner", "target=5 memory=own", "")),
        ("yellow", ("base", "standard", "target=5 memory=own", "")),
    ],
)
def test_what_create_opens(desk: Desk, words: str, game: tuple[str, ...]) -> None:
    desk.register(ANNA, "Anna")
    desk.write(ANNA, f"CREATE {words}")
    with desk.store.reading() as db:
        (opened,) = seats.open_proposals(db)
    assert (opened.set_name, opened.scenario, opened.options, opened.terms) == game


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("prison 6", "There is no scenario prison 6; known are 1, 2, 3, 4, 5."),
        ("base 3", "There is no scenario base 3; known are beginner, standard."),
        ("prision", "CREATE does not know the word prision. It knows sets and scenarios (base"),
        ("prison 3 4", "Only one scenario can be played, not 3 and 4."),
        ("prison base", "Only one scenario can be played, not prison and base."),
        ("prison red", "Nobody plays red in this game; the colours are blue, yellow."),
        ("prison 3 target=9", "The goal of this scenario is fixed"),
        ("prison 3 handicap.b=4", "(PRISON-OPTION-05)"),
        ("prison 5 rope_anchors=1", "A rope needs 0 or 2 squares to be fastened, not 1"),
        ("standard rope_anchors=0", "A rope needs 2 squares to be fastened, not 0"),
    ],
)
def test_what_create_refuses(desk: Desk, words: str, why: str) -> None:
    desk.register(ANNA, "Anna")
    (receipt,) = desk.write(ANNA, f"CREATE {words}")
    assert why in text_of(receipt)
    with desk.store.reading() as db:
        assert not seats.open_proposals(db)


def test_lists_name_set_and_scenario(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    desk.write(ANNA, "CREATE prison 4")
    desk.write(ANNA, "CREATE beginner")
    (listed,) = desk.write(BEN, "LIST")
    assert "Prison, scenario 4 (four points)" in text_of(listed)
    assert "base set, beginner's game" in text_of(listed)
    opened = desk.write(BEN, "JOIN 1")[0]
    assert "Game: Dungeon Twister: Prison, scenario 4 (four points)" in text_of(opened)
    assert "The first to have 4 points wins at once." in text_of(opened)
    (status,) = desk.write(ANNA, "STATUS")
    assert "Prison, scenario 4 (four points)" in text_of(status)


# -- the draw for the colours -----------------------------------------------------------------


@pytest.mark.parametrize(("seed", "blue"), [("a", "Anna"), ("d", "Ben")])
def test_the_draw_decides_who_plays_the_colossus(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, seed: str, blue: str
) -> None:
    deal_with(monkeypatch, seed)
    desk.register(ANNA, "Anna")
    desk.register(BEN, "Ben")
    (receipt,) = desk.write(ANNA, "CREATE prison 2 yellow")
    assert "A draw decides the colours when the game begins." in text_of(receipt)
    assert "You play" not in text_of(receipt)
    (listed,) = desk.write(BEN, "LIST")
    assert "Anna and one seat still free" in text_of(listed)
    assert "A draw decides the colours" in text_of(listed)
    letters = desk.write(BEN, "JOIN 1 yellow")
    with desk.store.reading() as db:
        sitting = {seat.colour: seat.player.name for seat in seats.seated(db, 1)}
    assert sitting == {"blue": blue, "yellow": "Ben" if blue == "Anna" else "Anna"}
    first = [text_of(m) for m in letters if "The game begins" in m["Subject"]]
    assert len(first) == 2, "also who is not asked yet is told his colour"
    for text in first:
        assert "A draw has decided who plays which colour" in text
        assert "Yellow wins when the yellow Colossus has left the labyrinth unwounded." in text
        assert "Blue wins when the yellow Colossus is eliminated." in text


def test_the_later_one_sees_which_dots_are_taken(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_with(monkeypatch, "a")
    sit_down(desk, game="prison 2")
    letters = desk.answer(ANNA, "LINE CL@b1 NA@d1 BS@i1")
    his = next(text_of(m) for m in letters if BEN in m["To"])
    assert "dots taken: b1 d1 i1" in his
    assert "bCL" not in his and "LINE CO@b12 ME@d12" in his


# -- mind control -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A post office in which Ben's Telepath has attacked Anna's Cleric; Carla watches."""
    path = Path(new_database(tmp_path_factory.mktemp("telepath") / "games.db"))
    store = Store.open(str(path))
    desk = Desk(store)
    seed, messages = read_script("telepath")
    with pytest.MonkeyPatch.context() as patch:
        deal_with(patch, seed)
        sit_down(desk, game="prison 4")
    desk.register(CARLA, "Carla")
    desk.write(CARLA, "OBSERVE 1")
    play(desk, messages)
    store.close()
    return path


@pytest.fixture
def announcing(attacked: Path, tmp_path: Path) -> Iterator[Desk]:
    """Ben may name a card."""
    store = Store.open(str(shutil.copy(attacked, tmp_path / "games.db")))
    yield Desk(store, first=1000)
    store.close()


def board(desk: Desk, who: str) -> str:
    (letter,) = desk.write(who, "BOARD 1")
    return text_of(letter)


def history(desk: Desk, who: str) -> str:
    (letter,) = desk.write(who, "HISTORY 1")
    return text_of(letter)


def asked(desk: Desk) -> list[tuple[Colour, Ask]]:
    return [(r.who, r.ask) for r in desk.here().state.pending if not r.sealed]


def test_who_may_name_a_card_is_asked_with_both_sums(announcing: Desk) -> None:
    letter = announcing.letters(BEN)[-1]
    assert "Name a Combat card: turn 7" in letter["Subject"]
    text = text_of(letter)
    assert "0 Telepath = 0" in text and "2 Cleric = 2" in text
    assert "MIND NO MIND +1 MIND +2 MIND +3 MIND +4 MIND +5 MIND +6" in text
    assert "If your opponent holds the card you name, he must play it" in text
    assert "If he does not hold it, you see his Combat cards once. HELP MIND tells more." in text
    assert "If no answer comes in time: no card is named." in text
    assert "The game waits for Yellow: name a Combat card, or none." in board(announcing, ANNA)


def test_a_card_that_is_held_lies_open(announcing: Desk) -> None:
    (receipt,) = announcing.answer(BEN, "MIND +1")
    assert "Yellow names the +1. Blue has that card and must play it." in text_of(receipt)
    assert asked(announcing) == [(Colour.YELLOW, Ask.COMBAT_CARD)]
    assert "Your card is the +1: it was named, and you need do nothing." in board(announcing, ANNA)
    assert "Blue must play the +1: it was named." in board(announcing, BEN)
    assert "Blue must play the +1: it was named." in board(announcing, CARLA)
    refused = text_of(announcing.answer(ANNA, "CARD +6")[-1])
    assert "Your card in this combat was named by your opponent" in refused
    letters = announcing.answer(BEN, "CARD +3")
    assert "The combat is a tie." in text_of(letters[0])


def test_a_card_that_is_not_held_shows_the_hand_to_one_player_once(announcing: Desk) -> None:
    announcing.answer(BEN, "MIND +1")
    announcing.answer(BEN, "CARD +3")
    announcing.answer(BEN, "TP x b.CL")
    before = len(announcing.letters())
    letters = announcing.answer(BEN, "MIND +1")
    mine = next(text_of(m) for m in letters if BEN in m["To"])
    shown = f"Blue does not have that card and shows his Combat cards to Yellow: {ALL_BUT_ONE}."
    assert shown in mine
    assert sorted(asked(announcing)) == [
        (Colour.BLUE, Ask.COMBAT_CARD),
        (Colour.YELLOW, Ask.COMBAT_CARD),
    ]
    for who in (BEN, CARLA):
        for text in (board(announcing, who), history(announcing, who)):
            assert ALL_BUT_ONE not in text
    assert "shows his Combat cards to Yellow." in history(announcing, BEN)
    announcing.answer(ANNA, "CARD +0")
    announcing.answer(BEN, "CARD +2")
    announcing.answer(BEN, "END")
    later = announcing.letters()[before + len(letters) :]
    others = [text_of(m) for m in later if ANNA not in m["To"]]
    assert others and not any(ALL_BUT_ONE in text for text in others)
    assert "names the +1" in text_of(announcing.letters(CARLA)[-1])
    assert announcing.is_genuine()


def test_a_hand_is_not_shown_again_when_the_log_is_restored(announcing: Desk) -> None:
    announcing.answer(BEN, "MIND +1")
    announcing.answer(BEN, "CARD +3")
    announcing.answer(BEN, "TP x b.CL")
    before = announcing.here().head.number
    announcing.answer(BEN, "MIND +1")
    shown = announcing.here().head.number
    sent = len(announcing.letters())
    moderation.rewind(announcing.store, 1, before, warrant(announcing))
    moderation.restore(announcing.store, 1, shown, warrant(announcing))
    texts = [text_of(m) for m in announcing.letters()[sent:] if BEN in m["To"]]
    assert "shows his Combat cards to Yellow." in texts[-1]
    assert not any(ALL_BUT_ONE in text for text in texts)


def warrant(desk: Desk) -> moderation.Warrant:
    return moderation.Warrant("Mona", desk.now, "a test", None, Herald(desk.sender))


def test_strict_memory_is_not_helped_by_history(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what one has hidden (PRISON-SETUP-12) nor played cards are told again."""
    seed, messages = read_script("telepath")
    deal_with(monkeypatch, seed)
    sit_down(desk, game="prison 4 memory=strict")
    play(desk, messages)
    desk.answer(BEN, "MIND NO")
    desk.answer(BEN, "CARD +3")
    (fought,) = (text_of(m) for m in desk.answer(ANNA, "CARD +4") if ANNA in m["To"])
    assert "+3 card" in fought
    told = history(desk, ANNA)
    assert "Blue hid a blue token in R4." in told and "wins the combat" in told
    assert "blue token in R4:" not in told
    assert "card =" not in told and "Action card" not in told.split("Your")[0]


# -- Combat cards that do not come in time ------------------------------------------------------


def test_a_late_card_waits_while_the_other_may_still_choose(announcing: Desk) -> None:
    """Its default is known: whoever heard that time was up could lay his own card against it."""
    announcing.answer(BEN, "MIND NO")
    announcing.answer(ANNA, "ABSENCE 2026-03-04 TO 2026-03-10")
    announcing.later(LONGEST + HOUR)
    sent = len(announcing.letters())
    assert announcing.time_out() == 0
    assert announcing.letters()[sent:] == []
    announcing.answer(ANNA, "CARD +0")
    assert asked(announcing) == [(Colour.YELLOW, Ask.COMBAT_CARD)]
    assert announcing.time_out() == 1
    hers = text_of(announcing.letters(ANNA)[-1])
    assert "The deadline of Yellow has passed" in hers
    assert "Yellow: 0 Telepath = 0; +0 card (by default) = 0" in hers
    assert announcing.is_genuine()


def test_two_late_cards_are_laid_together(announcing: Desk) -> None:
    announcing.answer(BEN, "MIND NO")
    announcing.later(LONGEST + HOUR)
    assert announcing.time_out() == 2
    hers = text_of(announcing.letters(ANNA)[-1])
    assert "Yellow: 0 Telepath = 0; +0 card (by default) = 0" in hers
    assert "Blue: 2 Cleric = 2; +0 card (by default) = 2" in hers


def test_a_card_laid_by_a_moderator_does_not_tell_which(announcing: Desk) -> None:
    """Whether he let the time run out or chose a card, the others get the same letter."""
    announcing.answer(BEN, "MIND NO")
    number = next(r.number for r in announcing.here().state.pending if r.who is Colour.YELLOW)
    sent = len(announcing.letters())
    order = f"TIMEOUT {number}"
    moderation.play_for(announcing.store, 1, None, order, warrant(announcing))
    letters = {str(m["To"]): text_of(m) for m in announcing.letters()[sent:]}
    for who, text in letters.items():
        if BEN not in who:
            assert "referee" not in text.split("An honest deal")[0].replace("the referee sees", "")
            assert "deadline" not in text.lower().split("please answer")[0]
    assert any(ANNA in who for who in letters)


def test_naming_no_card(announcing: Desk) -> None:
    letters = announcing.answer(BEN, "MIND NO")
    assert "Yellow names no card." in text_of(letters[0])
    assert len(asked(announcing)) == 2
    his = next(m for m in letters if ANNA in m["To"])
    assert "Seal a Combat card" in his["Subject"] and "Yellow names no card." in text_of(his)


@pytest.mark.parametrize("order", ["MIND +0", "MIND +7", "CARD +3"])
def test_what_cannot_be_named(announcing: Desk, order: str) -> None:
    (receipt,) = announcing.answer(BEN, order)
    assert "MIND +1" in text_of(receipt) and "Refused" in receipt["Subject"]
    assert asked(announcing) == [(Colour.YELLOW, Ask.NAME_CARD)]


# -- standing orders --------------------------------------------------------------------------


def test_a_card_is_named_by_circumstance(announcing: Desk) -> None:
    letters = announcing.answer(
        BEN, "STANDING\nMIND else: NO\nMIND attack on CL sum<=2: +1\nMIND vs CO: +5"
    )
    text = " ".join(map(text_of, letters))
    assert "used at once: MIND +1" in text
    assert "1. MIND attack on CL sum<=2: +1 2. MIND vs CO: +5 3. MIND else: NO" in text
    assert asked(announcing) == [(Colour.YELLOW, Ask.COMBAT_CARD)]
    assert "MIND" not in board(announcing, ANNA)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mind if defending vs colossus then 5", "MIND defence vs CO: +5"),
        ("MIND otherwise: no", "MIND else: NO"),
        ("Mind sum => 2, wounded: +6", "MIND sum>=2 wounded: +6"),
    ],
)
def test_mind_lines_have_one_form(text: str, line: str) -> None:
    rules = load_ruleset("prison", "4")
    read = read_line(text, rules, Colour.BLUE)
    assert not isinstance(read, Unreadable) and write_line(read, Colour.BLUE) == line
    assert read_line(line, rules, Colour.BLUE) == read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("MIND else", "expected a Combat card or NO, like MIND else: +6"),
        ("MIND vs CO: +0", "the +0 cannot be named"),
        ("MIND else: +5 +4", "nothing more is expected here"),
        ("MIND vs GO: +5", "'GO' is no character or object of this game"),
    ],
)
def test_mind_lines_that_are_not_read(text: str, why: str) -> None:
    read = read_line(text, load_ruleset("prison", "4"), Colour.BLUE)
    assert isinstance(read, Unreadable) and read.why == why


def test_nobody_names_cards_without_a_telepath(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    deal_with(monkeypatch, "a")
    sit_down(desk, game="prison 3")
    (receipt,) = desk.answer(ANNA, "STANDING\nMIND else: +6")
    assert "Nobody of yours can name a card in this game" in text_of(receipt)


# -- a whole game -----------------------------------------------------------------------------


def written(desk: Desk) -> Iterator[tuple[str, str]]:
    """Every letter about the game with a name of its own, secrets taken out."""
    about = [m for m in desk.letters() if m["Subject"].startswith("[DT 1]")]
    for number, mail in enumerate(about, start=1):
        to = parseaddr(str(mail["To"]))[1].partition("@")[0]
        yield f"{number:03}-{to}.txt", _page(mail)


def _page(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    text = f"Subject: {mail['Subject']}\n\n{body.get_content()}"
    return SECRET.sub("<secret>", text.replace("\r\n", "\n"))


def compare(found: dict[str, str], folder: Path) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for name, text in found.items():
            (folder / name).write_text(text, encoding="utf-8")
    kept = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.txt")}
    assert sorted(found) == sorted(kept)
    for name, text in found.items():
        assert text == kept[name], name


def test_a_game_to_the_death(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 3 from its first letter to its last; to accept new texts: UPDATE_GOLDEN=1."""
    seed, messages = read_script("to-the-death")
    deal_with(monkeypatch, seed)
    sit_down(desk, game="prison 3")
    play(desk, messages)
    letters = dict(written(desk))
    assert not any("the game ends with this turn" in text for text in letters.values())
    assert subjects(desk.letters())[-1].startswith("ben@example.net: [DT 1] The game is over")
    assert desk.is_genuine()
    compare(letters, GOLDEN / "prison-3")


def test_its_first_and_last_letters_in_french_and_german(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed, messages = read_script("to-the-death")
    deal_with(monkeypatch, seed)
    sit_down(desk, languages=("fr", "de"), game="prison 3")
    play(desk, messages)
    letters = dict(written(desk))
    ends = {
        who: [name for name in letters if name.endswith(f"{who}.txt")] for who in ("anna", "ben")
    }
    chosen = [name for names in ends.values() for name in (names[0], names[-1])]
    compare({name: letters[name] for name in chosen}, GOLDEN / "prison-3-fr-de")
