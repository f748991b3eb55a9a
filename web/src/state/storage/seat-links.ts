/** The secret links of reserved seats, known only to the host's browser. */
import { Drawer } from "./local-store";

const drawer = new Drawer<Record<string, string>>("hanamachi links");

export function keepLinks(table: string, links: Record<string, string>): void {
  if (Object.keys(links).length) drawer.keep(table, links);
}

export const linksOf = (table: string): Record<string, string> => drawer.of(table) ?? {};
