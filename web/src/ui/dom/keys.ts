/** Keys that are meant for the page. */
const TAKEN = "input, textarea, select, dialog";

/** Where a key was pressed; null if it is none of the page's: somebody types, a dialog is open, or it is a chord. */
export function pressedAt(event: KeyboardEvent): Element | null {
  const { target } = event;
  const chord = event.ctrlKey || event.metaKey || event.altKey;
  return target instanceof Element && !chord && !target.closest(TAKEN) ? target : null;
}
