/** Keys that are meant for the page. */
const TAKEN = "input, textarea, select, dialog";

/** An action was chosen by its number: its pieces are chosen next, with the arrows. */
export function toHand(): void {
  document
    .querySelector<HTMLElement>("[data-part=hand] [data-stop][tabindex='0']")
    ?.focus({ preventScroll: true });
}

/** Where a key was pressed; null if it is none of the page's: somebody types, a dialog is open, or it is a chord. */
export function pressedAt(event: KeyboardEvent): Element | null {
  const { target } = event;
  const chord = event.ctrlKey || event.metaKey || event.altKey;
  return target instanceof Element && !chord && !target.closest(TAKEN) ? target : null;
}
