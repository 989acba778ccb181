"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const last = data.steps.length - 1;
  const layers = byId("layers"), trail = byId("trail"), slider = byId("slider");
  const turns = [...byId("turn").options].map((option) => Number(option.value));
  const drawn = new Map(); // key of a layer -> { group, part }
  let now = -1, timer = null, chosen = null;

  // -- the board ------------------------------------------------------------------------------

  // A step's layers are a flat list: key, part, x, y, and again.
  function placesOf(step) {
    const list = data.steps[step][0], places = new Map();
    for (let i = 0; i < list.length; i += 4) {
      places.set(list[i], { part: list[i + 1], x: list[i + 2], y: list[i + 3] });
    }
    return places;
  }

  const isPiece = (key) => !/ |^frame$|^combat$/.test(data.keys[key]);

  function groupFor(key) {
    const group = document.createElementNS(SVG, "g");
    group.dataset.key = data.keys[key];
    if (isPiece(key)) group.classList.add("piece");
    return { group, part: -1 };
  }

  function drawBoard(places) {
    for (const [key, { group }] of drawn) {
      if (!places.has(key)) { group.remove(); drawn.delete(key); }
    }
    let before = null;
    for (const [key, { part, x, y }] of places) {
      if (!drawn.has(key)) drawn.set(key, groupFor(key));
      const layer = drawn.get(key);
      if (layer.part !== part) { layer.group.innerHTML = data.parts[part]; layer.part = part; }
      layer.group.style.transform = `translate(${x}px,${y}px)`;
      const next = before ? before.nextSibling : layers.firstChild;
      if (next !== layer.group) layers.insertBefore(layer.group, next);
      before = layer.group;
    }
  }

  function svg(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  // From where to where pieces went with this step; not for a whole room that turned.
  function drawTrail(step, places) {
    trail.replaceChildren();
    if (step === 0) return;
    const moved = [];
    for (const [key, old] of placesOf(step - 1)) {
      const here = places.get(key);
      if (here && isPiece(key) && Math.hypot(here.x - old.x, here.y - old.y) > 25) moved.push([old, here]);
    }
    if (moved.length > 3) return;
    for (const [from, to] of moved) {
      const far = Math.hypot(to.x - from.x, to.y - from.y), short = Math.max(0, 1 - 21 / far);
      const x = from.x + (to.x - from.x) * short, y = from.y + (to.y - from.y) * short;
      trail.append(
        svg("circle", { class: "trail-from", cx: from.x, cy: from.y, r: 10 }),
        svg("path", { class: "trail-line", d: `M${from.x} ${from.y}L${x} ${y}` }),
        svg("circle", { class: "trail-to", cx: to.x, cy: to.y, r: 19.5 }),
      );
    }
  }

  // On a phone the board is higher than the screen: bring into view what has changed.
  function keepInView(step, places) {
    const dock = document.querySelector(".dock");
    if (step === 0 || getComputedStyle(dock).position !== "fixed") return;
    const before = placesOf(step - 1), heights = [];
    for (const [key, { part, x, y }] of places) {
      const old = before.get(key), name = data.keys[key];
      if (old && old.part === part && old.x === x && old.y === y) continue;
      if (isPiece(key)) heights.push(y);
      else if (name.endsWith("floor")) heights.push(y + 20, y + 200);
    }
    if (!heights.length) return;
    const matrix = byId("board").getScreenCTM(), onScreen = (y) => matrix.d * y + matrix.f;
    const top = onScreen(Math.min(...heights)), bottom = onScreen(Math.max(...heights));
    const free = innerHeight - dock.offsetHeight;
    if (top > 30 && bottom < free - 30) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    scrollBy({ top: (top + bottom - free) / 2, behavior: calm ? "instant" : "smooth" });
  }

  // -- the page beside it -----------------------------------------------------------------------

  function showPanels(panels) {
    const place = byId("panels");
    while (place.children.length < panels.length) place.append(document.createElement("div"));
    panels.forEach((part, index) => {
      const panel = place.children[index];
      if (panel.dataset.part !== String(part)) { panel.innerHTML = data.parts[part]; panel.dataset.part = part; }
    });
  }

  function showMove(step) {
    if (chosen) chosen.removeAttribute("aria-current");
    chosen = document.querySelector(`#moves [data-step="${step}"]`);
    const told = byId("told");
    if (!chosen) {
      told.textContent = "The rooms are dealt face down. Step on with the right arrow key, the buttons or a swipe.";
      byId("moves").scrollTop = 0;
      return;
    }
    chosen.setAttribute("aria-current", "step");
    told.replaceChildren(...[...chosen.childNodes].map((node) => node.cloneNode(true)));
    told.scrollTop = 0;
    const list = byId("moves");
    if (list.scrollHeight > list.clientHeight) { // a list of its own: keep the move in its middle
      list.scrollTop += chosen.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    }
  }

  function showControls(step) {
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    byId("count").textContent = `${step} / ${last}`;
    byId("first").disabled = byId("back").disabled = step === 0;
    byId("last").disabled = byId("next").disabled = step === last;
    byId("turn").selectedIndex = turnAt(step);
  }

  // The last turn that had begun with this step.
  const turnAt = (step) => Math.max(0, turns.findLastIndex((start) => start <= step));

  function go(step) {
    step = Math.min(last, Math.max(0, Math.trunc(step) || 0));
    if (step === now) return;
    now = step;
    const places = placesOf(step);
    drawBoard(places);
    drawTrail(step, places);
    showPanels(data.steps[step][1]);
    byId("board").setAttribute("aria-label", data.parts[data.steps[step][2]]);
    showMove(step);
    showControls(step);
    keepInView(step, places);
    try { history.replaceState(null, "", `#${step}`); } catch { /* some browsers forbid it for files */ }
  }

  // -- playing ----------------------------------------------------------------------------------

  function play(on) {
    clearTimeout(timer);
    timer = null;
    if (on && now === last) go(0);
    if (on) timer = setTimeout(tick, Number(byId("speed").value));
    byId("play").setAttribute("aria-pressed", String(on));
    byId("play").setAttribute("aria-label", on ? "Pause" : "Play");
    byId("told").setAttribute("aria-live", on ? "off" : "polite");
  }

  function tick() {
    go(now + 1);
    if (now === last) play(false);
    else timer = setTimeout(tick, Number(byId("speed").value));
  }

  const stepTo = (step) => { play(false); go(step); };
  const turnBy = (count) => {
    const turn = turnAt(now);
    const back = count < 0 && now > turns[turn] ? 0 : count; // first to the beginning of this turn
    stepTo(turn + back >= turns.length ? last : turns[Math.max(0, turn + back)]);
  };

  // -- keys, buttons, fingers -------------------------------------------------------------------

  const KEYS = {
    ArrowLeft: () => stepTo(now - 1), ArrowRight: () => stepTo(now + 1),
    ArrowUp: () => turnBy(-1), ArrowDown: () => turnBy(1),
    Home: () => stepTo(0), End: () => stepTo(last), " ": () => play(timer === null),
  };

  document.addEventListener("keydown", (event) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, summary") || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    act();
  });

  byId("first").onclick = () => stepTo(0);
  byId("back").onclick = () => stepTo(now - 1);
  byId("next").onclick = () => stepTo(now + 1);
  byId("last").onclick = () => stepTo(last);
  byId("play").onclick = () => play(timer === null);
  slider.oninput = () => stepTo(Number(slider.value));
  byId("turn").onchange = (event) => stepTo(Number(event.target.value));
  byId("speed").onchange = () => { if (timer !== null) play(true); };
  byId("moves").onclick = (event) => {
    const button = event.target.closest("[data-step]");
    if (button) stepTo(Number(button.dataset.step));
  };
  addEventListener("hashchange", () => stepTo(Number(location.hash.slice(1))));

  const board = document.querySelector(".board");
  let finger = null;
  board.addEventListener("touchstart", (event) => {
    finger = event.touches.length === 1 ? event.touches[0] : null;
  }, { passive: true });
  board.addEventListener("touchend", (event) => {
    if (!finger) return;
    const end = event.changedTouches[0], dx = end.clientX - finger.clientX, dy = end.clientY - finger.clientY;
    finger = null;
    if (Math.abs(dx) > 40 && Math.abs(dx) > 1.5 * Math.abs(dy)) stepTo(now + (dx < 0 ? 1 : -1));
  }, { passive: true });

  // -- begin ------------------------------------------------------------------------------------

  layers.replaceChildren();
  byId("controls").hidden = false;
  go(Number(location.hash.slice(1)));
})();
