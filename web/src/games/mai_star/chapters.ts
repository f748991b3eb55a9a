import type { Chapter } from "../../lib/chapters";

const CHAPTERS: Chapter[] = [
  {
    key: "box",
    from: 1,
    signs: [
      "geisha-morning-star",
      "geisha-maple-leaf",
      "geisha-summer-sea",
      "geisha-spring-breeze",
      "geisha-sound-of-bell",
      "geisha-hazy",
    ],
  },
  {
    key: "setup",
    from: 5,
    signs: ["skill-performance", "skill-service", "skill-intelligence", "skill-black"],
  },
  {
    key: "turn",
    from: 7,
    signs: ["char-citizen", "char-merchant", "char-actor", "char-samurai", "char-daimyo", "char-shogun"],
  },
  { key: "effects", from: 15, signs: ["char-ronin", "char-oiran", "char-doctor", "char-courtesan"] },
  { key: "round", from: 27, signs: [] },
  { key: "win", from: 32, signs: [] },
  { key: "variant", from: 33, signs: [] },
];

export default CHAPTERS;
