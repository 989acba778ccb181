"""What the writer of a mail wrote himself: above, below and between what he quotes.

Lines that begin with `>` are quoted, and so is the line that introduces them. Where a mail program
quotes without marking lines, all below the first line that says so is quoted (found by quotequail,
by our own table of such lines, or by the mark that our own mails carry). A signature ends what was
written above a quote, not what follows the quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import quotequail

from .html import QUOTE_FOLLOWS
from .limits import Limits

LONGEST_SEARCHED_LINE = 400
"""No introduction of a quote is longer; the patterns are slow on long lines."""

MOST_INTRODUCTION_LINES = 5


class Written(NamedTuple):
    """What somebody wrote, and how much was left out."""

    text: str
    quoted: int = 0
    """Lines that were quoted."""
    signature: int = 0
    """Lines that were a signature."""
    cut: bool = False
    """Whether more was written than is read."""
    open_end: bool = False
    """Whether the text ends with the writer's own words, so that more of them may have followed."""


def write_mark(words: str) -> str:
    """A line for our own mails: whatever stands below it when it comes back is quoted.

    >>> write_mark("Your orders go above this line")
    '##### Your orders go above this line #####'
    """
    return f"##### {words} #####"


def written(text: str, limits: Limits) -> Written:
    """The writer's own words, in their order, without quotes and signatures.

    >>> written("A3\\n\\nOn 3 Mar 2026, Referee wrote:\\n> RV\\nEND\\n-- \\nAnna", Limits()).text
    'A3\\n\\nEND'
    """
    lines = _without_gaps(text.split("\n"))
    groups = [(marked, list(group)) for marked, group in groupby(lines, _is_marked)]
    room = _Room(limits.text_lines, limits.text_size)
    whole = Written("")
    kept: list[str] = []
    for index, (marked, group) in enumerate(groups):
        if marked:
            part = Written("", quoted=len(group))
        else:
            part = _own_words(group, room, last=index + 1 == len(groups))
        kept.extend(part.text.split("\n"))
        whole = Written(
            "",
            whole.quoted + part.quoted,
            whole.signature + part.signature,
            whole.cut or part.cut,
            part.open_end,
        )
    return whole._replace(text=_tidy(kept))


def _own_words(lines: list[str], room: _Room, *, last: bool) -> Written:
    """What is somebody's own among lines that no mark says to be quoted."""
    own, cut = room.take(lines)
    start = _quote_start(own)
    open_end = start == len(own)
    own = own[:start] if last else _without_introduction(own[:start])
    bare = _without_signature(own)
    quoted = len(lines) - len(own)
    return Written("\n".join(bare), quoted, len(own) - len(bare), cut and open_end, open_end)


class _Room:
    """How much more may be read."""

    def __init__(self, lines: int, size: int) -> None:
        self.lines, self.size = lines, size

    def take(self, lines: list[str]) -> tuple[list[str], bool]:
        """As many of the lines as there is room for, and whether some were left."""
        taken: list[str] = []
        for line in lines:
            if not self.lines or len(line) > self.size:
                return taken, True
            taken.append(line)
            self.lines -= 1
            self.size -= len(line)
        return taken, False


def _without_gaps(lines: list[str]) -> Iterator[str]:
    """The lines, with at most two empty ones in a row."""
    empty = 0
    for line in lines:
        empty = 0 if line.strip() else empty + 1
        if empty <= 2:
            yield line


def _is_marked(line: str) -> bool:
    return line.lstrip(" ").startswith(">")


# -- the line above a quote -------------------------------------------------------------------

_VERBS = (
    "wrote", "writes", "schrieb", "schreibt", "a écrit", "écrivit", "écrit", "said", "escribió",
    "ha scritto", "schreef", "escreveu", "skrev", "napisał", "geschreven",
)  # fmt: skip
_OPENING = re.compile(
    r"(?:(?:on|am|le|el|il|op|den|em|dnia|w dniu|på)\b.{0,40}\d|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b)",
    re.IGNORECASE,
)


