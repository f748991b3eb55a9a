/** A group of buttons is one tab stop; arrows go on inside. */
import type { Attachment } from "svelte/attachments";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const roving: Attachment<HTMLElement> = (node) => {
  const buttons = (): HTMLButtonElement[] => [...node.querySelectorAll("button")];
  const settle = (current?: Element | null): void => {
    const all = buttons();
    const stop = all.find((each) => each === current) ?? all.find((each) => each.tabIndex === 0) ?? all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  };
  const focus = (event: FocusEvent): void => settle(event.target as Element);
  const key = (event: KeyboardEvent): void => {
    const [all, step] = [buttons(), STEPS[event.key]];
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]!.focus();
  };
  settle();
  const watcher = new MutationObserver(() => settle());
  watcher.observe(node, { childList: true, subtree: true });
  node.addEventListener("focusin", focus);
  node.addEventListener("keydown", key);
  return () => {
    watcher.disconnect();
    node.removeEventListener("focusin", focus);
    node.removeEventListener("keydown", key);
  };
};
