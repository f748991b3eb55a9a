import symbols from "virtual:sprite";

const SHEET = `<svg width="0" height="0" style="position:absolute" aria-hidden="true"></svg>`;
const there = new Set<string>();
let sheet: Element | null = null;

function lay(name: string, symbol: string): void {
  if (there.has(name) || !("document" in globalThis)) return;
  if (!sheet) document.body.insertAdjacentHTML("afterbegin", SHEET);
  sheet ??= document.body.firstElementChild;
  sheet?.insertAdjacentHTML("beforeend", symbol);
  there.add(name);
}

/** The address of a drawing. It comes into the document, if there is one, when it is first needed: a page shows a
    dozen of a hundred. */
export function drawn(name: string): string {
  const symbol = symbols[name];
  if (symbol) lay(name, symbol);
  return `#${name}`;
}

/** The address of a picture of ours, once it and the drawings that it refers to are in the document. */
export function pictured(name: string, picture: string): string {
  for (const [, part = ""] of picture.matchAll(/href="#([\w-]+)"/g)) drawn(part);
  const opened = picture.trim().replace(/^<svg xmlns="[^"]*"/, `<symbol id="${name}" overflow="visible"`);
  lay(name, opened.replace(/<\/svg>$/, "</symbol>"));
  return `#${name}`;
}
