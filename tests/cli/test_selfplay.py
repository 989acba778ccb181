"""``selfplay``: which tables, how many processes, and what happens when it is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudicator.app.house.selfplay import TABLES
from adjudicator.app.house.series import tables_of
from adjudicator.sets.load import SETS, scenarios
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from adjudicator.cli.main import main; main()", "selfplay"]
MANY = ("--games", "5000", "--set", "prison", "--scenario", "1", "--jobs", "2")


def test_tables_cover_every_scenario_of_every_set() -> None:
    played = {(table.set_name, table.scenario) for table in TABLES}
    assert played == {(name, scenario) for name in SETS for scenario in scenarios(name)}


def test_a_table_is_chosen_and_counted(run: Run) -> None:
    result = run("selfplay", "--games", 3, "--set", "prison", "--scenario", "1", "--style", "eager")
    assert result.exit_code == 0, result.output
    heading, row, total, _ = result.stdout.splitlines()[-4:]
    assert heading.split()[:5] == ["table", "style", "games", "blue", "yellow"]
    assert row.split()[:4] == ["prison", "1", "eager", "3"]
    assert total.split()[:3] == ["all", "eager", "3"]
    assert sum(map(int, row.split()[4:8])) == 3


def test_sets_and_scenarios_narrow_each_other() -> None:
    assert tables_of((), ()) == TABLES
    assert {table.set_name for table in tables_of(("base", "mixed"), ())} == {"base", "mixed"}
    assert {str(table) for table in tables_of((), ("2",))} == {
        "prison 2",
        "prison 2 memory=strict",
    }
    assert {t.scenario for t in tables_of(("prison",), ("1", "3"))} == {"1", "3"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "prism"), "there is no set 'prism'; known: base, prison, mixed"),
        (("--scenario", "9"), "there is no scenario '9'; known are base: "),
        (("--set", "base", "--scenario", "2"), "known are base: beginner, standard"),
        (("--set", "base", "--set", "prison", "--scenario", "2"), "base has no scenario 2; known:"),
        (("--style", "silly"), "'silly' is no style; known: random, eager, house"),
        (("--style", "house:"), "'house:' is no style"),
        (("--style", "house:eager:random"), "is no style"),
        (("--jobs", "0"), "0 is not in the range"),
        (("--jobs", "two"), "'two' is not a valid integer"),
    ],
)
def test_what_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    result = run("selfplay", "--games", 1, *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_the_house_plays_against_a_style(run: Run, tmp_path: Path) -> None:
    words = ("--set", "prison", "--scenario", "1", "--style", "house:random", "--out", tmp_path)
    result = run("selfplay", "--games", 1, *words)
    assert result.exit_code == 0, result.output
    assert "prison 1  house:random      1     1       0" in result.stdout
    (record,) = tmp_path.iterdir()
    assert record.name == "00001-house-random.dt"
    assert run("verify", record).exit_code == 0


# -- several processes ------------------------------------------------------------------------


def start(*words: object) -> subprocess.Popen[str]:
    """In a process group of its own, as a terminal would do it."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def workers(process: subprocess.Popen[str]) -> list[int]:
    """The processes in which it plays, without those that only keep accounts for them."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    commands = {int(c): Path(f"/proc/{c}/cmdline").read_text() for c in children}
    return [pid for pid, command in commands.items() if "spawn_main" in command]


def await_workers(process: subprocess.Popen[str]) -> list[int]:
    deadline = time.monotonic() + 60
    while len(found := workers(process)) < 2:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
    return found


def assert_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < deadline, "a process was left behind"
        time.sleep(0.05)


def test_the_same_games_for_any_number_of_jobs(run: Run, tmp_path: Path) -> None:
    said = []
    words = ("--games", 6, "--seed", "jobs", "--set", "prison", "--scenario", "1")
    for jobs in (1, 2):
        result = run("selfplay", *words, "--jobs", jobs, "--out", tmp_path / str(jobs))
        assert result.exit_code == 0, result.output
        said.append(result.stdout)
    assert said[0] == said[1]
    one, two = (sorted((tmp_path / folder).iterdir()) for folder in ("1", "2"))
    assert len(one) == 6
    assert [(f.name, f.read_bytes()) for f in one] == [(f.name, f.read_bytes()) for f in two]


def test_interrupting_leaves_no_traceback_and_no_process() -> None:
    process = start(*MANY)
    found = await_workers(process)
    os.killpg(process.pid, signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 1
    assert stderr.strip() == "Aborted!"
    assert_gone(found)


def test_a_dying_worker_is_explained() -> None:
    process = start(*MANY)
    found = await_workers(process)
    os.kill(found[0], signal.SIGKILL)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "a process that played games was ended from outside" in stderr
    assert "try fewer than 2 jobs" in stderr
    assert "Traceback" not in stderr
    assert_gone(found)


def test_workers_leave_with_the_program() -> None:
    process = start(*MANY)
    found = await_workers(process)
    process.kill()
    process.communicate(timeout=60)
    assert_gone(found)
