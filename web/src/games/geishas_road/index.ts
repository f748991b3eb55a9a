import { wing } from "../contract";
import type { AnyMove, RoadView } from "./model/wire";

export default wing<RoadView, AnyMove>({
  credits: { designer: "Kota Nakayama", publishers: "EmperorS4, Nasza Księgarnia" },
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
    basic: () => import("./lessons/basic.json"),
    guests: () => import("./lessons/guests.json"),
    specials: () => import("./lessons/specials.json"),
  },
});
