/** A group is one tab stop: arrows walk among its [data-stop] elements. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(node: HTMLElement): () => void {
  let current: HTMLElement | null = null;
  const stops = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>("[data-stop]")];
  const settle = (): void => {
    const all = stops();
    if (!current || !all.includes(current))
      current = all.find((each) => each.ariaChecked === "true") ?? all[0] ?? null;
    for (const each of all) each.tabIndex = each === current ? 0 : -1;
  };
  const key = (event: KeyboardEvent): void => {
    const [step, all] = [STEPS[event.key], stops()];
    const at = all.indexOf(event.target as HTMLElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]!.focus();
  };
  const focus = (event: FocusEvent): void => {
    const stop = (event.target as HTMLElement).closest<HTMLElement>("[data-stop]");
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
