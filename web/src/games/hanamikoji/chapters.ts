import type { Chapter } from "../../lib/chapters";

const CHAPTERS: Chapter[] = [
  {
    key: "box",
    from: 1,
    signs: [
      "geisha-ayane",
      "geisha-iroha",
      "geisha-tomoyo",
      "geisha-yoko",
      "geisha-chiharu",
      "geisha-ruri",
      "geisha-anju",
    ],
  },
  {
    key: "setup",
    from: 5,
    signs: [
      "item-flute",
      "item-fan",
      "item-scroll",
      "item-parasol",
      "item-lute",
      "item-teaset",
      "item-flower",
    ],
  },
  { key: "turn", from: 7, signs: ["action-secret", "action-discard", "action-gift", "action-competition"] },
  { key: "round", from: 13, signs: ["art-token"] },
  { key: "win", from: 16, signs: [] },
];

export default CHAPTERS;
