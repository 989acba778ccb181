"""What can go wrong with a database. Importing this costs nothing: no database code is needed."""

from __future__ import annotations


class StorageError(Exception):
    """Something about the database that its user can put right; the message says how."""


class DatabaseTrouble(StorageError):
    """The database cannot be used; the message says why and what to do."""


class MovedOn(StorageError):
    """Somebody else has added an entry meanwhile; what was judged belongs to an older position."""


class Unknown(StorageError, LookupError):
    """There is no such game or player."""


class Taken(StorageError):
    """There is already somebody or something of that name."""


class OtherRules(StorageError):
    """A game is played by a version of the rules that this program does not have."""


class Damaged(StorageError):
    """The log of a game does not hold together."""
