/** Whether this browser has played in a house before: then nobody explains how a table is used. */
const KEPT_AS = "hanamachi.houses";

const known = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
};

export const isNew = (game: string): boolean => !known().includes(game);

export function nowKnown(game: string): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify([...new Set([...known(), game])]));
  } catch {
    // a private window may refuse: then it is explained once more
  }
}
