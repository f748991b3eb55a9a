/* What works for the house while its page is closed: it shows that somebody is called, and where the house cannot
   be reached it opens a page that says so. It keeps nothing of the app, so no old app can come out of it. */
const KEPT = "offline 1";
const PAGES = ["/offline.html", "/offline.js", "/icon.svg"];
const AWAY = [502, 504]; // a web server in front found nobody

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (origin === location.origin && PAGES.includes(pathname)) event.respondWith(kept(event.request));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
self.addEventListener("notificationclick", (event) => event.waitUntil(go(event.notification)));

async function install() {
  const cache = await caches.open(KEPT);
  await cache.addAll(PAGES);
  await self.skipWaiting();
}

async function tidy() {
  const old = (await caches.keys()).filter((name) => name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function page(request) {
  const offline = () => caches.match("/offline.html");
  const answer = await fetch(request).catch(offline);
  return AWAY.includes(answer.status) ? offline() : answer;
}

async function kept(request) {
  return fetch(request).catch(() => caches.match(request));
}

/** A page that is seen says it itself. What a page that is hidden has said has the same tag: it is not said twice. */
async function show(call) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some((each) => each.visibilityState === "visible")) return;
  await navigator.setAppBadge?.().catch(() => undefined);
  await self.registration.showNotification("Hanamachi", {
    body: call.sentence,
    tag: call.table,
    data: call.path,
    icon: "/icon-192.png",
    badge: "/badge-96.png",
  });
}

/** The push service has given this browser another address. */
async function renew({ oldSubscription, newSubscription }) {
  const now = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = now.toJSON();
  const headers = { "content-type": "application/json" };
  await fetch("/api/me/push", { method: "PUT", headers, body: JSON.stringify({ endpoint, ...keys }) });
}

async function go(notification) {
  notification.close();
  const url = new URL(notification.data, location.origin);
  if (url.origin !== location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const here = windows.find((each) => each.url === url.href) ?? windows[0];
  if (!here) return void (await self.clients.openWindow(url));
  if (here.url !== url.href) await here.navigate(url);
  await here.focus();
}
