/** Imports point one way, and nobody outside games/ knows a game by its name. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { WINGS } from "../src/games/registry";
import { STREET } from "../src/games/street";

/** A folder may import those before it, never those after it; the features of one entry do not know each other. */
const ORDER = [
  ["i18n"],
  ["state"],
  ["api"],
  ["user"],
  ["ui"],
  ["fairness"],
  ["matchmaking"],
  ["layout"],
  ["table"],
  ["games"],
  ["setup"],
  ["lobby", "learn", "review", "account", "pages"],
  ["host", "study", "explorer", "puzzles"],
];
/** Types of what the server sends: every folder may have them. */
const GENERATED = "src/api/wire.ts";
const MOST_FILES = 16;
/** Styles for what another component draws: this number only shrinks. */
const MOST_GLOBALS = 60;
/** Lines of styles in a component, on average: what several say alike stands in shared.css or in one of their own. */
const MOST_STYLES = 51;
/** What the tables of games share: it knows none of them. */
const KIT = "kit";

function files(folder = "src"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = `${folder}/${each.name}`;
    return each.isDirectory() ? files(path) : [path];
  });
}
const code = files().filter((path) => /\.(svelte|ts)$/.test(path));
const read = (path: string): string => readFileSync(path, "utf8");
const place = (path: string): string[] => path.replace(/^src\//, "").split("/");
const folder = (path: string): string => (place(path).length > 1 ? (place(path)[0] ?? "") : "");
/** App and main come last. */
const rank = (path: string): number => {
  const at = ORDER.findIndex((names) => names.includes(folder(path)));
  return folder(path) ? at : ORDER.length;
};

/** What a file imports of ours: values and types, at once and later. */
function imports(path: string): string[] {
  return [...read(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((found) =>
    normalize(join(dirname(path), found[1] ?? "")).replace(/\?raw$/, ""),
  );
}
const steps = code.flatMap((path) => imports(path).map((to) => ({ path, to })));

test("the law sees the imports", () => expect(steps.length).toBeGreaterThan(500));

test("every folder has its place in the order", () => {
  const folders = new Set(files().map(folder).filter(Boolean));
  expect([...folders].sort()).toEqual(ORDER.flat().sort());
});

test("no folder holds more files than one can survey", () => {
  const held = new Map<string, number>();
  for (const path of files().filter((each) => /\.(svelte|ts|css)$/.test(each)))
    held.set(dirname(path), (held.get(dirname(path)) ?? 0) + 1);
  expect([...held].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});

test("imports point one way", () => {
  const upward = steps.filter(({ path, to }) => {
    const elsewhere = folder(path) !== folder(to) && to.startsWith("src/") && `${to}.ts` !== GENERATED;
    return elsewhere && rank(to) >= rank(path);
  });
  expect(upward).toEqual([]);
});

test("a wing is entered by its door alone", () => {
  const wing = (path: string): string =>
    place(path)[0] === "games" && place(path)[2] && place(path)[1] !== KIT ? place(path)[1]! : "";
  const inside = steps.filter(({ path, to }) => wing(to) && wing(to) !== wing(path));
  expect(inside).toEqual([]);
  const registry = steps.filter(
    ({ path, to }) => wing(path) && /^src\/games\/(registry|street)$/.test(to) && !path.endsWith("/house.ts"),
  );
  expect(registry).toEqual([]);
  const kit = (path: string): boolean => path.startsWith(`src/games/${KIT}/`);
  expect(steps.filter(({ path, to }) => kit(path) && to.startsWith("src/games/") && !kit(to))).toEqual([]);
});

test("no game is known by name outside its wing", () => {
  const titles = STREET.flatMap(({ name, door }) => [name, door.en.title]);
  const names = new RegExp(titles.map((each) => each.replace(/\W/g, ".")).join("|"), "i");
  const common = (path: string): boolean =>
    !path.startsWith("src/games/") || path.startsWith(`src/games/${KIT}/`);
  const rooms = files().filter((path) => common(path) && path !== GENERATED);
  expect(rooms.filter((path) => names.test(read(path)))).toEqual([]);
});

test("every wing is found", () => {
  const folders = readdirSync("src/games", { withFileTypes: true }).filter((each) => each.isDirectory());
  const names = folders.map((each) => each.name).filter((each) => each !== KIT);
  expect(STREET.map((house) => house.name).sort()).toEqual(names.sort());
  expect([...WINGS.keys()].sort()).toEqual(names);
  expect(STREET.filter((house) => house.first)).toHaveLength(1);
});

const components = code.filter((path) => path.endsWith(".svelte"));
const styleOf = (path: string): string => /<style[^>]*>([\s\S]*)<\/style>/.exec(read(path))?.[1] ?? "";

test("no component takes more than ten props", () => {
  const props = (path: string): number =>
    /interface Props[^{]*\{([\s\S]*?)\n {2}\}/.exec(read(path))?.[1]?.match(/^ {4}\w+\??:/gm)?.length ?? 0;
  expect(components.filter((path) => props(path) > 10)).toEqual([]);
});

test("styles ask for sizes by name", () => {
  // a piece may ask how large it is itself, and a table of the past how much room a review leaves
  const own = /^\s*(tile|ring|opp|cols|past) |^\s*\(/;
  const asked = components.flatMap((path) =>
    [...styleOf(path).matchAll(/@(container|media)([^{]*)\{/g)]
      .filter(([, kind, query = ""]) => /\dpx/.test(query) && !(kind === "container" && own.test(query)))
      .map(([, , query = ""]) => query.trim()),
  );
  // the words on the buttons of a bar need more room than any size that has a name
  expect(asked).toEqual(["page (max-width: 1439px)"]);
});

test("components rarely reach into others", () => {
  const reached = components.reduce((sum, path) => sum + (styleOf(path).match(/:global/g) ?? []).length, 0);
  expect(reached).toBeLessThanOrEqual(MOST_GLOBALS);
});

test("styles are shared, not repeated", () => {
  const lines = components.reduce((sum, path) => sum + styleOf(path).split("\n").length - 1, 0);
  expect(lines / components.length).toBeLessThanOrEqual(MOST_STYLES);
  const rules = read("src/ui/styles/shared.css").replace(/\/\*[\s\S]*?\*\//g, "");
  const shared = new Set([...rules.matchAll(/^(?:dialog)?\.([\w-]+)/gm)].map(([, name = ""]) => name));
  const users = (name: string): number =>
    components.filter((path) => new RegExp(`class="[^"]*(?<![\\w-])${name}(?![\\w-])`).test(read(path)))
      .length;
  expect([...shared].filter((name) => users(name) < 2)).toEqual([]);
});
