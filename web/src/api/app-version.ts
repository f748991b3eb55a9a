/** Whether the house serves the app that this page is: after an update it does not, and what is said on the wire may
 * be new, too. Then the page loads itself anew; once, whatever it finds. */
const TRIED = "hanamachi reloaded";

const entry = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

/** False also where that cannot be known now. */
export async function isOutdated(): Promise<boolean> {
  const mine = entry();
  if (!mine?.startsWith("/assets/")) return false;
  const page = await fetch("/", { cache: "no-cache" }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  );
  return page !== null && page.includes("/assets/") && !page.includes(mine);
}

/** Asked when a line that was lost is back, and when a piece of the app is missing. */
export async function keepUp(reload: () => void = () => location.reload()): Promise<void> {
  if (!(await isOutdated()) || sessionStorage.getItem(TRIED) === entry()) return;
  sessionStorage.setItem(TRIED, entry() ?? "");
  reload();
}
