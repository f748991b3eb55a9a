import type { Chapter } from "../../../i18n/chapters";
import { kimono, portrait } from "./kimono";
import { GEISHAS } from "./wire";

const CHAPTERS: Chapter[] = [
  {
    key: "box",
    from: 1,
    signs: GEISHAS.map((_, geisha) => ({ name: portrait(geisha), ink: kimono(geisha) })),
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
