/** This browser's guest is deleted: in the house, and what this browser remembers of their games. */
import { api } from "./api";
import { clearDrawers } from "./drawers";
import { guest } from "./guest.svelte";

export async function forgetMe(): Promise<void> {
  await api.forget();
  clearDrawers();
  guest.me = null;
}
