"""The real program: started by a shell, several at once, with closed or broken pipes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from adjudicator.app.games import verify
from tests.cli.conftest import BEGUN, MakeGame

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from adjudicator.cli.main import main; main()"]


def start(*args: object, shell_end: str = "") -> subprocess.Popen[str]:
    words = [*PROGRAM, *map(str, args)]
    if shell_end:
        words = ["sh", "-c", f'"$@" {shell_end}', "sh", *words]
    return subprocess.Popen(
        words,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    stdout, stderr = process.communicate(timeout=60)
    return process.returncode, stdout, stderr


def test_two_at_once_lose_nothing(make_game: MakeGame) -> None:
    """Both players seal their teams at the same time, and each changes his mind once."""
    file = make_game(0)
    blue = "LINE CL@b1 TH@d1 WI@g1 TR@i1"
    yellow = "LINE CL@b22 TH@d22 WI@g22 TR@i22"
    running = [start("submit", file, "--as", s, o) for s, o in (("blue", blue), ("yellow", yellow))]
    results = [finish(process) for process in running]
    assert [code for code, _, _ in results] == [0, 0], results
    game = verify(file.read_text())
    assert sorted(order for _, order in game.record.orders) == sorted([blue, yellow])


def test_of_many_equal_orders_one_is_played(make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    running = [start("submit", file, "--as", "blue", "A2") for _ in range(6)]
    results = [finish(process) for process in running]
    assert sorted(code for code, _, _ in results) == [0, 2, 2, 2, 2, 2]
    refused = next(stdout for code, stdout, _ in results if code == 2)
    assert "BASE-TURN-03" in refused, "it is judged in the game as it is now"
    assert len(verify(file.read_text()).record.messages) == BEGUN + 1


def test_closed_standard_input(make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    code, _, stderr = finish(start("submit", file, "--as", "blue", shell_end="<&-"))
    assert code == 2
    assert "standard input is closed" in stderr
    code, stdout, _ = finish(start("replay", file, "--step", "--no-boards", shell_end="<&-"))
    assert code == 0
    assert stdout.startswith("1  blue")


def test_a_reader_who_stops_early(make_game: MakeGame) -> None:
    _, stdout, stderr = finish(start("replay", make_game(), shell_end="| head -n 1"))
    assert stdout.startswith("1  blue")
    assert "Traceback" not in stderr


def test_help_imports_nothing_slow() -> None:
    """Database and engine are imported by the commands that need them."""
    code = (
        "import sys; from adjudicator.cli.main import cli\n"
        "cli(['--help'], standalone_mode=False)\n"
        "slow = {'sqlmodel', 'jinja2', 'aiosmtplib', 'adjudicator.engine.state'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
