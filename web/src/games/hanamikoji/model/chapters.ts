import type { Chapter } from "../../../i18n/chapters";
import { inkOf, portraitOf, signOf } from "./pieces";
import { ITEMS } from "./wire";

const CHAPTERS: Chapter[] = [
  {
    key: "box",
    from: 1,
    signs: ITEMS.map((_, item) => ({ name: portraitOf(item), ink: inkOf(item) })),
  },
  {
    key: "setup",
    from: 5,
    signs: ITEMS.map((_, item) => signOf(item)),
  },
  { key: "turn", from: 7, signs: ["action-secret", "action-discard", "action-gift", "action-competition"] },
  { key: "round", from: 13, signs: ["art-token"] },
  { key: "win", from: 16, signs: [] },
];

export default CHAPTERS;
