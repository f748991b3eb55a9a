/** What waits for this guest, told where it is seen though the page is not: in the tab's title and icon, on the
 * app's icon, by a sound, and by a notification while nobody looks at the page. */
import { untrack } from "svelte";
import { games, guest } from "../user/user.svelte";
import { rivals, waits } from "../user/my-tables";
import { router } from "../state/router.svelte";
import { settings } from "../state/settings.svelte";
import { play } from "../ui/sound";
import type { MyTable } from "../api/wire";
import { t } from "../i18n/phrases.svelte";

/** A page says what it is; how many others wait stands before it. */
export function titled(title: string, waiting: number): string {
  const bare = title.replace(/^\(\d+\) /, "");
  return waiting ? `(${waiting}) ${bare}` : bare;
}

/** Those that did not wait before. Before the house has told anything, nothing is new. */
export const begun = (before: ReadonlySet<string> | null, waiting: MyTable[]): MyTable[] =>
  before ? waiting.filter(({ id }) => !before.has(id)) : [];

const isHere = ({ id }: MyTable): boolean => router.parts[0] === "t" && router.parts[1] === id;

/** Called once, inside an effect root. */
export function keepBeckoning(): void {
  let before: ReadonlySet<string> | null = null;
  const waiting = $derived(guest.tables.filter(waits));
  const elsewhere = $derived(waiting.filter((table) => !isHere(table)).length);
  $effect(() => keepTitle(elsewhere));
  $effect(() => wear(waiting.length));
  $effect(() => {
    if (guest.me === undefined) return;
    const fresh = begun(before, waiting);
    before = new Set(waiting.map(({ id }) => id));
    untrack(() => fresh.forEach(call));
  });
}

function keepTitle(n: number): () => void {
  const write = (): void => {
    const wanted = titled(document.title, n);
    if (wanted !== document.title) document.title = wanted;
  };
  const watcher = new MutationObserver(write);
  write();
  watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => watcher.disconnect();
}

function wear(n: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = n ? "/icon-waits.svg" : "/icon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if ("setAppBadge" in navigator)
    void (n ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Whoever looks at the table hears and sees it there. */
function call(table: MyTable): void {
  if (!isHere(table)) play("turn");
  if (document.hidden && settings.notify) void notify(table).catch(() => undefined);
}

/** As the push of the same table would show it: with the same tag there is one of both. */
async function notify(table: MyTable): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const body = t("beckon", { game: games.title(table.game), who: rivals(table).join(", ") });
  const shown = {
    body,
    tag: table.id,
    data: `/t/${table.id}`,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification("Hanamachi", shown);
  const notification = new Notification("Hanamachi", shown);
  notification.onclick = () => {
    window.focus();
    router.go(shown.data);
  };
}
