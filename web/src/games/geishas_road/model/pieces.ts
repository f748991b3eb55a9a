/** The box, as it is printed. Cards are four of each colour, 1 to 4; a lantern's face is odd with its dark side up. */
import { COLOURS, POINTS, SYMBOLS } from "./wire";

export const [REVEAL, INTRIGUE, GIFT, COMPETITION] = [0, 1, 2, 3] as const;
export const [COUNTEROFFER, HIDDEN_OFFER] = [0, 1] as const;
export const ACTION_ICONS = [
  "action-reveal",
  "action-intrigue",
  "action-gift",
  "action-competition",
] as const;
export const SPECIAL_ICONS = ["action-counteroffer", "action-hidden-offer"] as const;

export const colourOf = (card: number): number => card >> 2;
export const valueOf = (card: number): number => (card & 3) + 1;
export const symbolsOf = (card: number): number => SYMBOLS[card] ?? 0;
export const colourName = (colour: number): string => COLOURS[colour] ?? "";
export const cardKey = (card: number): string => `${colourName(colourOf(card))}${valueOf(card)}`;
export const ink = (colour: number): string => `var(--${colourName(colour)})`;
export const signOf = (colour: number): string => `road-${colourName(colour)}`;

export const pointsOf = (face: number): number => POINTS[face] ?? 0;
export const isDark = (face: number): boolean => (face & 1) === 1;
export const turned = (face: number): number => face ^ 1;
/** With a real minus. */
export const digit = (points: number): string => String(points).replace("-", "−");
export const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);