def _without_introduction(lines: list[str]) -> list[str]:
    """The lines above a marked quote without "On ... wrote:", however it was wrapped."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    sizes = range(1, min(MOST_INTRODUCTION_LINES, end) + 1)
    for opened in (True, False):
        for size in sizes:
            if _introduces(lines[end - size : end], opened):
                return lines[: end - size]
            if not opened:
                break
    return lines


def _introduces(lines: list[str], opened: bool) -> bool:
    if any(not line.strip() for line in lines):
        return False
    text = " ".join(line[:LONGEST_SEARCHED_LINE].strip() for line in lines)
    if not text.endswith((":", "：")) or (opened and not _OPENING.match(text)):
        return False
    low = text.lower()
    return any(verb in low for verb in _VERBS) or ("@" in low and re.search(r"\d", low) is not None)


# -- quotes that are not marked ---------------------------------------------------------------

_MARK = re.compile(r"#{5} .{1,200} #{5}")
_RUNS_ON = re.compile(  # Yahoo writes the quote behind its introduction, on the same line
    r"\s*(?:on|am|le)\b.{0,40}\d.{0,200}(?:wrote|schrieb.{1,100}|a écrit ?):\s{2,}\S", re.IGNORECASE
)
_RULE = re.compile(r"_{20,}|[-_=* ]{3,20}([^-_=*]{4,60}|mail|e-mail)[-_=* ]{3,20}", re.IGNORECASE)
_RULE_WORDS = ("message", "nachricht", "mail", "original", "origine", "transféré", "weitergeleitet")
_NOTHING: dict[str, str] = {}


def _quote_start(lines: list[str]) -> int:
    """The index of the first line that belongs to an unmarked quote; the length if none does."""
    short = [line[:LONGEST_SEARCHED_LINE] for line in lines]
    for index, line in enumerate(short):
        if _MARK.search(line) or _RUNS_ON.match(line) or _is_rule(line.strip()):
            return len(_without_introduction(_without_headers(lines[:index])))
    return _quotequail_start(short)


_HEADER = re.compile(
    r"""\W{0,3}(?:(?P<sender>from|von|de|expéditeur)
    | sent|date|gesendet|datum|envoyé(?:\ le)? | to|cc|an|à | subject|betreff|objet)\W{0,3}:""",
    re.IGNORECASE | re.VERBOSE,
)


def _without_headers(lines: list[str]) -> list[str]:
    """The lines above a quote without the headers of the quoted mail: Outlook writes them there.

    >>> _without_headers(["END auto", "CARD else: +0", "", "From: Referee", "To: Anna", ""])
    ['END auto', 'CARD else: +0', '']
    """
    sender, start = False, len(lines)
    for index in range(len(lines) - 1, -1, -1):
        header = _HEADER.match(lines[index].strip())
        if header is None and lines[index].strip():
            break
        if header is not None:
            sender, start = sender or header["sender"] is not None, index
    return lines[:start] if sender else lines


def _is_rule(line: str) -> bool:
    if line.startswith(QUOTE_FOLLOWS[:20]):
        return not line.strip("_")
    rule = _RULE.fullmatch(line)
    return rule is not None and any(word in line.lower() for word in _RULE_WORDS)


_POSSIBLE = re.compile(r"[:>]|---|____")
"""One of these is in everything that quotequail takes for the beginning of a quote."""


def _quotequail_start(lines: list[str]) -> int:
    if not any(map(_POSSIBLE.search, lines)):
        return len(lines)
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    found: dict[str, str] = quotequail.unwrap("\n".join(lines[first:])) or _NOTHING
    names = found.keys() & {"from", "to", "date", "subject"}
    certain = found.get("type") == "reply" or "from" in names or _forwards(found)
    if not found or not certain:
        return len(lines)
    above = found.get("text_top", "")
    return first + (above.count("\n") + 1 if above else 0)


def _forwards(found: dict[str, str]) -> bool:
    """Found by a line such as "Begin forwarded message:", not by lines that look like headers."""
    return found.get("type") == "forward" and not found.keys() & {"to", "date", "subject", "cc"}


# -- signatures -------------------------------------------------------------------------------

_APPS = re.compile(
    r"""(?:
      sent\ (?:from|with|via)\b
    | (?:gesendet|verschickt)\ (?:von|mit|aus|via)\b
    | (?:envoyé|envoye|expédié)\ (?:de|depuis|à\ partir|avec|via)\b
    | (?:von|aus|mit)\ (?:mein|samsung|der|dem|proton|outlook|mail)\S*\ .{0,60}
      (?:gesendet|geschickt|verschickt)\b
    | diese\ nachricht\ wurde\ von\ mein.{0,60}\ gesendet
    | get\ outlook\ for\b | outlook\ für\ .{2,20}\ (?:beziehen|herunterladen)
    | holen\ sie\ sich\ outlook\ für\b
    | (?:télécharger|obtenir|obtenez)\ outlook\ pour\b
    | (?:please\ excuse|bitte\ entschuldigen\ sie|veuillez\ excuser)\ (?:my|meine|die|ma)[ ]
      (?:brevity|kürze|brièveté)
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def _without_signature(lines: list[str]) -> list[str]:
    """The lines above "-- ", without those that a mail program added about itself."""
    kept = []
    for line in lines:
        if line.rstrip() == "--":
            break
        if len(line) > 120 or not _APPS.match(line.strip(" <([")):
            kept.append(line)
    return kept


def _tidy(lines: list[str]) -> str:
    """No spaces at the ends of lines, no two empty lines in a row."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip("\n")
