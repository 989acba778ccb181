"""Seals: every card that lies face down is committed to, and the seed opens all of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.app.desk import moderation
from adjudicator.app.desk.history import History, read_history
from adjudicator.app.games import load_game
from adjudicator.app.proof.stored_seals import laid_in, lying, message_numbers, seals_of_log
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.seals import Seal, find_seal, open_text, seals_of_record
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.state import CombatUnderWay
from adjudicator.notation.record import read_record
from tests.moderation.conftest import ARMED, BECAUSE, Run

GAMES = Path(__file__).parent.parent / "games"
BLUE, YELLOW = Colour.BLUE, Colour.YELLOW
ATTACK, ANSWER = 27, 28
"""The entries of the demonstration game in which Yellow attacks with a card and Blue answers."""


def seals_of(store: Store, game: int) -> tuple[Seal, ...]:
    history = read_history(store, game)
    return seals_of_log(history.first, history.entries)


def lying_now(store: Store, game: int) -> tuple[Seal, ...]:
    history = read_history(store, game)
    return lying(history.after(history.newest), history.entries)


# -- what a seal is ---------------------------------------------------------------------------


def test_equal_cards_have_different_seals() -> None:
    texts = {
        open_text(seed, number, colour, 2)
        for seed in ("one", "two")
        for number in (7, 8)
        for colour in (BLUE, YELLOW)
    }
    digests = {Seal(BLUE, 1, 1, text, 2).digest for text in texts}
    assert len(texts) == len(digests) == 8


def test_different_cards_have_different_seals() -> None:
    digests = {Seal(BLUE, 1, 1, open_text("seed", 7, BLUE, c), c).digest for c in range(7)}
    assert len(digests) == 7


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="coreutils are not installed")
def test_a_seal_can_be_checked_by_hand() -> None:
    seal = seals_of_record(read_record(ARMED))[0]
    done = subprocess.run(["sha256sum"], input=seal.opened, text=True, capture_output=True)
    assert done.stdout.split()[0] == seal.digest


# -- cards lying face down --------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.dt")), ids=lambda file: file.stem)
def test_what_a_mail_commits_to_is_opened_at_the_end(store: Store, file: Path) -> None:
    """At each position with a card face down, its seal is among those that the end opens."""
    game = store.import_record(file.read_text(encoding="utf-8"), "host")
    history = read_history(store, game)
    opened = {seal.digest: seal for seal in seals_of_log(history.first, history.entries)}
    assert opened == {seal.digest: seal for seal in seals_of_record(read_record(file.read_text()))}
    for reached in history.reached(history.newest):
        entries = history.entries[: reached.placed.entry]
        combat = reached.state.under_way
        cards = dict(combat.cards) if isinstance(combat, CombatUnderWay) else {}
        found = lying(reached.state, entries)
        assert {seal.colour: seal.card for seal in found} == cards
        for seal in found:
            assert opened[seal.digest].card == seal.card


def test_both_cards_of_a_combat_are_opened(store: Store, game: int) -> None:
    assert [(s.colour, s.card, s.turned) for s in seals_of(store, game)] == [
        (YELLOW, 1, True),
        (BLUE, 3, True),
    ]


# -- interventions ----------------------------------------------------------------------------


def test_a_card_sealed_again_has_another_seal(store: Store, game: int) -> None:
    """Yellow's +1 is known after the combat; laid again, nobody may recognise it."""
    moderation.rewind(store, game, ANSWER - 1, BECAUSE)
    first = lying_now(store, game)
    moderation.rewind(store, game, ATTACK - 1, BECAUSE)
    assert lying_now(store, game) == ()
    assert store.submit(game, YELLOW, "A3; GO x b.TH +1", "Ben").accepted
    second = lying_now(store, game)
    assert [s.card for s in first] == [s.card for s in second] == [1]
    assert first[0].digest != second[0].digest
    kept = {seal.digest: seal for seal in seals_of(store, game)}
    assert not kept[first[0].digest].turned
    assert prove(read_stored(store, game)).fault is None


def test_what_is_left_alone_keeps_its_seal(store: Store, game: int) -> None:
    """A remark, an extension, or the rewind of a later message changes no seal that was mailed."""
    before = seals_of(store, game)[0]
    moderation.remark(store, game, "hello", BECAUSE)
    moderation.rewind(store, game, ANSWER - 1, BECAUSE)
    assert lying_now(store, game)[0].digest == before.digest
    moderation.restore(store, game, 29, BECAUSE)
    assert seals_of(store, game)[0] == before


