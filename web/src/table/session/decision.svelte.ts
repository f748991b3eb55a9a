/** What a player has chosen belongs to one decision. */
import { untrack } from "svelte";

/** Called while a table is set up: runs `forget` for each `decision` that is shown, and not again as long as it stays
    the same, whatever else is told meanwhile. `wasMine`: this player decided the one before. Else what is chosen is a
    plan made while others think, which may become an answer. */
export function perDecision(
  session: { readonly myTurn: boolean },
  decision: () => string,
  forget: (wasMine: boolean) => void,
): void {
  const shown = $derived(decision());
  let mine = false;
  $effect(() => {
    void shown;
    untrack(() => {
      forget(mine);
      mine = session.myTurn;
    });
  });
}
