import { wing } from "../wing";
import type { AnyMove, HanamikojiView } from "./wire";

export default wing<HanamikojiView, AnyMove>({
  credits: { designer: "Kota Nakayama", publishers: "EmperorS4" },
  chapters: () => import("./chapters"),
  pictures: () => import("./pictures"),
  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./HanamikojiTable.svelte"),
  replay: () => import("./HanamikojiReplay.svelte"),
  rows: () => import("./past"),
  beliefs: () => import("./Beliefs.svelte"),
  lessons: {
    round: () => import("./lessons/round.json"),
  },
});
