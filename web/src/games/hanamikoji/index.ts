import { wing } from "../contract";
import type { AnyMove, HanamikojiView } from "./model/wire";

export default wing<HanamikojiView, AnyMove>({
  credits: { designer: "Kota Nakayama", publishers: "EmperorS4" },
  chapters: () => import("./model/chapters"),
  pictures: () => import("./model/pictures"),
  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  rows: () => import("./words/past"),
  beliefs: () => import("./board/Beliefs.svelte"),
  lessons: {
    round: () => import("./lessons/round.json"),
  },
});
