import type { Chapter } from "../../../i18n/chapters";

const CHAPTERS: Chapter[] = [
  {
    key: "box",
    from: 1,
    signs: [
      "plant-maple",
      "plant-cherry",
      "plant-pine",
      "plant-iris",
      "feature-sun",
      "feature-tanzaku",
      "feature-bird",
      "feature-rain",
    ],
  },
  { key: "setup", from: 2, signs: [] },
  { key: "turn", from: 4, signs: ["token-red", "token-black"] },
  { key: "win", from: 7, signs: [] },
  { key: "match", from: 11, signs: [] },
];

export default CHAPTERS;
