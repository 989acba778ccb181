"""The replay in one file: self-contained, safe, small, and without anybody else's secrets."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.app.games import Game, load_game, new_game, replay, submit
from adjudicator.app.house.selfplay import EAGER, RANDOM, Table, play_game
from adjudicator.app.replays import replay_steps, seen_order
from adjudicator.cli.main import cli
from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask
from adjudicator.engine.ruleset import Options
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.notation.record import Record
from adjudicator.render.html import ReplayStep, write_replay
from adjudicator.render.templates import template_folder
from tests.render.prison import prison_state

BLUE, YELLOW = Colour.BLUE, Colour.YELLOW
VIEWERS: tuple[Viewer, ...] = (BLUE, YELLOW, Role.OBSERVER, Role.MODERATOR)


def page_of(record: Record, viewer: Viewer) -> str:
    return write_replay("game", viewer, replay_steps(record, viewer))


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


class Elements(HTMLParser):
    """The elements of a page and the text of its scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.raw: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.raw.append((self.found[-1][1].get("type") or self.cdata_elem, data))


# -- one safe file ----------------------------------------------------------------------------


def test_nothing_comes_from_elsewhere(blues_page: str) -> None:
    assert set(re.findall(r"\w+://[^\s\"'<]*", blues_page)) <= {"http://www.w3.org/2000/svg"}
    for _, attributes in Elements(blues_page).found:
        assert "src" not in attributes and "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith(("#", "data:,"))


def test_the_policy_allows_its_own_style_and_script_only(blues_page: str) -> None:
    elements = Elements(blues_page)
    policy = next(
        a["content"] for tag, a in elements.found if tag == "meta" and "http-equiv" in a
    )  # fmt: skip
    assert policy is not None and policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    texts = [text for kind, text in elements.raw if kind in ("style", "script")]
    assert len(texts) == 2
    for text in texts:
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy


EVIL = '</script></title><script>alert(1)</script><img src=x onerror="alert(1)">&amp;'


def test_no_text_gets_in_unescaped(blues_steps: list[ReplayStep]) -> None:
    steps = [
        replace(step, order=EVIL, told=(EVIL,), by=EVIL, view=_with_evil_names(step))
        for step in blues_steps[-40:]
    ]
    page = write_replay(EVIL, EVIL, steps)
    tags = [tag for tag, _ in Elements(page).found]
    assert "img" not in tags
    assert tags.count("script") == 2
    for part in data_of(page)["parts"]:
        assert "<script" not in part and "<img" not in part


def _with_evil_names(step: ReplayStep) -> Any:
    return replace(
        step.view, names=dict.fromkeys(step.view.names, EVIL), why_ended=EVIL, scenario=EVIL
    )  # fmt: skip


def test_a_long_game_is_a_small_file(blues_page: str, blues_steps: list[ReplayStep]) -> None:
    assert len(blues_steps) > 100
    assert len(blues_page.encode()) / len(blues_steps) < 2_000_000 / 200


def test_the_same_game_gives_the_same_file(finished: Game, blues_page: str) -> None:
    again = load_game(finished.text())
    assert write_replay("Round 1", BLUE, replay_steps(again.record, BLUE)) == blues_page


# -- what is in it ----------------------------------------------------------------------------


def test_every_decision_is_a_step_and_a_move(finished: Game, blues_page: str) -> None:
    orders = list(finished.record.orders)
    assert len(data_of(blues_page)["steps"]) == len(orders) + 1
    for number in range(1, len(orders) + 1):
        assert f'data-step="{number}"' in blues_page
    assert "<h3>Set-up</h3>" in blues_page and "<h3>Turn 1 · " in blues_page


def test_a_game_that_has_not_begun_can_be_replayed() -> None:
    game = new_game("base", "standard", Options(), "fresh")
    page = page_of(game.record, Role.OBSERVER)
    assert len(data_of(page)["steps"]) == 1
    assert "0 decisions" in page


def test_arrow_slits_are_in_the_legend_if_a_board_has_some(blues_page: str) -> None:
    seen = view(prison_state(), BLUE)
    page = write_replay("game", BLUE, [ReplayStep("", None, (), seen)])
    assert "<span>arrow-slit: a wall, open to the sight" in page
    assert page.count('href=\\"#dt-slit\\"') + page.count('href="#dt-slit"') > 20
    assert "arrow-slit" not in blues_page


def test_the_result_is_told(finished: Game, blues_page: str) -> None:
    end = view(finished.state, BLUE)
    assert end.winners is not None
    assert str(end.why_ended) in blues_page
    assert finished.record.tags["Seed"] in blues_page, "published when the game is over"


def test_hands_are_shown_to_their_owner_only(finished: Game) -> None:
    record = before_the_end(finished.record)
    seen = {viewer: data_of(page_of(record, viewer)) for viewer in VIEWERS}
    for viewer, hands in ((BLUE, 1), (YELLOW, 1), (Role.OBSERVER, 0), (Role.MODERATOR, 2)):
        data = seen[viewer]
        panels = [data["parts"][part] for part in data["steps"][30][1]]
        assert sum("card combat" in panel for panel in panels) == hands


