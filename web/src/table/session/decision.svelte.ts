/** What a player has chosen belongs to one decision. */
import { untrack } from "svelte";

/** Called while a table is set up: runs `forget` for each `decision` that is shown, and not again as long as it stays
    the same, whatever else is told meanwhile. `wasMine`: the one before was `mine` to decide. Else what is chosen is a
    plan made while others think, which may become an answer. */
export function perDecision(
  decision: () => string,
  forget: (wasMine: boolean) => void,
  mine: () => boolean = () => false,
): void {
  const shown = $derived(decision());
  let wasMine = false;
  $effect(() => {
    void shown;
    untrack(() => {
      forget(wasMine);
      wasMine = mine();
    });
  });
}
