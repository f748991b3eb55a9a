/** Games that were called off: nobody won or lost, and it is no draw. */
const REASONS = ["calledoff", "lapsed"];

/** `reason`: why a game ended, as its result tells. */
export const calledOff = (reason: string | undefined): boolean => REASONS.includes(reason ?? "");
