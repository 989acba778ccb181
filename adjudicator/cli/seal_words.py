"""Seals at the shell: the cards that lay face down, and the fingerprints that committed to them."""

from __future__ import annotations

from collections.abc import Iterable

import click

from adjudicator.app.seals import Seal, find_seal
from adjudicator.notation.record import Record

from .errors import Mistake


def print_seals(seals: Iterable[Seal]) -> None:
    """Each card with the text that was hashed and its fingerprint."""
    click.echo("Sealed cards; the second line is hashed, the third is its SHA-256:")
    for seal in seals:
        click.echo(f"  {_words(seal)}\n    {seal.opened}\n    {seal.digest}")


def print_meaning(digest: str, seals: Iterable[Seal], record: Record) -> None:
    """What a fingerprint from a mail stands for in a game that is genuine."""
    if digest == record.tags["Commitment"]:
        click.echo(f"{digest}\n  is the commitment to the seed")
        return
    found = find_seal(digest, seals, record)
    if found is None:
        raise Mistake(f"{digest} is neither the commitment of this game nor one of its seals")
    click.echo(f"{digest}\n  seals {_words(found)}\n  opened: {found.opened}")


def _words(seal: Seal) -> str:
    who = f"{seal.colour.capitalize()}'s +{seal.card}"
    if not seal.turn:
        return f"{who}, message {seal.number}; it or one before it was taken back"
    fate = "turned up" if seal.turned else "replaced or taken back"
    return f"{who}, turn {seal.turn}, message {seal.number}, {fate}"
