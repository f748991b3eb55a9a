/** The crest of a person, drawn from the name: 3 to 8 petals of five shapes, three rings, eight inks. The same name
    always has the same crest. Decoration only: it stands beside the name. */

/** An ink by day and its partner by night. */
const INKS = [
  ["#1b2230", "#f0e9da"],
  ["#1b5c60", "#7fc7c6"],
  ["#23664f", "#82c8a6"],
  ["#39437e", "#a9b4f0"],
  ["#6b34a8", "#c7a6f0"],
  ["#845900", "#e7b860"],
  ["#8e2f57", "#e79abd"],
  ["#96450f", "#e7a877"],
] as const;
const RINGS = ["single", "double", "solid"] as const;
const SHAPES = ["leaf", "lozenge", "wedge", "dot", "oval"] as const;
const FEWEST = 3;
const MOST = 8;
/** Half the width of a petal, by how many there are. */
const HALF: Record<number, number> = { 3: 9.4, 4: 8.6, 5: 7.2, 6: 6, 7: 5.3, 8: 4.7 };

export interface Crest {
  day: string;
  night: string;
  ring: (typeof RINGS)[number];
  shape: (typeof SHAPES)[number];
  petals: number;
  /** The first petal stands upright, or the gap before it. */
  turned: boolean;
  /** A small disc in the middle. */
  heart: boolean;
}

export function crestOf(name: string): Crest {
  let rest = hash(name.normalize("NFC").trim());
  const pick = <T>(among: readonly T[]): T => {
    const at = rest % among.length;
    rest = Math.floor(rest / among.length);
    return among[at] as T;
  };
  const [day, night] = pick(INKS);
  const petals = FEWEST + pick([...Array(MOST - FEWEST + 1).keys()]);
  const [shape, ring, turned, heart] = [pick(SHAPES), pick(RINGS), pick([false, true]), pick([false, true])];
  return { day, night, ring, shape, petals, turned, heart };
}

/** FNV-1a, with a last stir so that names that differ in one letter differ in everything. */
function hash(name: string): number {
  let found = 0x811c9dc5;
  for (const sign of name) found = Math.imul(found ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  found = Math.imul(found ^ (found >>> 16), 0x85ebca6b);
  found = Math.imul(found ^ (found >>> 13), 0xc2b2ae35);
  return (found ^ (found >>> 16)) >>> 0;
}

/** The outline of the upper petal, in a field of 64 by 64. */
export function petal({ shape, petals }: Crest): string {
  const half = HALF[petals] ?? 6;
  const at = (by: number): number => Math.round((32 + by) * 10) / 10;
  const [left, right] = [at(-half), at(half)];
  if (shape === "leaf") return `M32 29C${left} 21 ${left} 13 32 6C${right} 13 ${right} 21 32 29Z`;
  if (shape === "lozenge") return `M32 6L${right} 18L32 30L${left} 18Z`;
  if (shape === "wedge") return `M${left} 9Q32 4 ${right} 9L32 29Z`;
  return shape === "dot" ? round(17, Math.min(half + 0.8, 8.4), 0) : round(18, half, 10.5);
}

/** An oval around (32, y); without a height of its own, a circle. */
function round(y: number, wide: number, high: number): string {
  const radii = `${wide} ${high || wide}`;
  return `M${32 - wide} ${y}A${radii} 0 1 1 ${32 + wide} ${y}A${radii} 0 1 1 ${32 - wide} ${y}Z`;
}

/** By how many degrees each petal is turned. */
export function turns({ petals, turned }: Crest): number[] {
  const step = 360 / petals;
  return Array.from({ length: petals }, (_, i) => i * step + (turned ? step / 2 : 0));
}