def before_the_end(record: Record) -> Record:
    """The same game, not quite finished."""
    return replace(record, messages=record.messages[:-2])


# -- secrets ----------------------------------------------------------------------------------

TEAMS = {BLUE: "LINE CL@b1 TH@d1 WI@g1 WA@i1", YELLOW: "LINE CL@b22 TH@d22 WI@g22 TR@i22"}
SLOTS = {
    BLUE: ["R3", "R4", "R5", "R6", "R3", "R4", "R1", "R5", "R2", "R6"],
    YELLOW: ["R1", "R6", "R5", "R4", "R8", "R7", "R3", "R8", "R7", "R2"],
}
HIDDEN = {
    BLUE: ["GO", "ME", "WW", "TR", "ar", "fw", "ro", "sp", "sw", "tz"],
    YELLOW: ["GO", "WA", "ME", "WW", "ar", "fw", "ro", "sp", "sw", "tz"],
}
OTHERWISE = {
    BLUE: ["tz", "sw", "sp", "TR", "ar", "fw", "ro", "WW", "ME", "GO"],
    YELLOW: ["GO", "tz", "sw", "sp", "ro", "fw", "ar", "WW", "ME", "WA"],
}
"""The same rooms in the same order, other tokens; what R1 holds is revealed, so it stays."""

PLAY = (
    (BLUE, "A2; TH RV R1"),
    (BLUE, "PUT y.GO@c3"),
    (YELLOW, "PUT b.ro@a6"),
    (BLUE, "TH c2"),
)


def world(seed: str, hidden: dict[Colour, list[str]], attack: str) -> Game | None:
    """Set-up, a reveal and an attack with these secrets; ``None`` if this seed deals otherwise."""
    game = new_game("base", "standard", Options(), seed)
    for by in (BLUE, YELLOW):
        game = submit(game, by, TEAMS[by]).game
    if game.state.pending[0].who is not BLUE:
        return None
    for pairs in zip(*(zip(hidden[by], SLOTS[by], strict=True) for by in TEAMS), strict=True):
        for by, (token, slot) in zip(TEAMS, pairs, strict=True):
            outcome = submit(game, by, f"SET {token} {slot}")
            assert outcome.accepted
            game = outcome.game
    if game.state.turn.active is not BLUE:
        return None
    for by, orders in (*PLAY, (YELLOW, f"A3; {attack}")):
        outcome = submit(game, by, orders)
        if not outcome.accepted:
            return None
        game = outcome.game
    return game


def r1(state: State) -> object:
    room = state.space.tile_in("R1")  # type: ignore[arg-type]  # a slot
    assert room is not None
    return room, state.space.placements[room]


def worlds_like(
    seed: str, hidden: dict[Colour, list[str]], attack: str, count: int
) -> Iterator[Game]:
    """Games with other seeds and the same open room."""
    model = r1(new_game("base", "standard", Options(), seed).state)
    for number in range(10_000):
        other = f"other-{number}"
        if r1(new_game("base", "standard", Options(), other).state) == model:
            game = world(other, hidden, attack)
            if game is not None:
                yield game
                count -= 1
        if count == 0:
            return


@pytest.fixture(scope="session")
def demo_seed() -> str:
    """A seed with which that game is legal."""
    return next(
        seed
        for seed in (f"demo-{number}" for number in range(2, 5_000))
        if world(seed, HIDDEN, "GO x TH +1") is not None
    )


def masked(game: Game, viewer: Viewer) -> str:
    """A viewer's file, without the commitment, which is public and differs with the seed."""
    return page_of(game.record, viewer).replace(game.record.tags["Commitment"], "COMMITMENT")


@pytest.mark.parametrize("viewer", [BLUE, YELLOW, Role.OBSERVER])
def test_the_file_does_not_depend_on_the_unseen(viewer: Viewer, demo_seed: str) -> None:
    """Other rooms, other hidden tokens, another sealed card: the same bytes (BASE-HIDDEN-01)."""
    known = viewer if isinstance(viewer, Colour) else None
    hidden = {by: HIDDEN[by] if by is known else OTHERWISE[by] for by in TEAMS}
    attack = "GO x TH +1" if viewer is YELLOW else "GO x TH +4"
    this = world(demo_seed, HIDDEN, "GO x TH +1")
    assert this is not None
    others = list(worlds_like(demo_seed, hidden, attack, 2))
    assert len(others) == 2
    for other in others:
        assert other.record.tags["Seed"] != this.record.tags["Seed"]
        assert masked(other, viewer) == masked(this, viewer)
        assert masked(other, Role.MODERATOR) != masked(this, Role.MODERATOR)


