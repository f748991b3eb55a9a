/** What the app can be beside a page: installed, and called while it is closed. Browsers allow that over https and on
 * this very machine alone. */
import { api } from "../api/rest";
import { settings } from "../state/settings.svelte";

/** How this browser can call: not at all, and why; or whether it does. */
export type Ringing = "insecure" | "unable" | "denied" | "off" | "open" | "on";

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

class App {
  /** The browser would install it. */
  offer = $state.raw<InstallPrompt | null>(null);

  listen(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.offer = null));
  }

  async install(): Promise<void> {
    await this.offer?.prompt();
    this.offer = null;
  }
}
export const app = new App();

/** After the page is there: nobody waits for it. */
export function register(): void {
  app.listen();
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const start = (): void => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

export async function ringing(): Promise<Ringing> {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unable";
  if (Notification.permission === "denied") return "denied";
  if (!settings.notify || Notification.permission !== "granted") return "off";
  return (await subscription()) ? "on" : "open";
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Notifications while a page is open, and by push when none is, if this browser has a push service. */
export async function ring(key: string): Promise<Ringing> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  settings.notify = true;
  await subscribe(key).catch(() => undefined);
  return ringing();
}

async function subscribe(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await worker.pushManager.subscribe(how)).toJSON();
  await api.push({ endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
}

export async function silence(): Promise<Ringing> {
  settings.notify = false;
  await (await subscription())?.unsubscribe();
  await api.endPush();
  return ringing();
}
