import symbols from "virtual:sprite";

const SHEET = `<svg width="0" height="0" style="position:absolute" aria-hidden="true"></svg>`;
const there = new Set<string>();
let sheet: Element | null = null;

/** The address of a drawing. It comes into the document, if there is one, when it is first needed: a page shows a
    dozen of a hundred. */
export function drawn(name: string): string {
  const symbol = symbols[name];
  if (symbol && !there.has(name) && "document" in globalThis) {
    if (!sheet) document.body.insertAdjacentHTML("afterbegin", SHEET);
    sheet ??= document.body.firstElementChild;
    sheet?.insertAdjacentHTML("beforeend", symbol);
    there.add(name);
  }
  return `#${name}`;
}

/** A picture of ours as it is, once the drawings that it refers to are there. */
export function furnished(picture: string): string {
  for (const [, name = ""] of picture.matchAll(/href="#([\w-]+)"/g)) drawn(name);
  return picture;
}
