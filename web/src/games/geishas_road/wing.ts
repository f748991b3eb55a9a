import { wing } from "../wing";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";
import type { AnyMove, RoadView } from "./wire";

export default wing<RoadView, AnyMove>({
  place: 2,
  look: {
    mon: "mon-road",
    cloth: "var(--house-road)",
    portrait: "pawn",
    players: "2",
    minutes: 25,
  },
  facade,
  door,
  credits: { designer: "Kota Nakayama", publishers: "EmperorS4, Nasza Księgarnia" },
  chapters: () => import("./chapters"),

  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./RoadTable.svelte"),
  replay: () => import("./RoadReplay.svelte"),
  lessons: {
    basic: () => import("./lessons/basic.json"),
    guests: () => import("./lessons/guests.json"),
    specials: () => import("./lessons/specials.json"),
  },
});
