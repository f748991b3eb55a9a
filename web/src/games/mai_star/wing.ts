import { wing } from "../wing";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";
import type { AnyMove, MaiStarView } from "./wire";

export default wing<MaiStarView, AnyMove>({
  place: 4,
  look: {
    mon: "mon-mai-star",
    cloth: "var(--house-mai-star)",
    portrait: "geisha-morning-star",
    players: "3–6",
    minutes: 40,
  },
  facade,
  door,
  credits: { designer: "Seiji Kanai", publishers: "AEG" },
  chapters: () => import("./chapters"),

  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./MaiStarTable.svelte"),
  replay: () => import("./MaiStarReplay.svelte"),
  lessons: {
    festival: () => import("./lessons/festival.json"),
  },
});
