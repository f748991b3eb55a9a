import { wing } from "../wing";
import type { AnyMove, MaiStarView } from "./wire";

export default wing<MaiStarView, AnyMove>({
  credits: { designer: "Seiji Kanai", publishers: "AEG" },
  chapters: () => import("./chapters"),
  pictures: () => import("./pictures"),
  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./MaiStarTable.svelte"),
  replay: () => import("./MaiStarReplay.svelte"),
  rows: () => import("./past"),
  lessons: {
    festival: () => import("./lessons/festival.json"),
  },
});
