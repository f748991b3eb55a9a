/** Squares that the teacher points at, marked on a garden inside the node. */
import type { Attachment } from "svelte/attachments";

export function gold(squares: number[]): Attachment<HTMLElement> {
  return (node) => {
    const marked = squares.flatMap((square) => [...node.querySelectorAll<HTMLElement>(`[data-square="${square}"]`)]);
    for (const each of marked) each.dataset.gold = "";
    return () => {
      for (const each of marked) delete each.dataset.gold;
    };
  };
}
