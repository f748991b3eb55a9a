/** Cards travel: whatever lies elsewhere after a change comes from where a card like it lay before it; a card
    that nobody saw comes from the deck or from the rival. */
import { zoomOf } from "../../../ui/dom/zoom";

const CARDS = "[data-card]";
const APART = 40;

interface Lying {
  node: HTMLElement;
  card: string;
  at: DOMRect;
}

export class Travel {
  private before: Lying[] = [];

  /** Call it before the page changes. */
  look(root: HTMLElement): void {
    this.before = lying(root);
  }

  /** Call it after. */
  go(root: HTMLElement): void {
    const known = new Set(this.before.map((each) => each.node));
    const gone = this.before.filter((each) => !each.node.isConnected);
    let n = 0;
    for (const { node, card, at } of lying(root)) {
      if (known.has(node)) continue;
      const found = gone.findIndex((each) => each.card === card);
      const from = found < 0 ? sourceOf(root, node) : gone.splice(found, 1)[0]?.at;
      if (from) fly(node, from, at, n++ * APART);
    }
  }
}

const lying = (root: HTMLElement): Lying[] =>
  [...root.querySelectorAll<HTMLElement>(CARDS)].map((node) => ({
    node,
    card: node.dataset.card ?? "",
    at: node.getBoundingClientRect(),
  }));

const sourceOf = (root: HTMLElement, node: HTMLElement): DOMRect | undefined =>
  [...root.querySelectorAll(node.closest("[data-hand]") ? "[data-from=deck]" : "[data-from=rival]")]
    .map((each) => each.getBoundingClientRect())
    .find((at) => at.width);

function fly(node: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  if (!from.width || !to.width) return;
  const zoom = zoomOf(node);
  const [dx, dy] = [
    (from.left + from.width / 2 - to.left - to.width / 2) / zoom,
    (from.top + from.height / 2 - to.top - to.height / 2) / zoom,
  ];
  const path = [
    { translate: `${dx}px ${dy}px`, zIndex: 9, opacity: 0.4 },
    { translate: `${dx / 2}px ${dy / 2 - 14}px`, zIndex: 9, opacity: 1 },
    { translate: "0 0", zIndex: 9 },
  ];
  node.animate(path, { duration: 320, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" });
}
