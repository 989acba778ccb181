"""Letters: golden ones in three languages, the rules all of them keep, and no secret in any.

``UPDATE_GOLDEN=1`` writes the golden letters anew; read the difference before keeping it.
"""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.games import judge
from adjudicator.app.suggestions import suggestions
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.state import State
from adjudicator.engine.telling import tell
from adjudicator.render import letter_kinds as k
from adjudicator.render.help_pages import COMMANDS, PAGES
from adjudicator.render.language import CODES, language
from adjudicator.render.letter import TEMPLATES, Written, write_letter
from adjudicator.render.letter_kinds import Letter
from adjudicator.render.notes import NOTES, note_text
from adjudicator.render.templates import template_folder, template_text
from adjudicator.render.text import WIDEST
from tests.properties.other_world import other_world
from tests.properties.test_secrets import messages, uncovers
from tests.render.letters import (
    DEADLINE,
    PARIS,
    TABLE,
    letters,
    lines_read,
    seen,
    situation,
    state_after,
    written,
)
from tests.strategies import chances, examples, game, states

GOLDEN = Path(__file__).with_name("golden") / "mails"
IN_HTML = ("position-turn", "receipt-refused")
"""Golden HTML in all languages; of the others in English only, the words are those of the text."""

VOID = {"meta", "img", "br", "hr"}
NAMES = sorted(letters())


def every_letter() -> list[tuple[str, str, Written]]:
    return [(name, code, written(name, code)) for name in NAMES for code in CODES]


# -- golden letters ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str, code: str) -> None:
    letter = written(name, code)
    compare(GOLDEN / code / f"{name}.txt", f"Subject: {letter.subject}\n\n{letter.text}")
    if code == "en" or name in IN_HTML:
        compare(GOLDEN / code / f"{name}.html", without_style(letter.html))


