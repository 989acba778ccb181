"""The replay in headless Chromium, opened from disk: keys, buttons, fingers, widths."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.render.html import ReplayStep
from tests.render.test_html import data_of

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def replay_file(blues_page: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    path.write_text(blues_page, encoding="utf-8")
    return path


@pytest.fixture
def opened(browser: Any, replay_file: Path) -> Iterator[Any]:
    """Opens the file in windows of any kind; complaints of the browser fail the test."""
    complaints: list[str] = []
    contexts = []

    def open_page(address: str = "", **settings: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", **settings})
        context.set_default_timeout(10_000)
        contexts.append(context)
        page: Page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: complaints.extend([] if r.url[:4] == "file" else [r.url]))
        page.goto(f"{replay_file.as_uri()}{address}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if not text.startswith("data:,")] == []


def step_of(page: Page) -> int:
    text = page.locator("#count").text_content() or ""
    return int(text.split("/")[0])


def keys_of(page: Page) -> list[str]:
    """What is drawn, from the bottom to the top."""
    found = page.evaluate("[...document.querySelectorAll('#layers > g')].map(g => g.dataset.key)")
    return [str(key) for key in found]


def drawn_keys(data: dict[str, Any], step: int) -> list[str]:
    return [data["keys"][key] for key in data["steps"][step][0][::4]]


def test_keys_step_through_the_game(opened: Any, blues_page: str) -> None:
    data = data_of(blues_page)
    last = len(data["steps"]) - 1
    page = opened()
    assert step_of(page) == 0
    for key, expected in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("ArrowRight", last),
        ("ArrowLeft", last - 1), ("Home", 0), ("ArrowLeft", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert step_of(page) == expected
        assert keys_of(page) == drawn_keys(data, expected)
    page.keyboard.press("ArrowDown")
    first_turn = step_of(page)
    assert "Turn 1 " in (page.locator("#panels h2").text_content() or "")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert step_of(page) == first_turn


def test_every_step_draws_what_it_should(opened: Any, blues_page: str) -> None:
    data = data_of(blues_page)
    page = opened()
    order = list(range(len(data["steps"])))
    random.Random(1).shuffle(order)
    for step in order[:60]:
        page.evaluate(f"location.hash = '#{step}'")
        page.wait_for_function(f"() => document.getElementById('slider').value === '{step}'")
        assert keys_of(page) == drawn_keys(data, step)
        bodies = page.evaluate(
            "[...document.querySelectorAll('#layers > g')].map(g => g.textContent)"
        )
        parts = [data["parts"][part] for part in data["steps"][step][0][1::4]]
        assert [unescape(re.sub("<.*?>", "", part)) for part in parts] == bodies


def test_buttons_slider_moves_and_links_jump(opened: Any) -> None:
    page = opened("#12")
    assert step_of(page) == 12
    assert page.locator("[aria-current]").get_attribute("data-step") == "12"
    page.click("#next")
    assert step_of(page) == 13 and page.url.endswith("#13")
    page.click("#back")
    page.click("#first")
    assert step_of(page) == 0 and page.locator("#first").is_disabled()
    page.locator("#slider").fill("30")
    assert step_of(page) == 30
    page.click('[data-step="40"]')
    assert step_of(page) == 40
    page.select_option("#turn", label=page.locator("#turn option").nth(3).text_content())
    assert "Turn 3 " in (page.locator("#panels h2").text_content() or "")
    assert step_of(opened("#999999")) > 100
    assert step_of(opened("#nonsense")) == 0


def test_the_step_is_told(opened: Any, blues_steps: list[ReplayStep]) -> None:
    page = opened("#25")
    told = page.locator("#told")
    assert told.get_attribute("aria-live") == "polite"
    shown = told.text_content() or ""
    step = blues_steps[25]
    assert step.by in shown and (step.order or "sealed order") in shown
    assert all(line in shown for line in step.told)
    assert "Dungeon Twister" in (page.locator("#board").get_attribute("aria-label") or "")


def test_play_and_pause(opened: Any) -> None:
    page = opened()
    page.select_option("#speed", "250")
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.wait_for_function("() => document.getElementById('slider').value >= 3")
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-pressed") == "false"
    stopped = step_of(page)
    page.wait_for_timeout(600)
    assert step_of(page) == stopped
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.click("#play")
    page.wait_for_function("() => document.getElementById('next').disabled")
    assert page.locator("#play").get_attribute("aria-pressed") == "false"


def test_a_finger_swipes(opened: Any) -> None:
    page = opened("#5", viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    devtools = page.context.new_cdp_session(page)

    def swipe(start: tuple[int, int], end: tuple[int, int]) -> None:
        for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
            touched = [{"x": x, "y": y} for x, y in points]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    swipe((300, 300), (100, 310))
    page.wait_for_function("() => document.getElementById('slider').value === '6'")
    swipe((100, 300), (300, 310))
    page.wait_for_function("() => document.getElementById('slider').value === '5'")
    swipe((200, 300), (210, 200))
    page.wait_for_timeout(100)
    assert step_of(page) == 5


@pytest.mark.parametrize("width", [360, 400, 768, 1000, 1400])
def test_the_page_fits_any_width(opened: Any, width: int) -> None:
    page = opened("#40", viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#board").bounding_box()
    assert box is not None and box["width"] >= min(340, 0.9 * width)
    for name in ("first", "back", "play", "next", "last"):
        button = page.locator(f"#{name}").bounding_box()
        assert button is not None and min(button["width"], button["height"]) >= 40


def test_the_board_moves_to_what_happens_on_a_phone(opened: Any, blues_page: str) -> None:
    page = opened("#0", viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True)
    for step in range(22, 100):
        page.evaluate(f"location.hash = '#{step}'")
        page.wait_for_function(f"() => document.getElementById('slider').value === '{step}'")
        moved = page.locator("#trail .trail-to")
        if moved.count():
            box = moved.first.bounding_box()
            dock = page.locator(".dock").bounding_box()
            assert box is not None and dock is not None
            assert 0 <= box["y"] + box["height"] / 2 <= dock["y"], step


def test_without_script_the_moves_and_the_end_are_there(opened: Any) -> None:
    page = opened(java_script_enabled=False)
    assert page.locator("#layers > g").count() > 10
    assert page.locator("[data-step='1']").is_visible()
    assert not page.locator("#controls").is_visible()


def test_light_and_dark(opened: Any) -> None:
    def background(scheme: str) -> str:
        page = opened(color_scheme=scheme)
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert background("light") != background("dark")