def test_a_missed_deadline_does_not_tell_the_card(demo_seed: str) -> None:
    """The +0 of a deadline looks like a sealed +0 until the cards are turned (BASE-HIDDEN-05)."""
    game = world(demo_seed, HIDDEN, "GO x TH")
    assert game is not None
    number = next(
        r.number for r in game.state.pending if r.ask is Ask.COMBAT_CARD and r.who is BLUE
    )
    sealed = submit(game, BLUE, "CARD +0").game
    missed = submit(game, None, f"TIMEOUT {number}").game
    assert page_of(sealed.record, YELLOW) == page_of(missed.record, YELLOW)
    assert page_of(sealed.record, Role.OBSERVER) == page_of(missed.record, Role.OBSERVER)
    assert f"TIMEOUT {number}" in page_of(missed.record, BLUE)
    turned = submit(missed, YELLOW, "CARD +1").game
    assert "+0 card (by default)" in page_of(turned.record, YELLOW)


def test_sealed_orders_are_their_senders(finished: Game) -> None:
    sealed = re.compile(r"(OUT|LINE|SET|CARD) |x .* \+\d")
    kinds = set()
    for turn in replay(finished.record):
        other = BLUE if turn.by is YELLOW else YELLOW
        found = sealed.match(turn.order) or sealed.search(turn.order)
        for viewer in (other, Role.OBSERVER):
            seen = seen_order(turn, viewer)
            assert seen.by == turn.by
            assert seen.text is None or not sealed.search(seen.text)
            assert found or seen.text == turn.order
        for viewer in (turn.by, Role.MODERATOR):
            assert viewer is None or seen_order(turn, viewer).text == turn.order
        if found:
            kinds.add(turn.order.split()[0])
    assert {"LINE", "SET", "CARD"} <= kinds


@pytest.mark.parametrize("style", [EAGER, RANDOM], ids=["eager", "random"])
def test_tokens_never_seen_are_not_in_the_file(style: Any) -> None:
    game = play_game(Table(), f"unseen-{style.name}", random.Random(7), style, limit=90)
    record = before_the_end(game.record)
    states = [turn.after for turn in replay(record)]
    for viewer, others in ((BLUE, "y"), (YELLOW, "b"), (Role.OBSERVER, "by")):
        page = page_of(record, viewer)
        assert record.tags["Seed"] not in page
        never = list(_never_seen(states, others))
        assert never
        for token, name in never:
            for secret in (rf"\b{token}\b", rf"\b{name}\b"):
                assert not re.search(secret, page), (viewer, token)


def _never_seen(states: Sequence[State], others: str) -> Iterator[tuple[str, str]]:
    for token in states[0].pieces:
        if token[0] in others and all(
            state.pieces[token].status in ("hidden", "unplaced", "lined up", "left out")
            for state in states
        ):
            yield token, states[0].name(token)


def test_room_tiles_that_lie_face_down_are_not_in_the_file(finished: Game) -> None:
    record = replace(finished.record, messages=finished.record.messages[:10])
    data = data_of(page_of(record, BLUE))
    for part in data["parts"]:
        assert not re.search(r"\b\d[RL] \d+°", part)


# -- the shell --------------------------------------------------------------------------------


@pytest.fixture
def record_file(tmp_path: Path, demo_seed: str) -> Path:
    game = world(demo_seed, HIDDEN, "GO x TH +1")
    assert game is not None
    path = tmp_path / "round <1>.dt"
    path.write_text(game.text(), encoding="utf-8")
    return path


def shell(*words: str | Path) -> Any:
    return CliRunner().invoke(cli, list(map(str, words)))


def test_the_shell_writes_a_page(record_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    result = shell("replay", record_file, "--as", "yellow", "--html", out)
    assert result.exit_code == 0, result.output
    page = out.read_text(encoding="utf-8")
    record = load_game(record_file.read_text(encoding="utf-8")).record
    assert page == write_replay("round <1>", YELLOW, replay_steps(record, YELLOW))
    again = shell("replay", record_file, "--html", out)
    assert again.exit_code == 2 and "exists already" in again.output
    assert out.read_text(encoding="utf-8") == page


def test_the_shell_writes_pictures(tmp_path: Path) -> None:
    record, folder = tmp_path / "new.dt", tmp_path / "pictures"
    game = new_game("base", "beginner", Options(), "pictures")
    record.write_text(submit(game, BLUE, "LINE CL@b1 TH@d1 WI@g1 WA@i1").game.text())
    assert shell("replay", record, "--as", "blue", "--png", folder).exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["0000.png", "0001.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in folder.iterdir())
    result = shell("replay", record, "--png", folder)
    assert result.exit_code == 2 and "exists already" in result.output


def test_the_shell_refuses_what_it_cannot_do(record_file: Path, tmp_path: Path) -> None:
    for words in (
        ("--html", tmp_path / "no folder" / "a.html"),
        ("--html", tmp_path / "a.html", "--as", "green"),
        ("--png", record_file),
        ("--png", record_file / "below a file"),
    ):
        result = shell("replay", record_file, *words)
        assert result.exit_code == 2, result.output
    assert [path.name for path in tmp_path.iterdir()] == [record_file.name]


def test_templates_are_found() -> None:
    assert (template_folder() / "replay" / "page.html.j2").is_file()
