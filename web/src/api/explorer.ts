/** The house's calls about the explorer. */
import { call } from "./rest";
import type { ExplorerOpenings, ExplorerWalk } from "./wire";

const asked = (facts: Record<string, string>): string => {
  const said = new URLSearchParams(Object.entries(facts).filter(([, value]) => value !== ""));
  return said.size ? `?${said}` : "";
};

export const explorer = {
  walk: (game: string, layout: string, moves: string[], options: Record<string, string>) =>
    call<ExplorerWalk>(
      "GET",
      `/explorer/${encodeURIComponent(game)}/walk${asked({ ...options, layout, moves: moves.join() })}`,
    ),
  openings: (game: string, setting: number, path: string[]) =>
    call<ExplorerOpenings>(
      "GET",
      `/explorer/${encodeURIComponent(game)}/openings${asked({ setting: String(setting), path: path.join() })}`,
    ),
};
