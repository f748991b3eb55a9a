/** This browser's guest is deleted: in the house, and what this browser remembers of their games. */
import { api } from "../api/rest";
import { clearDrawers } from "../state/storage/clear-storage";
import { guest } from "../user/user.svelte";

export async function forgetMe(): Promise<void> {
  await api.forget();
  clearDrawers();
  guest.me = null;
}
