import { wing } from "../contract";
import type { AnyMove, OkiyaView } from "./model/wire";

export default wing<OkiyaView, AnyMove>({
  credits: { designer: "Bruno Cathala", publishers: "Blue Orange, Blackrock Games" },
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
  walk: () => import("./walk"),
  lessons: {
    round: () => import("./lessons/round.json"),
  },
});
