/** Two short games that show all of Okiya. The house plays by the same rules as ever; only the path is given. */
export interface Lesson {
  key: string;
  layout: string;
  starter: number;
  moves: string[];
}

export const LESSONS: Lesson[] = [
  { key: "square", layout: "2HPCW5BA3", starter: 0, moves: ["a4", "c1", "b4", "d1", "b3", "b1", "a3"] },
  { key: "trap", layout: "981N7XXYH", starter: 1, moves: ["d2", "a3", "d3", "a1", "a2", "d1", "b1", "d4"] },
];

/** The phrase of a step. */
export function phraseOf(lesson: Lesson, step: number): string {
  const { key, moves } = lesson;
  if (step >= moves.length) return `learn.${key}.end`;
  if (key === "square") return `learn.square.${step}`;
  return `learn.${key}.${step === 0 ? "first" : step === moves.length - 1 ? "last" : "on"}`;
}
