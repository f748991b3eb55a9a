/** Where one stands in a walk, as an address has it: a start, a line of moves, how far along it, the options. */
export interface Place {
  layout: string;
  /** The whole line; the steps after `at` were taken back. */
  moves: string[];
  at: number;
  options: Record<string, string>;
}
const OURS = ["layout", "moves", "at"];

/** What an address says of a place. */
export function placeIn(said: URLSearchParams): Place {
  const moves = (said.get("moves") ?? "").split(",").filter(Boolean);
  const at = said.get("at");
  return {
    layout: said.get("layout") ?? "",
    moves,
    at: at !== null && /^\d{1,3}$/.test(at) ? Math.min(Number(at), moves.length) : moves.length,
    options: Object.fromEntries([...said].filter(([name]) => !OURS.includes(name))),
  };
}

/** The query of a place. */
export function queryOf({ layout, moves, at, options }: Place): string {
  const said = new URLSearchParams(layout ? { layout } : {});
  if (moves.length) said.set("moves", moves.join());
  if (at < moves.length) said.set("at", String(at));
  for (const [name, value] of Object.entries(options)) said.set(name, value);
  return said.size ? `?${said}` : "";
}

/** The place after a move: along the line if it is its next one, else on a new line. */
export function after({ moves, at, ...rest }: Place, move: string): Place {
  const line = moves[at] === move ? moves : [...moves.slice(0, at), move];
  return { ...rest, moves: line, at: at + 1 };
}
