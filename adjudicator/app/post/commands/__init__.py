"""Commands by mail, one file each. A line that begins with no command is an order.

To add one: a module with a function ``run(visit, words, text)``, and a row in ``COMMANDS``.
"""

from __future__ import annotations

from collections.abc import Callable

from ..visit import Visit
from . import (
    absence,
    address,
    board,
    create,
    dispute,
    help,
    history,
    join,
    language,
    listing,
    observe,
    press,
    preview,
    register,
    retract,
    standing,
)

Run = Callable[[Visit, list[str], str], None]
"""Carries a command out: the visit, the words behind the command, the whole line."""

COMMANDS: dict[str, Run] = {
    "HELP": help.run,
    "REGISTER": register.run,
    "LANGUAGE": language.run,
    "ZONE": language.run_zone,
    "ADDRESS": address.run,
    "LIST": listing.run_list,
    "STATUS": listing.run_status,
    "CREATE": create.run,
    "JOIN": join.run,
    "OBSERVE": observe.run,
    "BOARD": board.run,
    "HISTORY": history.run,
    "PRESS": press.run,
    "RETRACT": retract.run,
    "ABSENCE": absence.run,
    "DISPUTE": dispute.run,
}

BLOCKS: dict[str, Run] = {"PREVIEW": preview.run, "STANDING": standing.run}
"""Commands that take everything behind them, to the end of the mail."""

TEXTS = ("PRESS",)
"""Commands whose text may go on in the lines below, up to a line ``END`` and the command."""

MOST_COMMANDS = 25
"""So many commands are carried out for one mail."""

SIGN_OFF = ("SIGNOFF", "--")


def carry_out(visit: Visit) -> str:
    """Carry out the commands of a mail; what is left are orders."""
    orders = _line_by_line(visit)
    help.send(visit)
    return orders


def _line_by_line(visit: Visit) -> str:
    lines = visit.letter.orders.splitlines()
    while lines:
        line = lines.pop(0).strip()
        words = line.split()
        head = words[0].upper() if words else ""
        if head in SIGN_OFF:
            break
        if head in BLOCKS:
            visit.commands += 1
            rest = "\n".join([" ".join(words[1:]), *lines])
            BLOCKS[head](visit, words[1:], rest)
            break
        if head in COMMANDS:
            if visit.commands == MOST_COMMANDS:
                visit.refused(line, "cut", number=MOST_COMMANDS)
                return ""  # nobody knows which orders were meant to go with the others
            visit.commands += 1
            below = _text_below(head, lines) if head in TEXTS else []
            COMMANDS[head](visit, words[1:], "\n".join([line, *below]))
        elif line and not line.startswith(("//", "#", ">")):
            visit.orders.append(line)
    return "\n".join(visit.orders)


def _text_below(command: str, lines: list[str]) -> list[str]:
    """Take the lines of a longer text; without a line that ends it the lines stay orders.

    >>> lines = ["Good luck,", "Anna", "End press", "A3"]
    >>> _text_below("PRESS", lines), lines
    (['Good luck,', 'Anna'], ['A3'])
    """
    for index, line in enumerate(lines):
        words = line.upper().split()
        if words in (["END", command], [f"END{command}"]):
            text, lines[: index + 1] = lines[:index], []
            return text
        if words[:1] == [command]:
            break
    return []
