/** Plain lines of a table, as a page sets them: columns stay together as they are drawn, the rest are sentences. */
export type Segment = { drawn: string } | { head: string; rest: string; inner: boolean };

const columns = (line: string): boolean => /\S {2,}\S/.test(line);

export function segments(words: string): Segment[] {
  const found: Segment[] = [];
  for (const line of words.split("\n").filter((each) => each.trim())) {
    const before = found.at(-1);
    if (columns(line) && before && "drawn" in before) before.drawn += `\n${line}`;
    else if (columns(line)) found.push({ drawn: line });
    else found.push(sentence(line));
  }
  return found;
}

/** What stands before the first colon or stop is what the line is about. */
function sentence(line: string): Segment {
  const [, head = "", rest = ""] = /^\s*([^:.]{1,40}\s?[:.]) (.*)$/.exec(line) ?? [];
  return { head, rest: rest || line.trim(), inner: line.startsWith(" ") };
}

/** What is drawn in columns as the cells of a table: its rows, and which of them names the columns. Null: the lines do
    not agree about their columns. */
export function cellsOf(drawn: string): { cells: string[]; names: boolean }[] | null {
  const rows = drawn.split("\n").map((line) => line.trim().split(/ {2,}/));
  const wide = Math.max(...rows.map((cells) => cells.length));
  if (wide < 3 || rows.some((cells) => cells.length < wide - 1)) return null;
  const names = rows.filter((cells) => cells.length < wide);
  if (names.length > 1) return null;
  return rows.map((cells) => ({
    cells: cells.length < wide ? ["", ...cells] : cells,
    names: cells.length < wide,
  }));
}

/** How many signs the longest line has. */
export const widest = (drawn: string): number => Math.max(1, ...drawn.split("\n").map((line) => line.length));

/** Whether a table is drawn in columns, not only told. */
export const isDrawn = (words: string): boolean => words.split("\n").some(columns);
