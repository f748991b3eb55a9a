import type { Chapter } from "../../../i18n/chapters";

const CHAPTERS: Chapter[] = [
  { key: "box", from: 1, signs: ["road-pink", "road-red", "road-blue", "road-yellow", "road-green"] },
  { key: "setup", from: 7, signs: ["teahouse", "pawn", "lantern-bright", "lantern-dark"] },
  {
    key: "turn",
    from: 13,
    signs: ["action-reveal", "action-intrigue", "action-gift", "action-competition"],
  },
  { key: "round", from: 23, signs: ["guest", "favour"] },
  { key: "win", from: 32, signs: [] },
  { key: "special", from: 34, signs: ["action-hidden-offer", "action-counteroffer"] },
  { key: "variant", from: 42, signs: ["lantern-dark"] },
];

export default CHAPTERS;
