"""The desk at the shell: every command, its guard, and bad input to each of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result

from adjudicator.app.desk import moderation
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.storage import log
from tests.cli.conftest import demo_game
from tests.moderation.conftest import BECAUSE, NOON, Run, assert_sound, log_rows, newest, rows

R = ("--reason", "the mail was misread")


def add_player(store: Store, name: str) -> None:
    with store.transaction() as db:
        log.add_player(db, log.StoredPlayer(0, name, None, "en", NOON))


def ok(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.output


def refused(result: Result, words: str = "") -> str:
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert "Traceback" not in result.output
    assert "bug" not in result.stderr
    assert "\x1b" not in result.output
    return result.stderr


# -- the line ---------------------------------------------------------------------------------


def test_amend_does_nothing_without_yes(run: Run, store: Store, game: int) -> None:
    before = log_rows(store)
    shown = ok(run("mod", "amend", game, 24, "PUT y.GO@d3", *R))
    assert "2 are kept, 3 are dropped" in shown
    assert "c2 is not next to d3 (BASE-COMBAT-01)" in shown
    assert "yellow Goblin (yGO): c3, wounded -> d3" in shown
    assert "Nothing has been changed" in shown
    assert log_rows(store) == before
    done = ok(run("mod", "amend", f"G{game}", 24, "PUT y.GO@d3", *R, "--at", 29, "--yes"))
    assert "is amended" in done
    entry = log_rows(store)[-1]
    assert "24: PUT y.GO@d3 | dropped 27 28 29" in entry
    assert "Mona" in entry
    assert "the mail was misread" in entry
    assert_sound(store, game)


def test_rewind_and_restore(run: Run, store: Store, game: int) -> None:
    assert "set back to entry 25" in ok(run("mod", "rewind", game, 25, *R))
    assert "is what it was" in ok(run("mod", "restore", game, 29, *R))
    assert_sound(store, game)


GUARDED = [
    ("mod", "rewind", "G", "25", *R),
    ("mod", "restore", "G", "25", *R),
    ("mod", "amend", "G", "26", "TH b2", *R, "--yes"),
    ("mod", "amend", "G", "26", "TH b2", *R),
    ("mod", "play-for", "G", "blue", "A3", *R),
    ("mod", "result", "G", "draw", *R),
    ("mod", "extend", "G", "2d", *R),
    ("mod", "pause", "G", "--for", "2d", *R),
    ("mod", "replace", "G", "blue", "Cleo", *R),
    ("mod", "note", "G", "hello"),
    ("dispute", "open", "G", "3", "no"),
]


@pytest.mark.parametrize("command", GUARDED, ids=" ".join)
def test_a_command_for_another_position(
    run: Run, store: Store, game: int, command: tuple[str, ...]
) -> None:
    """The game has moved on since the moderator looked: refused. Where he looked: done."""
    add_player(store, "Cleo")
    with store.transaction() as db:
        stale = log.head(db, log.get_game(db, game))
    assert store.submit(
        game, Colour.BLUE, "A3" if "play-for" not in command else "DRAW", "A"
    ).accepted
    words = [str(game) if word == "G" else word for word in command]
    before = rows(store)
    for at in (stale.number, stale.hash[:8], stale.hash, 0, 31, "ffffff"):
        refused(run(*words, "--at", at), "has moved on")
    for nonsense in ("", "x", "-1", "29.", "12 13", stale.hash[:5].replace("0", "a") + "g", "²"):
        refused(run(*words, "--at", nonsense))
    assert rows(store) == before
    with store.transaction() as db:
        here = log.head(db, log.get_game(db, game))
    ok(run(*words, "--at", here.hash[:10]))
    assert_sound(store, game)


# -- decisions and people ---------------------------------------------------------------------


def test_play_for(run: Run, store: Store, game: int) -> None:
    ok(run("mod", "play-for", game, "blue", "A3", "--reason", "by phone"))
    entry = log_rows(store)[-1]
    assert {"orders", "b", "A3", "Mona", "by phone"} <= set(entry)
    assert "BASE-TURN-03" in run("mod", "play-for", game, "blue", "A2", *R).output
    assert_sound(store, game)


def test_result(run: Run, store: Store, game: int) -> None:
    assert "Blue has won" in ok(run("mod", "result", game, "blue", *R))
    refused(run("mod", "result", game, "draw", *R))
    assert_sound(store, game)


def test_replace(run: Run, store: Store, game: int) -> None:
    for name in ("Anna", "Bert"):
        add_player(store, name)
    ok(run("mod", "replace", game, "yellow", "Anna", *R))
    ok(run("mod", "replace", game, "yellow", "bert", *R))
    refused(run("mod", "replace", game, "yellow", "Bert", *R), "already")
    assert [row[4] for row in log_rows(store)[-2:]] == ["y: nobody -> Anna", "y: Anna -> Bert"]
    with store.transaction() as db:
        assert log.seats(db, game) == {"yellow": "Bert"}
    assert_sound(store, game)


def test_clock(run: Run, store: Store, game: int) -> None:
    assert "extended by 1 day, 12:00:00" in ok(run("mod", "extend", game, "1d12h", *R))
    ok(run("mod", "extend", game, "2d", "--for", "yellow", *R))
    ok(run("mod", "pause", game, "--for", "1w", *R))
    assert "runs again" in ok(run("mod", "resume", game, *R))
    assert_sound(store, game)


# -- looking ----------------------------------------------------------------------------------


def test_inspect(run: Run, store: Store, game: int) -> None:
    store.submit(game, Colour.BLUE, "\x1b[2J", "Anna")
    store.submit(game, Colour.BLUE, "  a4 # go", "Anna")
    shown = ok(run("mod", "inspect", game))
    for text in ("  |   a4 # go", "  A4", "written by Anna", "Position before:"):
        assert text in shown
    for viewer in ("moderator", "blue", "yellow", "observer"):
        assert f"-- as {viewer} sees it" in shown
    assert "seed" not in shown.partition("Position before:")[2].partition("-- as")[0]
    assert "-- as blue" not in ok(run("mod", "inspect", game, 3, "--no-boards"))


def test_why(run: Run, game: int) -> None:
    shown = ok(run("mod", "why", game, 28))
    assert "BASE-COMBAT-05    Blue wins the combat." in shown
    assert "blue: +3 Combat card (card played)" in shown
    assert "BASE-WOUND-01  Becoming wounded" in shown
    shown = ok(run("mod", "why", game, "--orders", "WA x GO", "--as", "blue"))
    assert "refused: first play an Action card (BASE-TURN-01)" in shown


def test_what_if(run: Run, store: Store, game: int) -> None:
    before = log_rows(store)
    shown = ok(run("mod", "what-if", game, 27, "A3; GO x TH +6", "--then", "blue", "CARD +0"))
    assert "The blue Thief (bTH) is wounded." in shown
    refused(run("mod", "what-if", game, 27, "A9"), "would be refused")
    ok(run("mod", "what-if", game, 27, "--after", "--as", "blue", "CARD +6", "--no-boards"))
    assert log_rows(store) == before


def test_looks_are_told_at_the_end(run: Run, store: Store, game: int) -> None:
    assert "Nobody has looked" in ok(run("mod", "accesses", game))
    ok(run("mod", "inspect", game, 3, "--as-moderator", "Max"))
    ok(run("show", game, "--as", "moderator"))
    listed = ok(run("mod", "accesses", game))
    assert "Max: inspect entry 3" in listed
    assert "Mona: show" in listed
    for command in (("verify", game), ("show", game, "--as", "blue")):
        assert "Max" not in ok(run(*command)), "not before the end"
    ok(run("mod", "result", game, "draw", *R))
    for command in (("verify", game), ("show", game, "--as", "blue")):
        assert "Max: inspect entry 3" in ok(run(*command))


def test_verify_tells_no_secret_of_an_intervention(run: Run, store: Store) -> None:
    """Blue's card is amended before Yellow's is in; verify says that, but not which card."""
    game = store.add(demo_game(27), "host")
    moderation.play_for(store, game, Colour.YELLOW, "CARD +2", BECAUSE)
    moderation.amend(store, game, 28, "CARD +4", BECAUSE)
    shown = ok(run("verify", game))
    assert "amend entry 28" in shown
    assert "orders played for y" in shown
    assert "+4" not in shown
    assert "+2" not in shown


# -- disputes ---------------------------------------------------------------------------------


def test_dispute(run: Run, store: Store, game: int, tmp_path: Path) -> None:
    assert "no disputes" in ok(run("dispute", "list"))
    assert "Dispute 1" in ok(run("dispute", "open", game, 27, "not adjacent", "--as", "blue"))
    ok(run("dispute", "say", 1, "they are", "--as", "yellow"))
    assert "[open]" in ok(run("dispute", "list", "--open"))
    shown = ok(run("dispute", "show", 1))
    assert "yellow: they are" in shown
    assert "-- what yellow was told" in shown
    ok(run("dispute", "rule", 1, "The border is open."))
    assert "no disputes" in ok(run("dispute", "list", game, "--open"))
    file = tmp_path / "1.case"
    ok(run("dispute", "export", 1, "--rule", "base-combat-01", file))
    assert "1 hold, 0 fail" in ok(run("case", file))
    refused(run("dispute", "export", 1, "--rule", "base-combat-01", file), "exists already")
    assert file.read_text() == ok(run("dispute", "export", 1, "--rule", "BASE-COMBAT-01"))
    assert_sound(store, game)


# -- bad input --------------------------------------------------------------------------------


BAD = """\
mod|mod dance|mod inspect|mod inspect X|mod inspect G999|mod inspect 99999999999999999999
mod inspect G 31|mod inspect G -1|mod inspect G x|mod inspect G 0|mod inspect ./G
mod why G|mod why G 30|mod why G 31|mod why G 0|mod why G 3 --as blue|mod why G --orders A2
mod why G --orders A2 --as red|mod why G --orders # --as blue|mod why G 99 --orders A2 --as blue
mod what-if G|mod what-if G 27|mod what-if G 99 A2|mod what-if G 0 A2|mod what-if G 27 --after A2
mod what-if G 27 A2 --then blue|mod what-if G 27 A2 --as purple|mod what-if G 27 # --as blue
mod rewind G|mod rewind G 25|mod rewind G 29 R|mod rewind G 99 R|mod rewind G -1 R
mod rewind 999 3 R|mod rewind G 25 --reason|mod rewind G 25 --reason _
mod rewind G 25 R --as-moderator _|mod restore G 29 R|mod restore G 99 R|mod restore G x R
mod amend G|mod amend G 26|mod amend G 26 R|mod amend G 26 TH_b2|mod amend G 26 TH_z9 R --yes
mod amend G 99 TH_b2 R --yes|mod amend G 0 TH_b2 R --yes|mod amend G 26 TH_d1-c1-c2 R --yes
mod amend G 26 # R --yes|mod amend G 26 TH_b2 --yes|mod amend G 23 A2;TH_RV_R1;END R --yes
mod play-for G|mod play-for G blue R|mod play-for G blue A9 R|mod play-for G red A3 R
mod play-for G blue A3|mod play-for G yellow A3 R|mod play-for G blue # R|mod play-for 999 blue A3 R
mod result G|mod result G blue|mod result G red R|mod result G pink R|mod result G b;A3 R
mod result G _ R|mod result 999 draw R
mod extend G|mod extend G 3d|mod extend G 3 R|mod extend G 0d R|mod extend G -3d R|mod extend G 3y R
mod extend G 99999w R|mod extend G 3d --for red R|mod extend G 3d --for referee R
mod pause G R|mod pause G --for 3d|mod pause G --until 2001-01-01 R|mod pause G --until soon R
mod pause G --until 9999-12-31T23:59-12:00 R|mod pause G --for 0d R|mod pause G --for 99999w R
mod pause G --for 3d --until 2099-01-01 R|mod resume G|mod resume G R|mod resume 999 R
mod replace G|mod replace G blue|mod replace G blue Nobody R|mod replace G red Nobody R
mod replace G referee Nobody R|mod replace G blue _ R
mod note G|mod note G _|mod note 999 hello|mod accesses|mod accesses 999|mod accesses x
dispute|dispute dance|dispute open G|dispute open G 3|dispute open G 99 x|dispute open G 0 x
dispute open G 3 _|dispute open G 3 x --as red|dispute open 999 3 x|dispute say 9 x|dispute say x x
dispute say 1 _|dispute list 999|dispute list x|dispute show|dispute show 9|dispute show 0
dispute rule 9 x|dispute rule 1 _|dispute rule 1|dispute export 1 --rule BASE-COMBAT-01
dispute export 9 --rule BASE-COMBAT-01|dispute export 1 --orders A2|dispute export 1 --as blue
"""
"""Commands with a bar between them: G is the game, R a reason, ``_`` a space inside a word."""


def _words(line: str, game: int) -> list[str]:
    words: list[str] = []
    for word in line.split():
        if word == "G":
            words.append(str(game))
        elif word == "R":
            words.extend(R)
        else:
            words.append(word.replace("_", " "))
    return words


@pytest.mark.parametrize("line", BAD.strip().replace("\n", "|").split("|"))
def test_bad_input(run: Run, store: Store, game: int, line: str) -> None:
    """A clear message, exit code 2, nothing changed: not even a look is written down."""
    ok(run("dispute", "open", game, 27, "not adjacent", "--as", "blue"))
    before = rows(store)
    refused(run(*_words(line, game)))
    assert rows(store) == before


ODD = ["a\x1b[2Jb", "\udcff", "x" * 5000, "\0", "\u202e", ""]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_texts(run: Run, store: Store, game: int, text: str) -> None:
    ok(run("dispute", "open", game, 27, "not adjacent"))
    before = rows(store)
    for command in (
        ("mod", "note", game, text),
        ("mod", "rewind", game, 25, "--reason", text),
        ("mod", "rewind", game, 25, *R, "--as-moderator", text or " "),
        ("mod", "play-for", game, "blue", text, *R),
        ("mod", "amend", game, 26, text, *R, "--yes"),
        ("mod", "replace", game, "blue", text, *R),
        ("mod", "result", game, text, *R),
        ("mod", "inspect", text),
        ("dispute", "open", game, 3, text),
        ("dispute", "say", 1, text),
        ("dispute", "rule", 1, text),
    ):
        refused(run(*command))
    assert rows(store) == before


def test_no_database(run: Run, database: Path) -> None:
    database.unlink()
    refused(run("mod", "inspect", 1))
    refused(run("dispute", "list"))


def test_help_has_examples(run: Run) -> None:
    for group in ("mod", "dispute"):
        commands = [
            line.split()[0]
            for line in ok(run(group, "--help")).partition("Commands:")[2].splitlines()
            if line.strip() and not line.startswith("   ")
        ]
        assert len(commands) >= 6
        for command in commands:
            assert "Examples:" in ok(run(group, command, "--help"))


def test_every_write_only_adds(run: Run, store: Store, game: int) -> None:
    """Row counts only grow, and the old rows of the log stay as they are."""
    add_player(store, "Cleo")
    for command in GUARDED:
        before, count = log_rows(store), {k: len(v) for k, v in rows(store).items()}
        run(*(game if word == "G" else word for word in command))
        assert log_rows(store)[: len(before)] == before
        assert all(len(found) >= count[name] for name, found in rows(store).items())
    assert newest(store, game) > 33
    assert_sound(store, game)
