import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WINGS } from "../src/games/registry";
import { STREET } from "../src/games/street";
import { fill } from "../src/i18n/phrases.svelte";
import english from "../src/i18n/en.json";
import french from "../src/i18n/fr.json";
import polish from "../src/i18n/pl.json";

type Book = Record<string, string>;
/** The app's phrases, those that lie with each game's table, and those of a page that has its own. */
const whole = (lang: string, app: Book): Book => {
  const games = readdirSync("src/games", { withFileTypes: true }).filter(
    (each) => each.isDirectory() && existsSync(`src/games/${each.name}/words`),
  );
  const read = (folder: string): Book =>
    JSON.parse(readFileSync(`src/${folder}/${lang}.json`, "utf8")) as Book;
  const folders = [
    ...games.map((each) => `games/${each.name}/words`),
    "account/privacy",
    "host/words",
    "puzzles/words",
  ];
  return Object.assign({}, app, ...folders.map(read)) as Book;
};
const en = whole("en", english);
const BOOKS: Record<string, Book> = { en, fr: whole("fr", french), pl: whole("pl", polish) };
const FORM = /\.(one|few|many|other)$/;
const bare = (key: string): string => key.replace(FORM, "");
const keys = (book: object): string[] => [...new Set(Object.keys(book).map(bare))].sort();
const holes = (phrase: string): string[] => [...phrase.matchAll(/\{(\w+)\}/g)].map((hole) => hole[1]!).sort();

function sources(folder = "src"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = `${folder}/${each.name}`;
    if (each.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(path) ? [readFileSync(path, "utf8")] : [];
  });
}

test("every language has every phrase", () => {
  for (const book of Object.values(BOOKS)) expect(keys(book)).toEqual(keys(en));
});

test("a phrase with plural forms has all of its language", () => {
  for (const [lang, book] of Object.entries(BOOKS)) {
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
    for (const key of new Set(
      Object.keys(book)
        .filter((each) => FORM.test(each))
        .map(bare),
    ))
      for (const form of forms) expect(Object.keys(book), `${lang} ${key}`).toContain(`${key}.${form}`);
  }
});

test("translations have the same holes", () => {
  const english = new Map(Object.entries(en).map(([key, phrase]) => [bare(key), holes(phrase)]));
  for (const [lang, book] of Object.entries(BOOKS))
    for (const [key, phrase] of Object.entries(book))
      expect(holes(phrase), `${lang} ${key}`).toEqual(english.get(bare(key)));
});

test("every phrase that the app says exists", () => {
  const known = keys(en);
  const text = sources().join("\n");
  const plain = [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].map((said) => said[1]!);
  const either = [...text.matchAll(/\bt\([^"()]*(?:"\w+" )?\? "([^"]+)" : "([^"]+)"/g)].flatMap((said) => [
    said[1]!,
    said[2]!,
  ]);
  const prefixes = [...text.matchAll(/\bt\(\s*`([\w.]+\.)\$\{/g)].map((said) => said[1]!);
  for (const key of [...plain, ...either]) expect(known).toContain(key);
  for (const prefix of prefixes)
    expect(
      known.some((key) => key.startsWith(prefix)),
      prefix,
    ).toBe(true);
});

test("a lesson's phrases exist, whatever is answered", async () => {
  const known = keys(en);
  for (const later of [...WINGS.values()].flatMap((wing) => Object.values(wing.lessons))) {
    const { waiting, steps } = (await later()).default;
    const said = steps.flatMap((step) => [
      step.key,
      `${step.key}.why`,
      step.right,
      ...(step.wrong ?? []).map((reply) => reply.key),
    ]);
    for (const key of [waiting, ...said].filter((each) => each !== undefined)) expect(known).toContain(key);
  }
});

test("a house has its door in every language, and its chapters have names", async () => {
  for (const { name, door } of STREET) {
    const wing = WINGS.get(name);
    for (const { title, line, lessons: titles } of Object.values(door)) {
      expect([title, line]).not.toContain("");
      expect(Object.keys(titles)).toEqual(Object.keys(wing?.lessons ?? {}));
    }
    for (const chapter of (await wing?.chapters())?.default ?? [])
      expect(keys(en)).toContain(`chapter.${chapter.key}`);
  }
});

test("French shortens de and que before a vowel", () => {
  const told = (who: string): string => fill("Vue de {who} : ce que {who} voit", { who });
  expect(["Aiko", "Élise", "Mika"].map(told)).toEqual([
    "Vue d’Aiko : ce qu’Aiko voit",
    "Vue d’Élise : ce qu’Élise voit",
    "Vue de Mika : ce que Mika voit",
  ]);
});
