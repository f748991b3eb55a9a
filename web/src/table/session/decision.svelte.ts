/** What a player has chosen belongs to one decision. */
import { untrack } from "svelte";

/** Called while a table is set up: runs `forget` for each `decision` that is shown, and not again as long as it stays
    the same, whatever else is told meanwhile. */
export function perDecision(decision: () => string, forget: () => void): void {
  const shown = $derived(decision());
  $effect(() => {
    void shown;
    untrack(forget);
  });
}
