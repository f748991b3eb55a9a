import { wing } from "../contract";
import type { AnyMove, MaiStarView } from "./model/wire";

export default wing<MaiStarView, AnyMove>({
  credits: { designer: "Seiji Kanai", publishers: "AEG" },
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
  lessons: {
    festival: () => import("./lessons/festival.json"),
  },
});
