/** The house's calls about puzzles. */
import { call } from "./rest";
import type { PuzzleCard, PuzzleHall, PuzzleHint, PuzzleVerdict } from "./wire";

const puzzle = (id: string): string => `/puzzles/${encodeURIComponent(id)}`;

export const puzzles = {
  hall: () => call<PuzzleHall>("GET", "/puzzles"),
  one: (id: string) => call<PuzzleCard>("GET", puzzle(id)),
  next: (game: string, theme: string) =>
    call<PuzzleCard>("GET", `/puzzles/next?${new URLSearchParams({ game, theme }).toString()}`),
  answer: (id: string, move: unknown) => call<PuzzleVerdict>("POST", `${puzzle(id)}/answer`, { move }),
  show: (id: string) => call<PuzzleVerdict>("POST", `${puzzle(id)}/show`, {}),
  hint: (id: string) => call<PuzzleHint>("POST", `${puzzle(id)}/hint`, {}),
};
