"""How much memory hostile mails need: ``python -m tests.mail_service.appetite FOLDER``.

It is asked in a process of its own, so that memory which other tests have left over is not taken
for free, and of the system, which also counts what the parsers in C take.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.mail.hostile import MAILS
from tests.mail_service.post_office import ANNA, BEN, opened


def peak() -> int:
    """The most memory that this process has had so far, in bytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def appetites(folder: Path) -> dict[str, int]:
    """By how much the peak has grown when each mail has been answered."""
    with opened(folder) as office:
        office.register(ANNA, "Anna")
        office.register(BEN, "Ben")
        before = peak()
        grown = {}
        for mail in MAILS:
            office.receive(mail.raw)
            grown[mail.name] = peak() - before
        return grown


if __name__ == "__main__":
    print(json.dumps(appetites(Path(sys.argv[1]))))
