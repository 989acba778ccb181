"""Letters: what a mail says, written out in the reader's language for a text and an HTML part.

``write_letter`` is pure: the same letter, language and zone give the same characters. Sending,
addresses and pictures as files are the business of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, NamedTuple

from markupsafe import Markup

from ..engine.seen import Fact
from . import letter_kinds as k
from .goals import game_words
from .help_pages import find_page, topics
from .language import ENGLISH, N_, Language
from .letter_kinds import Fate, GameLine, Letter, LineRead, Situation, Table
from .mail_templates import Medium, mail_templates, one_line, tidy, tied
from .notes import note_text
from .phrases import phrase
from .report import Names, report
from .scene import Pair, Scene, sitting
from .subjects import heading, subject, title
from .svg import draw_svg
from .templates import template_text


@dataclass(frozen=True, slots=True)
class Written:
    """A letter on paper. The HTML shows the picture, if there is one, as ``cid:board``."""

    subject: str
    text: str
    html: str
    picture_svg: str | None = None
    picture_alt: str = ""


TEMPLATES: Mapping[type, str] = {
    k.Position: "position",
    k.Receipt: "receipt",
    k.Preview: "preview",
    k.Stale: "stale",
    k.Opened: "opened",
    k.Reminder: "reminder",
    k.TimeOutNotice: "timed_out",
    k.Board: "board",
    k.History: "history",
    k.DisputeOpened: "dispute",
    k.Ruling: "ruling",
    k.Ended: "ended",
    k.Confirm: "confirm",
    k.Welcome: "welcome",
    k.Status: "status",
    k.Away: "away",
    k.GameList: "list",
    k.Help: "help",
    k.NotRead: "not_read",
    k.BounceNotice: "bounce",
    k.QuarantineNotice: "quarantine",
}


ABOVE = N_("Please answer above this line")
"""What the mark on top says: whatever stands below it when it comes back is quoted."""


def write_letter(
    letter: Letter,
    language: Language = ENGLISH,
    zone: tzinfo = UTC,
    pictured: bool = True,
    mark: str = "",
) -> Written:
    """The letter as its reader gets it, with a picture of the board if there is to be one."""
    writer = _Writer(letter, language, zone, mark)
    words = writer.words()
    scene = writer.scene
    return Written(
        subject=one_line(subject(letter, language)),
        text=tidy(writer.laid_out("txt", words)),
        html=writer.laid_out("html", words),
        picture_svg=draw_svg(scene.view, language=language) if scene and pictured else None,
        picture_alt=tied(scene.alt) if scene else "",
    )


class _Writer:
    """One letter on its way to paper."""

    def __init__(self, letter: Letter, language: Language, zone: tzinfo, mark: str) -> None:
        self.mark = mark
        self.letter = letter
        self.say = language
        self.zone = zone
        self.table: Table | None = getattr(letter, "table", None)
        self.facts: tuple[Fact, ...] = getattr(letter, "told", ())
        self.scene = self._scene(getattr(letter, "situation", None))

    def _scene(self, situation: Situation | None) -> Scene | None:
        if situation is None:
            return None
        sitters = self.table.sitters if self.table else ()
        return Scene(situation, self.say, self.zone, sitters, self.facts)

    def laid_out(self, medium: Medium, words: Mapping[str, object]) -> str:
        templates = mail_templates(medium, self.say.code)
        name = TEMPLATES[type(self.letter)]
        content = templates.get_template(f"mail/{name}.j2").render(words)
        if medium == "html":
            content = Markup(_without_gaps(content))  # escaped by its own template
        return templates.get_template(f"mail/layout.{medium}.j2").render(
            content=content,
            title=title(self.letter, self.say),
            heading=heading(self.letter, self.say),
            subject=subject(self.letter, self.say),
            language=self.say.code,
            mark=self.mark,
            style=Markup(template_text("mail/letter.css").strip()),  # our own file
        )

    # -- what the templates know --------------------------------------------------------------

    def words(self) -> dict[str, object]:
        """The letter, and in words what is in it."""
        known: dict[str, object] = {"letter": self.letter, "scene": self.scene, "told": []}
        if self.scene is not None:
            known["told"] = self._told(self.facts, self.scene.view.names)
        return known | dict(self._more())

    def _more(self) -> Iterator[tuple[str, object]]:
        """What only some letters have."""
        match self.letter:
            case k.Receipt(lines=lines, notes=notes):
                yield from self._lines(lines, preview=False)
                yield "notes", [note_text(note, self.say, self.zone) for note in notes]
            case k.Preview(lines=lines):
                yield from self._lines(lines, preview=True)
            case k.History(names=names, chapters=chapters):
                yield "chapters", [self._chapter(chapter, names) for chapter in chapters]
            case k.Opened(table=table, rules_version=version, agreed=agreed):
                yield "terms", list(self._terms(table, version, agreed))
            case k.Status(games=games, absences=absences, watched=watched):
                yield "games", [self._game(game) for game in games]
                yield "watched", [self._game(game) for game in watched]
                yield "absences", [self._absence(first, last) for first, last in absences]
            case k.Away(first=first, last=last, games=numbers):
                yield "days", self._absence(first, last)
                yield "numbers", ", ".join(map(str, numbers))
            case k.GameList(games=games):
                yield "games", [self._game(game) for game in games]
            case k.Help(topics=wanted):
                pages = dict.fromkeys(map(find_page, wanted))
                yield "pages", [page for page in pages if page is not None]
                yield "unknown", ", ".join(t for t in wanted if t and find_page(t) is None)
                yield "topics", topics(self.say) if not pages or None in pages else []
            case k.Ruling(did=did):
                yield "did", [note_text(note, self.say, self.zone) for note in did]
            case k.Ended(looks=looks):
                yield "looks", [self._look(look) for look in looks]
            case k.NotRead(note=note):
                yield "note_text", note_text(note, self.say, self.zone)
            case k.BounceNotice():
                yield "facts", self._bounce(self.letter)
            case k.QuarantineNotice():
                yield "facts", self._quarantine(self.letter)

    def _told(self, facts: Sequence[Fact], names: Names) -> list[str]:
        """What happened. Who is asked now the letter says elsewhere."""
        silent = ("Asked", "TurnBegan") if isinstance(self.letter, k.History) else ("Asked",)
        return report((fact for fact in facts if fact.kind not in silent), names, self.say)

    # -- lines of orders ----------------------------------------------------------------------

    def _lines(self, lines: Sequence[LineRead], preview: bool) -> Iterator[tuple[str, object]]:
        yield "lines", [self._line(line, preview) for line in lines]
        yield "lines_good", not any(line.fate in _BAD for line in lines)
        yield "has_played", any(line.fate is Fate.PLAYED for line in lines)
        yield "has_done", any(line.fate is Fate.DONE for line in lines)
        yield "has_orders", self.table is not None

    def _line(self, line: LineRead, preview: bool) -> _Verdict:
        same = " ".join(line.text.split()) == line.understood
        word = self.say(_PREVIEWED[line.fate] if preview else _FATES[line.fate])
        if line.understood and not same:
            word = self.say("{fate}, understood as {order}", fate=word, order=line.understood)
        return _Verdict(
            text=line.text,
            word=word,
            mood=_MOODS.get(line.fate, "idle"),
            reason=" ".join(self._reason(line)),
            instead=line.instead,
        )

    def _reason(self, line: LineRead) -> Iterator[str]:
        say = self.say
        if line.why:
            why = phrase(line.why, say)
            why = why if _SQUARE.match(why) else why[0].upper() + why[1:]
            if line.column is not None:
                yield say("At character {column}: {why}.", column=line.column, why=why)
            elif line.rule:
                yield say("{why} (rule {rule}).", why=why, rule=line.rule)
            else:
                yield f"{why}."
        if line.meant:
            yield say("Did you mean {word}?", word=line.meant)
        if line.note:
            yield note_text(line.note, say, self.zone)

    # -- games --------------------------------------------------------------------------------

    def _chapter(self, chapter: k.Chapter, names: Names) -> _Chapter:
        title = self.say("Set-up")
        if chapter.colour is not None:
            title = self.say(
                "Turn {number}: {who}", number=chapter.turn, who=self.say.seat(chapter.colour)
            )
        return _Chapter(title, self._told(chapter.told, names))

    def _terms(self, table: Table, version: int, agreed: Sequence[k.Note]) -> Iterator[Pair]:
        """What will be played, by whom and how."""
        yield self.say("Players"), sitting(table.sitters, self.say)
        if self.scene is not None:
            yield self.say("Game"), self.scene.words.title()
            yield self.say("Goal"), self.scene.words.goal()
            for handicap in self.scene.words.handicaps():
                yield self.say("Handicap"), handicap
        yield self.say("Rules"), self.say("version {number}", number=version)
        yield from self._agreed(agreed)

    def _look(self, look: k.Look) -> Pair:
        moment = self.say.moment(look.at, self.zone)
        return moment, f"{look.who}{self.say(': ')}{note_text(look.what, self.say, self.zone)}"

    def _agreed(self, notes: Sequence[k.Note]) -> Iterator[Pair]:
        """What the players agreed on besides the rules."""
        if notes:
            words = (note_text(note, self.say, self.zone) for note in notes)
            yield self.say("Agreed"), " ".join(words)

    def _kind_of_game(self, game: GameLine) -> str:
        scenario = game_words(game.set_name, game.scenario, self.say)
        if game.target is None:
            return scenario
        points = self.say.many("{n} point", "{n} points", game.target)
        return self.say("{scenario}, to {points}", scenario=scenario, points=points)

    def _game(self, game: GameLine) -> _Game:
        say = self.say
        pairs = [
            (say("Game"), self._kind_of_game(game)),
            (say("Players"), sitting(game.sitters, say, game.drawn)),
        ]
        pairs.extend(self._agreed(game.agreed))
        if game.waits_for and not game.over:
            waits = say(" and ").join(say.seat(colour) for colour in game.waits_for)
            pairs.append((say("Waits for"), waits))
        if game.deadline is not None and not game.over:
            pairs.append((say("Answer due by"), say.moment(game.deadline, self.zone)))
        return _Game(self._game_title(game), pairs, _line_for(game))

    def _game_title(self, game: GameLine) -> str:
        if game.over:
            return self.say("Game {game}: over", game=game.game)
        if any(sitter.name is None for sitter in game.sitters):
            return self.say("Game {game}: looks for players", game=game.game)
        if game.turn == 0:
            return self.say("Game {game}: set-up", game=game.game)
        return self.say("Game {game}: turn {number}", game=game.game, number=game.turn)

    def _absence(self, first: Any, last: Any) -> str:
        say = self.say
        return say("{first} to {last}", first=say.day(first), last=say.day(last))

    # -- for moderators -----------------------------------------------------------------------

    def _bounce(self, letter: k.BounceNotice) -> list[Pair]:
        say = self.say
        games = ", ".join(map(str, letter.games)) or say.term("games", "none")
        return [
            (say("Address"), one_line(letter.address)),
            (say("Reason"), one_line(letter.reason)),
            (say("Games"), games),
        ]

    def _quarantine(self, letter: k.QuarantineNotice) -> list[Pair]:
        say = self.say
        return [
            (say("Sender"), one_line(letter.sender)),
            (say("Subject"), one_line(letter.subject)),
            (say("Received"), say.moment(letter.at, self.zone)),
            (say("Reason"), one_line(letter.reason)),
        ]


# -- shapes for the templates -----------------------------------------------------------------


class _Verdict(NamedTuple):
    text: str
    word: str
    mood: str
    reason: str
    instead: tuple[str, ...]


class _Chapter(NamedTuple):
    title: str
    told: list[str]


class _Game(NamedTuple):
    title: str
    facts: list[Pair]
    line: str


def _line_for(game: GameLine) -> str:
    """What the reader of a list may write about a game, ready to be sent."""
    if game.over:
        return ""
    if game.joined:
        return f"JOIN {game.game} house"
    free = any(sitter.name is None for sitter in game.sitters)
    return f"{'JOIN' if free else 'OBSERVE'} {game.game}"


_FATES: Mapping[Fate, str] = {
    Fate.PLAYED: N_("Played"),
    Fate.LEGAL: N_("Legal, but not played"),
    Fate.REFUSED: N_("Refused"),
    Fate.UNREADABLE: N_("Not understood"),
    Fate.HELD_BACK: N_("Held back: first see what happened"),
    Fate.NOT_LOOKED_AT: N_("Not looked at"),
    Fate.DONE: N_("Done"),
}
_PREVIEWED: Mapping[Fate, str] = {
    **_FATES,
    Fate.PLAYED: N_("Would be played"),
    Fate.LEGAL: N_("Would be played"),
    Fate.HELD_BACK: N_("Would be held back: first you would see what happened"),
}
_BAD = (Fate.REFUSED, Fate.UNREADABLE)
_MOODS: Mapping[Fate, str] = {
    Fate.PLAYED: "good",
    Fate.DONE: "good",
    Fate.REFUSED: "bad",
    Fate.UNREADABLE: "bad",
}
"""How a line is marked in HTML."""


_SQUARE = re.compile(r"[a-z]{1,2}[0-9]")
"""A square is written in small letters, also where a sentence begins with it."""
_KEPT = re.compile(r"(<pre.*?</pre>|<blockquote.*?</blockquote>)", re.DOTALL)


def _without_gaps(html: str) -> str:
    """Without the blank lines that the building blocks leave; those in texts stay."""
    parts = _KEPT.split(html)
    parts[::2] = [re.sub(r"\n\s*\n", "\n", part) for part in parts[::2]]
    return "".join(parts).strip()
