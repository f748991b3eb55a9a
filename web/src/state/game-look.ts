/** What the eye needs of a game's house, besides what the registry tells. */
export interface Look {
  /** Its sign, its cloth and who looks out of it. */
  mon: string;
  cloth: string;
  portrait: string;
  players: string;
  minutes: number;
  /** The drawing of its front; empty: it has none. */
  facade: string;
}

/** A house that brings no look of its own. */
export const PLAIN: Look = {
  mon: "seal",
  cloth: "var(--ai-sky)",
  portrait: "lantern-bright",
  players: "",
  minutes: 0,
  facade: "",
};
