/** What the teacher points at, marked inside the node: pieces by their data-piece. */
import type { Attachment } from "svelte/attachments";

export function gold(pieces: string[]): Attachment<HTMLElement> {
  return (node) => {
    const mark = (): void => {
      for (const each of node.querySelectorAll<HTMLElement>("[data-piece]")) {
        const golden = pieces.includes(each.dataset.piece ?? "");
        if (golden !== "gold" in each.dataset) each.toggleAttribute("data-gold", golden);
      }
    };
    mark();
    const watcher = new MutationObserver(mark);
    watcher.observe(node, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      for (const each of node.querySelectorAll<HTMLElement>("[data-gold]")) delete each.dataset.gold;
    };
  };
}
