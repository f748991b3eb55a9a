/** What this browser remembers of a guest's games. */
import { KEPT_AS as SETTINGS } from "../settings.svelte";

/** All but how the house shall look. */
export function clearDrawers(): void {
  for (const drawer of ["localStorage", "sessionStorage"] as const) {
    try {
      clear(window[drawer]);
    } catch {
      // a private window may refuse: then nothing is in it
    }
  }
}

function clear(drawer: Storage): void {
  const ours = Object.keys(drawer).filter((name) => name.startsWith("hanamachi") && name !== SETTINGS);
  for (const name of ours) drawer.removeItem(name);
}
