"""Commands by mail, one file each. A line that begins with no command is an order.

To add one: a module with a function ``run(visit, words, text)``, and a row in ``COMMANDS``.
"""

from __future__ import annotations

from collections.abc import Callable

from ..visit import Visit
from . import (
    absence,
    board,
    create,
    dispute,
    help,
    history,
    join,
    language,
    listing,
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
    "LIST": listing.run_list,
    "STATUS": listing.run_status,
    "CREATE": create.run,
    "JOIN": join.run,
    "BOARD": board.run,
    "HISTORY": history.run,
    "PRESS": press.run,
    "RETRACT": retract.run,
    "ABSENCE": absence.run,
    "DISPUTE": dispute.run,
}

BLOCKS: dict[str, Run] = {"PREVIEW": preview.run, "STANDING": standing.run}
"""Commands that take everything behind them, to the end of the mail."""

MOST_COMMANDS = 25
"""So many commands are carried out for one mail."""

SIGN_OFF = ("SIGNOFF", "--")


def carry_out(visit: Visit) -> str:
    """Carry out the commands of a mail; what is left are orders."""
    orders: list[str] = []
    commands = 0
    lines = visit.letter.orders.splitlines()
    while lines:
        line = lines.pop(0).strip()
        words = line.split()
        head = words[0].upper() if words else ""
        if head in SIGN_OFF:
            break
        if head in BLOCKS:
            rest = "\n".join([" ".join(words[1:]), *lines])
            BLOCKS[head](visit, words[1:], rest)
            break
        if head in COMMANDS:
            if commands == MOST_COMMANDS:
                visit.refused(line, "cut", number=MOST_COMMANDS)
                return ""  # nobody knows which orders were meant to go with the others
            commands += 1
            COMMANDS[head](visit, words[1:], line)
        elif line and not line.startswith(("//", "#", ">")):
            orders.append(line)
    return "\n".join(orders)
