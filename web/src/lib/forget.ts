/** This browser's guest is deleted: in the house, and what this browser remembers of their games. */
import { api } from "./api";
import { guest } from "./guest.svelte";
import { KEPT_AS as SETTINGS } from "./settings.svelte";

export async function forgetMe(): Promise<void> {
  await api.forget();
  clearDrawers();
  guest.me = null;
}

/** All but how the house shall look. */
function clearDrawers(): void {
  try {
    const ours = Object.keys(localStorage).filter(
      (name) => name.startsWith("hanamachi") && name !== SETTINGS,
    );
    for (const name of ours) localStorage.removeItem(name);
  } catch {
    // a private window may refuse: then nothing is in it
  }
}
