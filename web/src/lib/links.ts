/** The secret links of reserved seats, known only to the host's browser. */
const KEPT_AS = "hanamachi links";

function all(): Record<string, Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
  } catch {
    return {};
  }
}

export function keepLinks(table: string, links: Record<string, string>): void {
  if (!Object.keys(links).length) return;
  const newest = Object.entries({ ...all(), [table]: links }).slice(-50);
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // a private window may refuse; the links are then lost with the page
  }
}

export const linksOf = (table: string): Record<string, string> => all()[table] ?? {};
