/** A group is one tab stop: arrows walk among its [data-stop] elements, round and round; in a grid (data-columns)
    up and down, too, and no further than its edge. Home and End go to the first and the last one. */
type Step = [columns: number, rows: number];
const STEPS: Record<string, Step> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Where a step leads from a place among so many. */
export function walk(at: number, [across, down]: Step, count: number, columns: number): number {
  if (!columns) return (at + across + down + count) % count;
  const column = (at % columns) + across;
  const to = at + across + down * columns;
  return column < 0 || column >= columns || to < 0 || to >= count ? at : to;
}

export function roving(node: HTMLElement): () => void {
  let current: HTMLElement | null = null;
  const stops = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>("[data-stop]")];
  const settle = (): void => {
    const all = stops();
    if (!current || !all.includes(current)) current = firstOf(all);
    for (const each of all) each.tabIndex = each === current ? 0 : -1;
  };
  const key = (event: KeyboardEvent): void => {
    const [step, all] = [STEPS[event.key], stops()];
    const at = all.findIndex((each) => each === event.target);
    if (at < 0) return;
    const end = ({ Home: 0, End: all.length - 1 } as Record<string, number>)[event.key];
    const to = step ? walk(at, step, all.length, Number(node.dataset.columns ?? 0)) : end;
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  const focus = ({ target }: FocusEvent): void => {
    const stop = target instanceof Element ? target.closest<HTMLElement>("[data-stop]") : null;
    if (stop) current = stop;
    settle();
  };
  settle();
  const watcher = new MutationObserver(settle);
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener("keydown", key);
  node.addEventListener("focusin", focus);
  return () => {
    watcher.disconnect();
    node.removeEventListener("keydown", key);
    node.removeEventListener("focusin", focus);
  };
}

/** What is chosen; else what can be. */
const firstOf = (all: HTMLElement[]): HTMLElement | null =>
  all.find((each) => each.ariaChecked === "true" || each.ariaCurrent === "page") ??
  all.find((each) => each.ariaDisabled !== "true") ??
  all[0] ??
  null;
