/** My games: how a game came out that a player left, in plain words. */
import { render } from "svelte/server";
import { beforeEach, expect, test } from "vitest";
import "./house";
import type { MyTable } from "../src/api/wire";
import { speak } from "../src/i18n/phrases.svelte";
import GameRow from "../src/lobby/GameRow.svelte";

const over = (result: string, reason: string): MyTable => ({
  id: "t1",
  game: "okiya",
  names: ["Mika", "Rin"],
  started: true,
  over: true,
  yours: false,
  mine: [0],
  score: [0, 0],
  result,
  reason,
});
const text = (table: MyTable): string =>
  render(GameRow, { props: { table } })
    .body.replace(/<!--[\s\S]*?-->|<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

beforeEach(() => speak("en"));

test.each([
  ["en", "won", "claimed", "Won a player left"],
  ["en", "lost", "claimed", "Lost a player left"],
  ["en", "", "calledoff", "Called off a player left"],
  ["en", "", "lapsed", "Called off no first move"],
  ["fr", "won", "claimed", "Gagnée un joueur est parti"],
  ["fr", "", "calledoff", "Annulée un joueur est parti"],
  ["fr", "", "lapsed", "Annulée pas de premier coup"],
  ["pl", "lost", "claimed", "Przegrana gracz odszedł"],
  ["pl", "", "calledoff", "Odwołana gracz odszedł"],
  ["pl", "", "lapsed", "Odwołana bez pierwszego ruchu"],
] as const)("%s: %s by %s", async (lang, result, reason, said) => {
  await speak(lang);
  const told = text(over(result, reason));
  expect(told).toContain(said);
  expect(told).toContain("Mika – Rin "); // without points
});
