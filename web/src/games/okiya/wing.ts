import { wing } from "../wing";
import door from "./door.json";
import facade from "./facade.svg?raw";
import "./palette.css";
import type { AnyMove, OkiyaView } from "./wire";

export default wing<OkiyaView, AnyMove>({
  place: 3,
  first: true,
  look: {
    mon: "mon-okiya",
    cloth: "var(--house-okiya)",
    portrait: "geisha-iroha",
    players: "2",
    minutes: 5,
  },
  facade,
  door,
  credits: { designer: "Bruno Cathala", publishers: "Blue Orange, Blackrock Games" },
  chapters: () => import("./chapters"),

  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./OkiyaTable.svelte"),
  replay: () => import("./OkiyaReplay.svelte"),
  lessons: {
    round: () => import("./lessons/round.json"),
  },
});
