// What is wrong with the page that is shown, as a list of {check, what}: see layouts.py for what the marks mean.
// `still`: everything that belongs to the table must be in view without scrolling.
async ({ still }) => {
  const SLACK = 1.5;
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
  await document.fonts.ready;
  await frame();
  await frame();
  const [W, H] = [innerWidth, innerHeight];
  const root = document.scrollingElement;
  const seen = new Map(); // computed styles are asked for often
  const style = (el) => seen.get(el) ?? (seen.set(el, getComputedStyle(el)), seen.get(el));
  const faults = new Map();
  const fault = (check, el, more = "") => {
    const what = named(el) + (more && ` ${more}`);
    faults.set(`${check} ${what}`, { check, what });
  };

  // ------------------------------------------------------------ names
  const own = (el) => {
    const { part, apart, piece } = el.dataset;
    const kind = [...el.classList].find((each) => !each.startsWith("svelte-")) ?? el.localName;
    return part ?? apart ?? (piece && isNaN(piece) ? piece.replace(/\d+/g, "#") : kind);
  };
  function named(el) {
    const above = el.parentElement?.closest("[data-part], [data-apart], section, header, aside, dialog, main");
    return above && above !== document.body ? `${own(above)} > ${own(el)}` : own(el);
  }

  // ------------------------------------------------------------ what can be seen
  const forTheEar = new Map(); // what is drawn away, for screen readers alone
  const unseen = (el) => {
    if (!el) return false;
    if (!forTheEar.has(el))
      forTheEar.set(el, el.matches(".skip") || style(el).clipPath === "inset(50%)" || unseen(el.parentElement));
    return forTheEar.get(el);
  };
  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !unseen(el);
  const outside = (r, box) =>
    Math.max(box.left - r.left, r.right - box.right, box.top - r.top, r.bottom - box.bottom) > SLACK;
  const inside = (r, box) => ({
    left: Math.max(r.left, box.left),
    right: Math.min(r.right, box.right),
    top: Math.max(r.top, box.top),
    bottom: Math.min(r.bottom, box.bottom),
  });
  const EVERYWHERE = { left: -1e6, right: 1e6, top: -1e6, bottom: 1e6 };
  const frames = new Map(); // by element: the boxes that cut or scroll what is in it, the nearest first
  function framesOf(el) {
    if (!frames.has(el)) {
      const { position } = style(el);
      const up = position === "absolute" ? (el.offsetParent ?? document.body) : el.parentElement;
      frames.set(el, position === "fixed" || !up || up === document.body ? [] : framesAt(up));
    }
    return frames.get(el);
  }
  function framesAt(el) {
    const s = style(el);
    const [x, y] = [s.overflowX, s.overflowY];
    if ((x === "visible" && y === "visible") || s.display === "contents") return framesOf(el);
    const r = el.getBoundingClientRect();
    const box = { ...EVERYWHERE };
    if (x !== "visible") {
      box.left = r.left + parseFloat(s.borderLeftWidth);
      box.right = r.right - parseFloat(s.borderRightWidth);
    }
    if (y !== "visible") {
      box.top = r.top + parseFloat(s.borderTopWidth);
      box.bottom = r.bottom - parseFloat(s.borderBottomWidth);
    }
    const scrolls = [x, y].some((each) => each === "auto" || each === "scroll");
    return [{ el, box, scrolls }, ...framesOf(el)];
  }
  const empty = (r) => r.right - r.left < SLACK || r.bottom - r.top < SLACK;
  /** What is in view of a box that belongs to `el`. */
  const inView = (el, r) =>
    framesOf(el).reduce((all, { box }) => inside(all, box), inside(r, { left: 0, right: W, top: 0, bottom: H }));
  /** Whether a box that belongs to `el` is cut off. Inside of `within` it may be scrolled to; beyond it only if
      the page is allowed to scroll at all. */
  function lost(el, r, within) {
    let scrolls = within !== el || !still;
    for (const frame of framesOf(el)) {
      if (within && (frame.el === within || !within.contains(frame.el))) scrolls = !still;
      if (!outside(r, frame.box)) continue;
      if (!scrolls || !frame.scrolls) return true;
      r = inside(r, frame.box);
      if (empty(r)) r = frame.box;
    }
    if (within && still) return outside(r, { left: 0, right: W, top: 0, bottom: H });
    const [top, end] = [-root.scrollTop, root.scrollHeight - root.scrollTop];
    return outside(r, { left: 0, right: W, top, bottom: Math.max(end, H) });
  }

  // ------------------------------------------------------------ what lies above
  const clear = (colour) => /^rgba.*, 0(\.[012]\d*)?\)$|transparent|\/ 0(\.[012]\d*)?\)$/.test(colour);
  const linesOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
  };
  const holds = (r, x, y) => r.left <= x && x <= r.right && r.top <= y && y <= r.bottom;
  const inks = new Map();
  const ink = (el) => {
    if (!el) return 1;
    if (!inks.has(el)) inks.set(el, parseFloat(style(el).opacity) * ink(el.parentElement));
    return inks.get(el);
  };
  function paints(el, x, y) {
    if (ink(el) < 0.35) return false;
    if (el instanceof SVGElement) return el.localName !== "svg";
    if (!holds(el.getBoundingClientRect(), x, y)) return false; // only its ::before or ::after is there
    const s = style(el);
    if (!clear(s.backgroundColor) || s.backgroundImage !== "none") return true;
    return [...el.childNodes].some(
      (node) => node.nodeType === 3 && node.data.trim() && linesOf(node).some((r) => holds(r, x, y)),
    );
  }
  /** Bars stay where they are, and the page is scrolled under them. */
  const sticks = (el) => {
    for (let up = el; up; up = up.parentElement)
      if (["fixed", "sticky"].includes(style(up).position)) return root.scrollHeight > H + 1;
    return false;
  };
  // To ask what lies at a point is slow: it is done only where something of another's might be painted.
  const CELL = 48;
  const cell = (x, y) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
  const painters = new Map(); // by cell of the window: what may be painted there, and its box
  function paintersAt(x, y) {
    if (!painters.size) for (const el of document.body.querySelectorAll("*")) if (inky(el)) keep(el);
    return painters.get(cell(x, y)) ?? [];
  }
  function inky(el) {
    if (el instanceof SVGElement) return el.localName !== "svg";
    const s = style(el);
    if (!clear(s.backgroundColor) || s.backgroundImage !== "none") return true;
    return [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  }
  function keep(el) {
    const r = inside(wider(el.getBoundingClientRect()), { left: 0, right: W, top: 0, bottom: H });
    for (let x = Math.floor(r.left / CELL); x * CELL < r.right; x++)
      for (let y = Math.floor(r.top / CELL); y * CELL < r.bottom; y++) {
        const at = `${x} ${y}`;
        if (!painters.has(at)) painters.set(at, []);
        painters.get(at).push([el, r]);
      }
  }
  const wider = (r) => ({ left: r.left - 1, right: r.right + 1, top: r.top - 1, bottom: r.bottom + 1 });
  const might = (el, x, y) =>
    paintersAt(x, y).some(([other, r]) => holds(r, x, y) && !other.contains(el) && !el.contains(other));
  /** What is painted over a point of `el`, if anything is. */
  function above(el, x, y) {
    if (!might(el, x, y)) return null;
    const top = document.elementFromPoint(x, y);
    if (!top || top.contains(el) || el.contains(top)) return null;
    for (const each of document.elementsFromPoint(x, y)) {
      if (each === el || el.contains(each) || each.contains(el)) return null;
      if (each.closest("[data-over], dialog") || sticks(each)) return null;
      if (paints(each, x, y)) return each;
    }
    return null;
  }
  function coverOf(el, r, across, down) {
    const seen = inView(el, r);
    for (const a of across)
      for (const b of down) {
        const [x, y] = [r.left + a * (r.right - r.left), r.top + b * (r.bottom - r.top)];
        const found = holds(seen, x, y) && above(el, x, y);
        if (found) return found;
      }
    return null;
  }

  function covered(check, el, r, across, down) {
    const cover = coverOf(el, r, across, down);
    if (cover) fault(check, el, `under ${named(cover)}`);
    return cover !== null;
  }

  // ------------------------------------------------------------ the checks
  function parts() {
    const all = [...document.querySelectorAll("[data-part]")].filter(shown);
    for (const part of all) if (still && lost(part, part.getBoundingClientRect(), part)) fault("in view", part);
    for (const seal of document.querySelectorAll("[data-part] .btn.seal"))
      if (still && shown(seal) && lost(seal, seal.getBoundingClientRect(), seal)) fault("in view", seal);
    apart(all);
    const groups = Map.groupBy(
      [...document.querySelectorAll("[data-apart]")].filter(shown),
      (el) => el.closest("[data-part]"),
    );
    for (const group of groups.values()) apart(group);
  }
  function apart(all) {
    const boxes = all.map((el) => [el, el.getBoundingClientRect()]);
    boxes.forEach(([one, a], i) => {
      for (const [other, b] of boxes.slice(i + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const both = inside(a, b);
        if (both.right - both.left > 2 && both.bottom - both.top > 2) fault("overlap", one, `× ${own(other)}`);
      }
    });
  }
  function marks() {
    for (const mark of document.querySelectorAll("[data-marked]")) {
      if (!shown(mark)) continue;
      const r = mark.getBoundingClientRect();
      const part = mark.closest("[data-part]");
      if (lost(mark, r, part)) fault("marked cut", mark);
      else covered("marked covered", mark, r, [0.25, 0.75], [0.3, 0.7]);
    }
  }
  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const el = node.parentElement;
      if (!node.data.trim() || !shown(el) || el.closest("svg, script, style, noscript, select, textarea")) continue;
      const lines = linesOf(node);
      if (lines.every((r) => scrolledAway(el, r))) continue;
      text(el, lines);
      if (lines.length > 1) broken(el, node);
    }
    for (const el of document.querySelectorAll("[data-n]")) if (shown(el)) text(el, [el.getBoundingClientRect()]);
  }
  const scrolledAway = (el, r) => framesOf(el).some(({ box, scrolls }) => scrolls && empty(inside(r, box)));
  function text(el, lines) {
    const printed = el.closest("[data-printed]");
    if (printed && !el.closest("[data-marked]") && lines.some((r) => lost(el, r, null))) return; // under others
    const s = style(el);
    if (s.overflowX !== "visible" && s.overflowX !== "auto" && el.scrollWidth > el.clientWidth + 1 && el.clientWidth)
      return fault("text cut", el);
    for (const r of lines) {
      if (r.width < 2) continue;
      const core = { left: r.left, right: r.right, top: r.top + r.height * 0.28, bottom: r.bottom - r.height * 0.28 };
      if (lost(el, core, null)) return fault("text cut", el);
      const box = paper(el);
      if (box && outside(core, box)) return fault("text spills", el);
      if (!printed && covered("text covered", el, r, [0.03, 0.27, 0.5, 0.73, 0.97], [0.5])) return;
    }
  }
  /** The box with a ground of its own that a text stands on, unless it scrolls. */
  function paper(el) {
    for (let up = el; up && up !== document.body; up = up.parentElement) {
      const s = style(up);
      if (s.display === "inline" || s.display === "contents") continue;
      if (s.overflowX === "auto" || s.overflowY === "auto" || s.overflowY === "scroll") return null;
      if (!clear(s.backgroundColor) || (parseFloat(s.borderLeftWidth) && !clear(s.borderLeftColor)))
        return up.getBoundingClientRect();
    }
    return null;
  }
  /** A word that goes on in the next line without a hyphen. */
  function broken(el, node) {
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]{3,}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter((r) => r.width > 1).map((r) => r.top);
      if (Math.max(...tops) - Math.min(...tops) > 4) return fault("word broken", el);
    }
  }
  function controls() {
    for (const el of document.querySelectorAll("button, a[href], input, select, summary")) {
      if (!shown(el) || el.closest(".op") || el.querySelector("[data-printed]")) continue;
      const r = el.getBoundingClientRect();
      if (r.width < 2) continue;
      if (lost(el, r, null)) fault("out of reach", el);
      else covered("control covered", el, r, [0.5], [0.5]);
    }
  }
  /** Every drawing that is used is in the document. */
  function drawings() {
    for (const use of document.querySelectorAll("use"))
      if (!document.querySelector(use.getAttribute("href"))) fault("drawing missing", use, use.getAttribute("href"));
  }

  parts();
  marks();
  texts();
  controls();
  drawings();
  if (root.scrollWidth > W + 1) fault("sideways", document.body);
  const areas = [...document.querySelectorAll("[data-part] :is([data-printed], [data-apart])")]
    .filter((el) => shown(el) && !el.querySelector("[data-printed]"))
    .map((el) => el.getBoundingClientRect())
    .map(({ width, height }) => width * height);
  return { faults: [...faults.values()], pieces: Math.sqrt(areas.reduce((sum, each) => sum + each, 0)) };
}