def compare(file: Path, text: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def without_style(html: str) -> str:
    return re.sub(r"<style>.*</style>", "<style></style>", html, flags=re.DOTALL)


def test_no_golden_letter_is_left_over() -> None:
    assert {file.stem for file in GOLDEN.rglob("*.*")} == set(NAMES)


def test_every_kind_of_letter_is_there() -> None:
    kinds = set(get_args(Letter))
    assert kinds == set(TEMPLATES) == {type(letter) for letter in letters().values()}
    files = {file.name for file in (template_folder() / "mail").glob("*.j2")}
    kits = {f"{name}.{medium}.j2" for name in ("kit", "layout") for medium in ("txt", "html")}
    assert files == {f"{name}.j2" for name in TEMPLATES.values()} | kits | {"parts.j2"}


# -- rules for all letters --------------------------------------------------------------------


def test_texts_fit_and_are_tidy() -> None:
    for name, code, letter in every_letter():
        lines = letter.text.splitlines()
        assert max(map(len, lines)) <= WIDEST, (name, code)
        assert all(line == line.rstrip() for line in lines), (name, code)
        assert "\n\n\n" not in letter.text and letter.text.endswith("\n")
        assert all(sign.isprintable() or sign == "\n" for sign in letter.text.replace("\xa0", " "))
        assert not re.search(r"\{|None(?! ?\.)", letter.text), (name, code)


def test_english_texts_are_ascii() -> None:
    assert all(written(name, "en").text.isascii() for name in NAMES)


def test_subjects_are_one_short_line() -> None:
    for name, code, letter in every_letter():
        assert re.match(r"\[DT( \d+)?\] \S", letter.subject), (name, code)
        assert len(letter.subject) <= 70 and "\n" not in letter.subject
        assert "\N{NO-BREAK SPACE}" not in letter.subject


def test_the_subject_says_what_is_wanted() -> None:
    subjects = {name: written(name, "en").subject for name in NAMES}
    assert subjects["position-turn"] == "[DT 7] Your move: turn 8 (Blue)"
    assert subjects["position-card"] == "[DT 7] Seal a Combat card: turn 15 (Blue)"
    assert subjects["position-observer"] == "[DT 7] Turn 9: Yellow (observer)"
    assert subjects["receipt-refused"] == "[DT 7] Refused, please look again (Blue)"
    assert subjects["reminder"] == "[DT 7] Reminder. Your move: turn 8 (Blue)"
    assert written("position-turn", "de").subject == "[DT 7] Sie sind dran: Zug 8 (Blau)"


class Page(HTMLParser):
    """Checks that elements are closed, and gathers what matters for readers."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_pages_are_sound_and_need_nothing_from_elsewhere() -> None:
    for name, code, letter in every_letter():
        page = Page(letter.html)
        headings = [tag for tag, _ in page.tags if re.fullmatch(r"h\d", tag)]
        assert headings[0] == "h1" and headings.count("h1") == 1, (name, code)
        assert set(headings) <= {"h1", "h2"}
        assert not {"a", "link", "script", "form", "iframe"} & {tag for tag, _ in page.tags}
        assert not re.search(r"https?:|url\(|javascript:", letter.html), (name, code)
        assert ("html", {"lang": code}) in page.tags
        pictures = [attributes for tag, attributes in page.tags if tag == "img"]
        assert len(pictures) == (letter.picture_svg is not None)
        for picture in pictures:
            assert picture["src"] == "cid:board" and picture["alt"] == letter.picture_alt
        assert len(letter.html) < 60_000, "some mail programs cut longer ones"


def test_both_parts_say_the_same() -> None:
    """Every word of the text is in the HTML, but for the lines under headings."""
    for name, code, letter in every_letter():
        page = " ".join(Page(letter.html).words.replace("\xa0", " ").split())
        for word in re.findall(r"\w[\w'|@+-]*", letter.text.replace("\xa0", " ")):
            assert word in page, (name, code, word)


def test_dark_mode_is_explicit() -> None:
    css = template_text("mail/letter.css")
    light, dark = css.split("@media (prefers-color-scheme: dark)")
    assert "color-scheme" in written("position-turn", "en").html
    for rule in re.findall(r"\{([^{}]*)\}", light):
        if "background-color" in rule:
            assert re.search(r"(?<!-)color:", rule), "a background without a colour for its text"
    declarations = re.findall(r"[a-z-]+: [^;]+;", dark)
    assert declarations and all("!important" in text for text in declarations)


def test_a_letter_is_always_written_alike() -> None:
    letter = letters()["position-turn"]
    assert write_letter(letter, language("fr"), PARIS) == written("position-turn", "fr")


# -- what people write ------------------------------------------------------------------------

EVIL = '<script>alert("x")</script> {{ 7*7 }} {who} %s \x00\x1b[31m\u202e'


def evil_letters() -> list[Letter]:
    table = replace(TABLE, sitters=(k.Sitter(Colour.BLUE, EVIL), k.Sitter(Colour.YELLOW, EVIL)))
    press = (k.Press(Colour.YELLOW, f"{EVIL}\n{'x' * 500}\n\n  {EVIL}"),)
    line = k.LineRead(EVIL + "y" * 300, k.Fate.UNREADABLE, why=EVIL, column=3, meant=EVIL)
    return [
        k.Position(table, situation(36, Colour.BLUE, press=press)),
        k.Receipt(table, (line,), (), situation(36, Colour.BLUE)),
        k.Receipt(None, (line, k.LineRead(EVIL, k.Fate.REFUSED, note=k.Note(EVIL)))),
        k.Stale(table, (EVIL,), (), situation(36, Colour.BLUE)),
        k.DisputeOpened(table, 3, Colour.YELLOW, EVIL),
        k.Ruling(table, EVIL, EVIL, situation(36, Colour.BLUE)),
        k.Confirm(EVIL, EVIL),
        k.Welcome(EVIL, "UTC"),
        k.Help((EVIL,)),
        k.NotRead(EVIL, k.Note("too large")),
        k.BounceNotice(EVIL, EVIL, EVIL),
        k.QuarantineNotice(1, EVIL, EVIL, EVIL, DEADLINE),
    ]


@pytest.mark.parametrize("code", CODES)
def test_what_others_write_stays_text(code: str) -> None:
    for letter in evil_letters():
        paper = write_letter(letter, language(code), PARIS)
        page = Page(paper.html)
        assert "script" not in {tag for tag, _ in page.tags}
        for text in (paper.subject, paper.text, page.words):
            assert "\x00" not in text and "\x1b" not in text and "\u202e" not in text
            assert "49" not in text.split("alert")[0]
        assert max(map(len, paper.text.splitlines())) <= WIDEST
        assert "\n" not in paper.subject and len(paper.subject) <= 120


# -- notes and help ---------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_every_note_can_be_written(code: str) -> None:
    for key, message in NOTES.items():
        values = {
            name: Colour.BLUE if name == "who" else 3 for name in re.findall(r"{(\w+)}", message)
        }
        text = note_text(k.Note(key, values), language(code), PARIS)
        assert text.endswith(".") and "{" not in text


@pytest.mark.parametrize("code", CODES)
def test_every_help_page_can_be_written(code: str) -> None:
    for page in PAGES:
        paper = write_letter(k.Help((page.topic.lower(),)), language(code), PARIS)
        assert page.topic in paper.subject and page.usage[0] in paper.text
        assert max(map(len, paper.text.splitlines())) <= WIDEST
    overview = write_letter(k.Help(), language(code), PARIS).text
    assert all(f"HELP {page.topic}" in overview for page in PAGES)


def test_every_command_has_a_page() -> None:
    wanted = (
        "REGISTER ADDRESS LIST CREATE JOIN OBSERVE STATUS BOARD HISTORY PREVIEW RETRACT STANDING"
        " PRESS ABSENCE DRAW CLAIM RESIGN DISPUTE HELP LANGUAGE"
    )
    assert [page.topic for page in COMMANDS] == wanted.split()


def test_example_orders_of_the_help_page_can_be_read() -> None:
    """The words of every order in the table are those of the notation."""
    from adjudicator.notation.orders import Unreadable, read_order

    page = next(page for page in PAGES if page.topic == "ORDERS")
    state = state_after(41)
    by = state.turn.active
    for row in page.rows:
        if row.line != "OK":
            assert not isinstance(read_order(row.line, state, by), Unreadable), row.line


# -- secrets ----------------------------------------------------------------------------------


def viewers() -> st.SearchStrategy[Viewer]:
    return st.sampled_from((Colour.BLUE, Colour.YELLOW, Role.OBSERVER))


def papers(state: State, viewer: Viewer) -> list[Written]:
    """All letters about a position, as one viewer gets them."""
    table = replace(TABLE, seat=viewer)
    now = seen(state, viewer)
    kinds = (
        k.Position(table, now),
        k.Board(table, now),
        k.Opened(table, now),
        k.Reminder(table, now),
        k.TimeOutNotice(table, Colour.YELLOW, (), now),
        k.Ruling(table, "Carla", "So be it.", now),
    )
    return [write_letter(letter, language("fr"), PARIS) for letter in kinds]


@examples(40)
@given(states(), viewers(), chances())
def test_letters_tell_nothing_that_is_hidden(
    state: State, viewer: Viewer, chance: random.Random
) -> None:
    """Two worlds that differ only in what the reader may not know give him the same letters."""
    other = other_world(state, viewer, chance).state
    assert papers(state, viewer) == papers(other, viewer)


@examples(40)
@given(states(), st.sampled_from((Colour.BLUE, Colour.YELLOW)), chances())
def test_receipts_tell_nothing_that_is_hidden(
    state: State, viewer: Colour, chance: random.Random
) -> None:
    other = other_world(state, viewer, chance).state
    for text in messages(state, viewer, chance):
        one, two = judge(state, viewer, text), judge(other, viewer, text)
        if uncovers(one.events) or uncovers(two.events):
            continue
        assert receipt(state, viewer, text) == receipt(other, viewer, text)


def receipt(state: State, viewer: Colour, text: str) -> Written:
    judged = judge(state, viewer, text)
    letter = k.Receipt(
        replace(TABLE, seat=viewer),
        lines_read(judged, viewer),
        tell(judged.before, judged.events, viewer),
        seen(judged.state, viewer),
    )
    return write_letter(letter, language("de"), PARIS)


def test_what_is_told_of_a_turn_is_for_the_reader() -> None:
    """The other player's letter about a sealed card does not name it."""
    blue = written("receipt-played", "en").text
    assert "Blue has sealed his Combat card: +3." in blue
    judged = judge(state_after(36), Colour.BLUE, "A2; CL x y.ME +3")
    facts = tell(judged.before, judged.events, Colour.YELLOW)
    table = replace(TABLE, seat=Colour.YELLOW)
    yellow = write_letter(k.Position(table, seen(judged.state, Colour.YELLOW), facts)).text
    assert "Blue has sealed his Combat card." in yellow and "card: +3" not in yellow


# -- ready-made lines -------------------------------------------------------------------------


def test_suggested_cards_and_answers_are_legal() -> None:
    for number in range(4):
        for turn in game(number)[::9]:
            for by in {request.who for request in turn.before.pending}:
                state = turn.before
                for line in suggestions(state, by).lines:
                    judged = judge(state, by, line)
                    if line.startswith(("A", "CARD", "DECLINE", "END")):
                        assert judged.accepted, (line, judged.verdicts)
                        continue
                    refusals = [verdict.refusal for verdict in judged.verdicts]
                    assert all(getattr(refusal, "rule", "") for refusal in refusals if refusal)


def test_lines_behind_an_action_card_follow_it() -> None:
    state = state_after(36)
    lines, afterwards = suggestions(state, Colour.BLUE)
    assert lines == ("A2",) and any(" x " in line for line in afterwards)
    assert "END" not in afterwards, "it would come back behind the attack"
    for line in afterwards:
        assert judge(state, Colour.BLUE, f"A2; {line}").accepted
    assert isinstance(
        play(state, Colour.BLUE, judge(state, Colour.BLUE, "A2").verdicts[0].decision), Played
    )  # type: ignore[arg-type]  # it was understood
