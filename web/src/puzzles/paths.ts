/** The addresses of puzzles. A theme goes along, so that the next puzzle is of it, too. */
const themed = (theme: string): string => (theme ? `?theme=${encodeURIComponent(theme)}` : "");

export const puzzlePath = (game: string, id: string, theme = ""): string =>
  `/puzzles/${game}/${id}${themed(theme)}`;
export const nextPath = (game: string, theme = ""): string => `/puzzles/${game}${themed(theme)}`;
