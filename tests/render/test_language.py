"""The languages: everything is translated, sentences are grammatical, English stays as it is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from string import Formatter
from zoneinfo import ZoneInfo

import pytest

from adjudicator.app.games import judge
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.requests import TERMS
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.render.board import legend
from adjudicator.render.grammar import GENDERS, Called
from adjudicator.render.language import CODES, ENGLISH, UnknownLanguage, language
from adjudicator.render.phrase_list import PHRASES
from adjudicator.render.phrases import fits, phrase
from adjudicator.render.report import report
from adjudicator.render.text import WIDEST, render_text
from adjudicator.sets.load import SETS, set_names
from tests.properties.test_secrets import messages as player_messages
from tests.render.catalogue import TRANSLATED, Message, messages, read_catalogue
from tests.render.engine_phrases import spoken
from tests.render.games import Passage
from tests.strategies import game

FORMS = {"fr": {"", "le", "du", "au", "e", "code"}, "de": {"", "der", "den", "dem", "code"}}
MADE_OF_PARTS = {
    "the {} {}",  # who is where: the parts are listed
    "there is a {}{} between {} and {}",  # a border with its state
    "Armor",
    "Sword",
}
"""Phrases of the engine that are put together, so that no single pattern looks like them."""


# -- catalogues -------------------------------------------------------------------------------


@cache
def translations(code: str) -> tuple[tuple[Message, str, str], ...]:
    """Every message with its English and its translated text, plurals one by one."""
    return tuple(_translations(code))


def _translations(code: str) -> Iterator[tuple[Message, str, str]]:
    catalogue = read_catalogue(code)
    for message in messages():
        found = catalogue.get(message.text, message.context)
        strings = found.string if found else ""
        texts = strings if isinstance(strings, tuple) else (strings,)
        for text in texts:
            yield message, message.plural or message.text, text


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_message_is_translated(code: str) -> None:
    """To add what is missing: python -m tests.render.catalogue, then translate."""
    missing = [message for message, _, text in translations(code) if not text]
    assert not missing


@pytest.mark.parametrize("code", TRANSLATED)
def test_catalogues_hold_nothing_else(code: str) -> None:
    catalogue = read_catalogue(code)
    wanted = {(message.text, message.context) for message in messages()}
    ids = [m.id[0] if isinstance(m.id, tuple) else m.id for m in catalogue]
    found = {(name, m.context) for name, m in zip(ids, catalogue, strict=True) if name}
    assert found <= wanted
    assert not any(m.fuzzy for m in catalogue if m.id) and not catalogue.obsolete


@pytest.mark.parametrize("code", TRANSLATED)
def test_placeholders_are_the_same(code: str) -> None:
    for message, english, text in translations(code):
        assert placeholders(text) - placeholders(english) == set(), message
        if "the_thing" not in placeholders(english):  # German says some of those otherwise
            assert placeholders(english) - placeholders(text) == set(), message


@pytest.mark.parametrize("code", TRANSLATED)
def test_spaces_and_ends_are_the_same(code: str) -> None:
    for message, english, text in translations(code):
        assert len(text) - len(text.lstrip(" ")) == len(english) - len(english.lstrip(" ")) or (
            english.strip() in (":", ";")
        ), message
        assert text.endswith(" ") == english.endswith(" "), message
        assert text.endswith(".") == english.endswith(".") or english.endswith("!"), message


@pytest.mark.parametrize("code", TRANSLATED)
def test_forms_of_pieces_are_known(code: str) -> None:
    for message, _, text in translations(code):
        for _, name, form, _ in Formatter().parse(text):
            if name is not None and form:
                assert form.lower() in FORMS[code], message


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_source_is_read() -> None:
    texts = {message.text for message in messages()}
    assert {
        "The {token} moves {path}.",
        "Your answer",
        "{n} point",
        "Takes a free seat in a game.",
    } <= texts
    assert len(texts) > 600


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownLanguage, match="there is no language 'it'; known: en, fr, de"):
        language("it")


# -- grammar ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_piece_has_a_gender(code: str) -> None:
    for set_name in SETS:
        for names in set_names(set_name).values():
            piece = language(code).piece(f"blue {names['en'][0]}")
            assert piece.gender in GENDERS[code] and piece.name == names[code][0]


def test_articles_and_endings() -> None:
    french, german = language("fr"), language("de")
    armor, thief, rope = "blue Armor", "yellow Thief", "white Rope"
    assert f"{french.piece(armor):le} {french.piece(thief):du}" == (
        "l'Armure bleue de la Voleuse jaune"
    )
    assert f"{french.piece(rope, 'wro'):Le}" == "La Corde blanche (wro)"
    assert (
        f"{german.piece(rope):Das}" if False else f"{german.piece(rope):Der}" == ("Das weiße Seil")
    )
    assert f"{german.piece(thief):dem} {german.piece(armor):den} {german.piece(rope)}" == (
        "der gelben Diebin die blaue Rüstung weißes Seil"
    )
    assert str(ENGLISH.piece(armor, "bar")) == "blue Armor (bar)"
    assert format(Called("fr", "blue", "Trésor", "m"), "e") == ""


def test_plurals() -> None:
    def points(code: str) -> list[str]:
        return [language(code).many("{n} point", "{n} points", n) for n in (0, 1, 2)]

    assert points("en") == ["0 points", "1 point", "2 points"]
    assert points("fr") == ["0 point", "1 point", "2 points"]
    assert points("de") == ["0 Punkte", "1 Punkt", "2 Punkte"]


@pytest.mark.parametrize(
    ("code", "zone", "text"),
    [
        ("en", "Europe/Paris", "Sunday 29 March 2026, 03:30 (Europe/Paris)"),
        ("fr", "Europe/Paris", "dimanche 29 mars 2026 à 03:30 (Europe/Paris)"),
        ("de", "Europe/Berlin", "Sonntag, 29. März 2026, 03:30 Uhr (Europe/Berlin)"),
        ("de", "America/New_York", "Samstag, 28. März 2026, 21:30 Uhr (America/New_York)"),
    ],
)
def test_times_are_those_of_the_reader(code: str, zone: str, text: str) -> None:
    at = datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # half an hour after the clocks change in Paris
    assert language(code).moment(at, ZoneInfo(zone)) == text


# -- what the engine says ---------------------------------------------------------------------


def test_every_phrase_of_the_engine_is_listed() -> None:
    listed = {re.sub(r"\{\w+\}", "{}", text) for text in PHRASES}
    missing = {text: place for text, place in spoken().items() if text not in listed}
    assert missing.keys() <= MADE_OF_PARTS, missing


def test_every_default_is_listed() -> None:
    assert all(fits(terms.default) for terms in TERMS.values())


def test_no_pattern_takes_the_place_of_another() -> None:
    """A phrase made of its own pattern is translated by that pattern."""
    samples = {
        "piece": "blue Warrior",
        "piece2": "yellow Fireball Wand",
        "pieces": "blue Warrior, yellow Rope",
        "colour": "blue",
        "kind": "Wall-Walker",
        "kind2": "Thief",
        "a_thing": "pit",
        "the_thing": "pit",
    }
    for message in PHRASES:
        values = {name: samples.get(name, "c4") for name in placeholders(message)}
        values |= {name: "closed" for name in values if name.startswith("portcullis")}
        values |= {"thing": "clockwise", "to_thing": "north", "tokens_thing": "objects"}
        values |= {"how_thing": "picked in turn: PICK"}
        text = phrase(message.format(**values), language("de"))
        assert text.lower() != message.format(**values).lower() or message == "{kind}", message


def test_refusals_in_play_are_translated() -> None:
    """Whatever somebody types in real positions: the answer is not left in English."""
    chance, seen = random.Random(7), set[str]()
    for number in range(4):
        for turn in chance.sample(list(game(number)), 25):
            for by in (Colour.BLUE, Colour.YELLOW):
                for text in player_messages(turn.before, by, chance):
                    for verdict in judge(turn.before, by, text).verdicts:
                        if verdict.refusal is not None:
                            assert fits(verdict.refusal.why), verdict.refusal
                            seen.add(re.sub(r"[a-j]\d+", "", verdict.refusal.why))
                            if isinstance(verdict.refusal, Refusal):
                                assert phrase(verdict.refusal.why, language("fr"))
    assert len(seen) > 60


@pytest.mark.parametrize(
    ("english", "french", "german"),
    [
        (
            "that is 14 squares; the blue Thief moves up to 5",
            "cela fait 14 cases\xa0; la Voleuse bleue se déplace de 5 au plus",
            "das sind 14 Felder; die blaue Diebin zieht bis zu 5",
        ),
        (
            "there is a closed portcullis between c4 and d4",
            "entre c4 et d4, il y a une herse fermée",
            "zwischen c4 und d4 steht ein geschlossenes Gitter",
        ),
        (
            "c7 is a pit; the yellow Wall-Walker cannot enter it",
            "c7 est une fosse\xa0; la Passe-Muraille jaune ne peut y entrer",
            "c7 ist eine Fallgrube; die gelbe Mauerläuferin kann nicht hinein",
        ),
        (
            "3 tokens would share c4 (blue Warrior, yellow Rope); two may",
            "3 pions partageraient c4 (Guerrier bleu, Corde jaune)\xa0; deux le peuvent",
            "3 Plättchen wären auf c4 (blauer Krieger, gelbes Seil); zwei dürfen es",
        ),
        ("wounded Troll", "Troll (blessure)", "Troll (verletzt)"),
        ("blue resigned", "Bleu a abandonné", "Blau hat aufgegeben"),
    ],
)
def test_phrases(english: str, french: str, german: str) -> None:
    said = english.replace("blue resigned", "Blue resigned")  # a player is called by his colour
    assert phrase(english, ENGLISH) == said
    assert phrase(english, language("fr")) == french
    assert phrase(english, language("de")) == german


# -- positions and reports --------------------------------------------------------------------

VIEWERS: tuple[Viewer, ...] = (Colour.BLUE, Role.OBSERVER, Role.MODERATOR)
ENGLISH_WORDS = re.compile(
    r"\b(The|the|and|Warrior|Thief|Wizard|Rope|Turn|turn|Blue|Yellow|hand)\b"
)


@pytest.mark.parametrize("code", TRANSLATED)
def test_positions_and_reports_of_games(code: str, passages: list[Passage]) -> None:
    say = language(code)
    for passage in passages[::5]:
        for viewer in VIEWERS:
            text = render_text(view(passage.after, viewer), language=say)
            assert max(map(len, text.splitlines())) <= WIDEST
            facts = tell(passage.before, passage.events, viewer)
            lines = report(facts, view(passage.before, viewer).names, say)
            for line in (text.replace("next to", ""), *lines):
                found = ENGLISH_WORDS.search(re.sub(r"\(.*\)", "", line))
                assert "{" not in line and (not found or found[0] in ("Hand", "hand")), line


def test_languages_report_the_same(passages: list[Passage]) -> None:
    """Codes, squares and numbers do not depend on the language, nor does the order of the lines."""
    for passage in passages[::7]:
        facts = tell(passage.before, passage.events, Colour.BLUE)
        names = view(passage.before, Colour.BLUE).names
        told = [report(facts, names, language(code)) for code in CODES]
        signs = [
            [sorted(re.findall(r"\b[a-z]?\d+\b|\b[by][A-Za-z]{2}\b", x)) for x in t] for t in told
        ]
        assert signs[0] == signs[1] == signs[2]


@pytest.mark.parametrize("code", CODES)
def test_the_legend_fits_and_names_no_piece(code: str) -> None:
    lines = legend(language(code))
    assert max(map(len, lines)) <= WIDEST
    pieces = [f"{c.letter}{p}" for c in (Colour.BLUE, Colour.YELLOW) for p in set_names("base")]
    assert not any(piece in line for piece in pieces for line in lines)
