/** The two sides of a table for two. */
export type Side = 0 | 1;
export const SIDES = [0, 1] as const;

/** Whoever only looks on sits behind the first side. */
export const sideOf = (seat: number | null | undefined): Side => (seat === 1 ? 1 : 0);
export const across = (side: Side): Side => (side === 0 ? 1 : 0);
