import { wing } from "../wing";
import type { AnyMove, OkiyaView } from "./wire";

export default wing<OkiyaView, AnyMove>({
  credits: { designer: "Bruno Cathala", publishers: "Blue Orange, Blackrock Games" },
  chapters: () => import("./chapters"),
  pictures: () => import("./pictures"),
  words: {
    en: () => import("./words/en.json"),
    fr: () => import("./words/fr.json"),
    pl: () => import("./words/pl.json"),
  },
  table: () => import("./OkiyaTable.svelte"),
  replay: () => import("./OkiyaReplay.svelte"),
  rows: () => import("./past"),
  lessons: {
    round: () => import("./lessons/round.json"),
  },
});
