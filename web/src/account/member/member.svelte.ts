/** The account of this browser's user, as the pages about it share it. */
import { api } from "../../api/rest";
import { sentenceOf } from "../../api/problem";
import { t } from "../../i18n/phrases.svelte";
import { Cancelled } from "./passkeys";
import type { AccountState } from "../../api/wire";

class Member {
  state = $state.raw<AccountState | null>(null);

  async load(): Promise<void> {
    this.state = await api.account();
  }
}

export const member = new Member();

/** What to say when something did not work. A question that was closed is no error. */
export const said = (error: unknown): string =>
  error instanceof Cancelled ? t("passkey.cancelled") : sentenceOf(error) || t("unreachable");

/** Where somebody goes on after they signed in or up: in this tab alone. */
const THEN = "hanamachi.then";
export const afterwards = {
  put: (path: string): void => sessionStorage.setItem(THEN, path),
  take: (usual: string): string => {
    const path = sessionStorage.getItem(THEN);
    sessionStorage.removeItem(THEN);
    return path ?? usual;
  },
};

/** Guests' games that may be joined after signing in, until they are: in this tab alone. */
const KEY = "hanamachi.join";
export const joins = {
  get: (): string => sessionStorage.getItem(KEY) ?? "",
  put: (secret: string): void => sessionStorage.setItem(KEY, secret),
  clear: (): void => sessionStorage.removeItem(KEY),
};
