"""Letters in headless Chromium, as mail programs show them: on a phone, in the dark, on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from css_inline import CSSInliner

from adjudicator.render.language import CODES
from tests.render.letters import letters, written

INLINER = CSSInliner(keep_style_tags=True, keep_at_rules=True, load_remote_stylesheets=False)
"""As mails are composed."""

CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!colour.startsWith("rgba(0, 0, 0, 0")) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = [...document.querySelectorAll("h1, h2, p, li, dt, dd, pre, blockquote, code")];
  return Math.min(...texts.map((element) => {
    const [one, two] = [light(getComputedStyle(element).color), light(behind(element))];
    return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  }));
}"""
"""The weakest contrast between a text and what is behind it."""


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (1000, "light")])
def test_every_letter_fits_and_can_be_read(browser: Any, width: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    for name in letters():
        for code in CODES:
            html = written(name, code).html
            page.set_content(INLINER.inline(html).replace('src="cid:board"', 'src="data:,"'))
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, code)
            assert page.evaluate(CONTRAST) >= 4.5, (name, code)
    context.close()