def test_a_replaced_card(store: Store, game: int) -> None:
    moderation.rewind(store, game, ANSWER - 1, BECAUSE)
    old = lying_now(store, game)[0]
    assert store.submit(game, YELLOW, "CARD +3", "Ben").accepted
    new = lying_now(store, game)[0]
    assert (new.card, new.digest != old.digest) == (3, True)
    assert store.submit(game, BLUE, "CARD +2", "Anna").accepted
    fates = {seal.digest: seal.turned for seal in seals_of(store, game)}
    assert (fates[old.digest], fates[new.digest]) == (False, True)


def test_a_card_by_default(store: Store, game: int) -> None:
    """Time runs out for the attacker, who announced no card: the +0 lies for him, and is sealed."""
    moderation.rewind(store, game, ATTACK - 1, BECAUSE)
    assert store.submit(game, YELLOW, "A3; GO x b.TH", "Ben").accepted
    asked = next(r for r in store.state(game).pending if r.who is YELLOW)
    assert store.submit(game, None, f"TIMEOUT {asked.number}", "clock").accepted
    assert [(s.colour, s.card) for s in lying_now(store, game)] == [(YELLOW, 0)]
    history = read_history(store, game)
    assert laid_in(store.state(game), history.entries) == {YELLOW: history.newest}


def test_amended_cards(store: Store, game: int) -> None:
    moderation.amend(store, game, ATTACK, "A3; GO x b.TH +2", BECAUSE)
    cards = [(s.colour, s.card, s.turned) for s in seals_of(store, game)]
    assert (YELLOW, 1, False) in cards and (YELLOW, 2, True) in cards


def test_messages_are_numbered_without_the_acts_of_moderators(store: Store, game: int) -> None:
    moderation.remark(store, game, "hello", BECAUSE)
    moderation.rewind(store, game, 28, BECAUSE)
    store.submit(game, None, f"TIMEOUT {store.state(game).pending[0].number}", "clock")
    entries = History(*store.read(game)).entries
    assert message_numbers(entries)[32] == 30


# -- a digest from a mail ---------------------------------------------------------------------


def test_a_digest_is_found_in_the_record(store: Store, game: int) -> None:
    moderation.rewind(store, game, ATTACK - 1, BECAUSE)
    store.submit(game, YELLOW, "A3; GO x b.TH +3", "Ben")
    now = lying_now(store, game)[0]
    record = store.load(game).record
    seals = seals_of_record(record)
    found = find_seal(now.digest, seals, record)
    assert found is not None and (found.colour, found.card, found.turn) == (YELLOW, 3, 0)
    assert find_seal("0" * 64, seals, record) is None


def test_verify_prints_seals(run: Run, store: Store, armed: int, tmp_path: Path) -> None:
    record = tmp_path / "armed.dt"
    record.write_text(ARMED, encoding="utf-8")
    seals = seals_of_record(load_game(ARMED).record)
    for place in (f"G{armed}", str(record)):
        result = run("verify", place, "--seals")
        assert result.exit_code == 0, result.output
        assert f"{len(seals)} cards were sealed" in result.output
        for seal in seals:
            assert f"{seal.opened}\n    {seal.digest}\n" in result.output


def test_verify_reads_a_kept_mail(run: Run, armed: int, tmp_path: Path) -> None:
    record = load_game(ARMED).record
    seal = seals_of_record(record)[0]
    mail = tmp_path / "mail.txt"
    mail.write_text(f"> its fingerprint is:\n>   {seal.digest}\n{record.tags['Commitment']}\n")
    result = run("verify", f"G{armed}", "--mail", mail)
    assert result.exit_code == 0, result.output
    assert f"seals {seal.colour.capitalize()}'s +{seal.card}, turn {seal.turn}" in result.output
    assert "is the commitment to the seed" in result.output


def test_verify_refuses(run: Run, game: int, armed: int, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("nothing here")
    for args, why in (
        ((f"G{game}", "--seals"), "is not over"),
        ((f"G{game}", "--seal", "0" * 64), "is not over"),
        ((f"G{armed}", "--seal", "0" * 64), "neither the commitment of this game nor one of its"),
        ((f"G{armed}", "--seal", "xyz"), "is no fingerprint"),
        ((f"G{armed}", "--mail", empty), "there is no fingerprint in"),
        ((f"G{armed}", "--mail", tmp_path / "none.txt"), "none.txt"),
    ):
        result = run("verify", *args)
        assert result.exit_code == 2, result.output
        assert why in " ".join(result.output.split())
        assert "seals Yellow" not in result.output
