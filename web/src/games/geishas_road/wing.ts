import { wing } from "../wing";
import type { AnyMove, RoadView } from "./wire";

export default wing<RoadView, AnyMove>({
  credits: { designer: "Kota Nakayama", publishers: "EmperorS4, Nasza Księgarnia" },
  chapters: () => import("./chapters"),
  pictures: () => import("./pictures"),
  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./RoadTable.svelte"),
  replay: () => import("./RoadReplay.svelte"),
  rows: () => import("./past"),
  lessons: {
    basic: () => import("./lessons/basic.json"),
    guests: () => import("./lessons/guests.json"),
    specials: () => import("./lessons/specials.json"),
  },
});
