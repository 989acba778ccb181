"""Yes or no: what somebody says to a question that a signed address has asked him."""

from __future__ import annotations

YES = ("OK", "YES", "OUI", "JA", "D'ACCORD", "CONFIRM")
NO = ("NO", "NON", "NEIN", "CANCEL", "STOP")


def agreed(text: str) -> bool:
    """
    >>> agreed("Ok, thanks"), agreed("What is this?"), agreed("")
    (True, False, False)
    """
    return _first_word(text) in YES


def declined(text: str) -> bool:
    """
    >>> declined("No! That was not me."), declined("ok")
    (True, False)
    """
    return _first_word(text) in NO


def _first_word(text: str) -> str:
    words = text.split(maxsplit=1)
    return words[0].strip(".,;:!?\"'()*").upper() if words else ""
