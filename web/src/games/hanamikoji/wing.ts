import { wing } from "../wing";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";
import type { AnyMove, HanamikojiView } from "./wire";

export default wing<HanamikojiView, AnyMove>({
  place: 1,
  look: {
    mon: "mon-hanamikoji",
    cloth: "var(--house-hanamikoji)",
    portrait: "geisha-anju",
    players: "2",
    minutes: 15,
  },
  facade,
  door,
  credits: { designer: "Kota Nakayama", publishers: "EmperorS4" },
  chapters: () => import("./chapters"),

  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./HanamikojiTable.svelte"),
  replay: () => import("./HanamikojiReplay.svelte"),
  lessons: {
    round: () => import("./lessons/round.json"),
  },
});
