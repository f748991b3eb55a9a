import type { RuleCard } from "./wire";

/** The rules of each game in chapters: where each begins, and pictures of what it speaks of. */
export interface Chapter {
  key: string;
  from: number;
  signs: string[];
}

export const CHAPTERS: Record<string, Chapter[]> = {
  okiya: [
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
  ],
  hanamikoji: [
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
  ],
  geishas_road: [
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
  ],
  mai_star: [
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
  ],
};

export interface Told {
  key: string;
  signs: string[];
  rules: RuleCard[];
}

/** The rules sorted into chapters; a game without any has one. */
export function told(game: string, rules: RuleCard[]): Told[] {
  const chapters = CHAPTERS[game] ?? [{ key: "all", from: 1, signs: [] }];
  const place = (number: string): number => Number(number.replace(/\D/g, ""));
  return chapters.map((chapter, i) => ({
    key: chapter.key,
    signs: chapter.signs,
    rules: rules.filter(
      ({ number }) => place(number) >= chapter.from && place(number) < (chapters[i + 1]?.from ?? Infinity),
    ),
  }));
}
