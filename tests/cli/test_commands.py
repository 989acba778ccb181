"""Every command does what its help says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.app.games import load_game, verify
from adjudicator.cli.main import COMMANDS
from tests.cli.conftest import ATTACKED, BEGUN, REVEALED, MakeGame, Run

ROOT = Path(__file__).parents[2]
GROUPS = [["rooms", "check"], ["rooms", "show"]]


@pytest.mark.parametrize("command", [*([name] for name in COMMANDS), *GROUPS], ids=" ".join)
def test_every_help_has_an_example(run: Run, command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Examples:\n +adjudicator {' '.join(command)}\b", result.stdout)
    assert "Options:" in result.stdout


def test_help_names_all_commands(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.stdout for name in COMMANDS)


def test_new_makes_a_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.dt"
    result = run("new", "--set", "base", "--target", 7, "--memory", "strict", "--seed", "s", file)
    assert result.exit_code == 0, result.output
    game = verify(file.read_text())
    assert game.record.tags["Options"] == "target=7 memory=strict"
    assert game.record.tags["Seed"] == "s"
    assert game.commitment in result.stdout
    assert "adjudicator show" in result.stdout
    assert file.stat().st_mode & 0o077 == 0, "the seed is nobody else's business"


def test_new_draws_a_secret_seed(run: Run, tmp_path: Path) -> None:
    for name in "ab":
        assert run("new", tmp_path / name).exit_code == 0
    one, other = (load_game((tmp_path / name).read_text()) for name in "ab")
    assert len(one.record.tags["Seed"]) == 32
    assert one.record.tags["Seed"] != other.record.tags["Seed"]
    assert one.record.tags["Seed"] not in run("new", tmp_path / "c").output


@pytest.mark.parametrize(
    ("args", "options"),
    [
        (["--handicap", "blue=6", "--remove", "blue=+5,+6"], "handicap.b=6 removed.b=+5,+6"),
        (["--stronger", "y", "--levels", "experienced/newbie"], "handicap.y=4 removed.y=+6"),
        (["--stronger", "blue", "--levels", "Very-Experienced:good"], "handicap.b=5"),
        (["--stronger", "blue", "--levels", "good/good"], ""),
        (["--scenario", "beginner", "--pair", "2"], "pair=2"),
    ],
)
def test_new_takes_options(run: Run, tmp_path: Path, args: list[str], options: str) -> None:
    result = run("new", *args, tmp_path / "my.dt")
    assert result.exit_code == 0, result.output
    tags = load_game((tmp_path / "my.dt").read_text()).record.tags
    assert tags["Options"] == f"target=5 memory=own {options}".strip()


def test_submit_plays_and_reports(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    result = run("submit", file, "--as", "blue", "a2 ;  th  rv r1; END")
    assert result.exit_code == 0, result.output
    assert "a2\n      played as A2" in result.stdout
    assert "th  rv r1\n      played as TH RV R1" in result.stdout
    assert "END\n      held back" in result.stdout
    assert "reveals R1" in result.stdout
    assert "The game waits for you: place the tokens found" in result.stdout
    assert len(verify(file.read_text()).record.messages) == BEGUN + 1


@pytest.mark.parametrize("dash", [["-"], []])
def test_submit_reads_standard_input(run: Run, make_game: MakeGame, dash: list[str]) -> None:
    file = make_game(BEGUN)
    assert run("submit", file, "--as", "b", *dash, stdin="A2\n# go\nTH c1\n").exit_code == 0
    assert load_game(file.read_text()).record.messages[-1].orders == ("A2", "TH d1-c1")


def test_submit_by_the_referee(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    number = load_game(file.read_text()).state.pending[0].number
    result = run("submit", file, "--as", "referee", f"TIMEOUT {number}")
    assert result.exit_code == 0, result.output
    assert "Yellow" in result.stdout


def test_submit_keeps_comments_and_mode_of_the_file(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    file.write_text(file.read_text() + "# well played\n")
    file.chmod(0o640)
    assert run("submit", file, "--as", "blue", "A2").exit_code == 0
    assert "# well played\n23 b: A2 ~" in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in file.parent.iterdir()] == [file.name], "nothing is left behind"


def test_submit_follows_a_link(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    link = file.parent / "link.dt"
    link.symlink_to(file)
    assert run("submit", link, "--as", "blue", "A2").exit_code == 0
    assert link.is_symlink()
    assert len(load_game(file.read_text()).record.messages) == BEGUN + 1


@pytest.mark.parametrize("viewer", ["blue", "y", "observer", "moderator"])
def test_show(run: Run, make_game: MakeGame, viewer: str) -> None:
    result = run("show", make_game(), "--as", viewer)
    assert result.exit_code == 0
    assert "bTH c2" in result.stdout
    assert "\x1b" not in result.stdout
    assert ("Your hand" in result.stdout) == (viewer in ("blue", "y"))
    assert ("bsw Sword" in result.stdout) == (viewer in ("blue", "moderator"))


def test_show_in_colour_says_the_same(run: Run, make_game: MakeGame) -> None:
    plain = run("show", make_game(), "--as", "blue", "--no-colour").stdout
    painted = run("show", make_game(), "--as", "blue", "--colour").stdout
    assert painted != plain
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain


@pytest.mark.parametrize(
    ("messages", "seat", "expected"),
    [
        (0, "blue", "LINE ..@b1 ..@d1 ..@g1 ..@i1"),
        (2, "blue", "SET token room"),
        (BEGUN, "blue", "Action card: A2"),
        (BEGUN, "yellow", "Nothing is asked of Yellow now"),
        (BEGUN, "referee", "TIMEOUT 23"),
        (REVEALED, "blue", "PUT y.GO@..   for example PUT y.GO@a6"),
        (REVEALED, "blue", "(24 ways)"),
        (ATTACKED, "blue", "CARD +0, CARD +1"),
        (ATTACKED + 1, "yellow", "End the turn: END"),
        (ATTACKED + 1, "yellow", "reveal: WI RV R7, WI RV R8"),
        (ATTACKED + 1, "yellow", "move to (type TR j22): j22, h22"),
    ],
)
def test_options(run: Run, make_game: MakeGame, messages: int, seat: str, expected: str) -> None:
    result = run("options", make_game(messages), "--as", seat)
    assert result.exit_code == 0, result.output
    assert expected in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 90


def test_replay(run: Run, make_game: MakeGame) -> None:
    result = run("replay", make_game())
    assert result.exit_code == 0
    assert result.stdout.count("Pieces on the board") == BEGUN + 7
    assert "\n23  blue: A2; TH RV R1\n" in result.stdout


def test_replay_keeps_sealed_orders_secret(run: Run, make_game: MakeGame) -> None:
    file = make_game(ATTACKED)
    seen = {who: run("replay", file, "--as", who, "--no-boards").stdout for who in WHO}
    assert "1  blue: (sealed)" in seen["observer"]
    assert "1  blue: LINE CL@b1" in seen["blue"]
    assert "2  yellow: LINE" not in seen["blue"]
    assert "27  yellow: A3; GO x b.TH\n" in seen["blue"]
    assert "27  yellow: A3; GO x b.TH +1\n" in seen["yellow"]
    assert "SET GO R1" not in seen["blue"] + seen["observer"]
    assert "SET GO R1" in seen["moderator"]


WHO = ("blue", "yellow", "observer", "moderator")


def test_replay_step_by_step(run: Run, make_game: MakeGame) -> None:
    result = run("replay", make_game(), "--from", 23, "--step", stdin="\nq\n")
    assert result.exit_code == 0
    assert re.findall(r"^(\d+)  \w+:", result.stdout, re.M) == ["23", "24"]
    ended = run("replay", make_game(), "--from", 23, "--step", stdin="")
    assert re.findall(r"^(\d+)  \w+:", ended.stdout, re.M) == ["23"]


def test_replay_of_nothing(run: Run, make_game: MakeGame) -> None:
    assert "Nothing has been played" in run("replay", make_game(0)).stdout


def test_verify(run: Run, make_game: MakeGame) -> None:
    result = run("verify", make_game())
    assert result.exit_code == 0
    assert "29 messages, 31 decisions, all legal" in result.stdout


def test_verify_finds_a_changed_order(run: Run, make_game: MakeGame) -> None:
    file = make_game()
    file.write_text(file.read_text().replace("PUT b.ro@a6", "PUT b.ro@a5"))
    result = run("verify", file)
    assert result.exit_code == 2
    assert "message 25" in result.stderr


def test_case(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my.case"
    good = (
        "case BASE-MOVE-11 R stopped\ngiven .{bWI} # .\n"
        "order b: WI s1-s2\nthen refused BASE-MOVE-11"
    )
    file.write_text(good)
    assert "1 cases: 1 hold, 0 fail" in run("case", file).stdout
    assert "ok BASE-MOVE-11 R stopped" in run("case", "-v", file).stdout
    file.write_text(good.replace("refused BASE-MOVE-11", "accepted"))
    result = run("case", file)
    assert result.exit_code == 1
    assert f"{file}:1: FAIL BASE-MOVE-11 R stopped" in result.stdout


def test_rules(run: Run) -> None:
    one = run("rules", "base-move-11").stdout
    assert "A closed portcullis stops everybody" in one
    assert "adjudicator/sets/base/set.toml:" in one
    assert "tests/cases/BASE-MOVE.case:" in one
    assert "BASE-MOVE-01 " in run("rules").stdout
    assert "BASE-MOVE-01 " in run("rules", "BASE-MOVE").stdout
    assert "BASE-SETUP-01 " not in run("rules", "BASE-MOVE").stdout
    assert run("rules", "base").stdout.count("\nBASE-") > 200


def test_rooms(run: Run) -> None:
    assert "8 rooms, fit to play with" in run("rooms", "check").stdout
    assert run("rooms", "show").stdout.count("turns left") == 4
    assert run("rooms", "show", "2r").stdout.startswith("2R  pair 2, turns right")
    own = ROOT / "adjudicator" / "sets" / "base" / "rooms"
    assert run("rooms", "show", own, "2R").stdout == run("rooms", "show", "2R").stdout


def test_rooms_check_names_the_place(run: Run, tmp_path: Path) -> None:
    text = "room 7L\npair 7\nturns left\n+---+\n| x |\n+---+\n"
    (tmp_path / "7L.txt").write_text(text)
    result = run("rooms", "check", tmp_path)
    assert result.exit_code == 2
    assert "7L.txt:5:3: error: found 'x'" in result.stdout


def test_selfplay(run: Run, tmp_path: Path) -> None:
    result = run(
        "selfplay", "--games", 2, "--seed", "t", "--style", "eager", "--out", tmp_path / "r"
    )
    assert result.exit_code == 0, result.output
    assert "All invariants held" in result.stdout
    records = sorted((tmp_path / "r").iterdir())
    assert len(records) == 2
    for record in records:
        assert run("verify", record).exit_code == 0


def test_demo(run: Run) -> None:
    result = run("demo")
    assert result.exit_code == 0, result.output
    for order in (
        "LINE CL@b1",
        "SET ro R1",
        "TH RV R1",
        "PUT y.GO@c3",
        "TH c2",
        "GO x TH",
        "CARD +3",
    ):
        assert order in result.stdout
    assert "Blue's starting line" in result.stdout
