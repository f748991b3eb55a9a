/** Cards, tokens and lanterns as the rules picture them. */
import type { Pictures } from "../../../i18n/chapters";
import { COLOURS } from "./wire";

const pictures: Pictures = (piece) => {
  if (piece.startsWith("value-")) return COLOURS.map((colour) => `road-${colour}`);
  if (piece.startsWith("lantern-")) return ["lantern-bright", "lantern-dark"];
  return [piece === "tile" ? "pawn" : piece.replaceAll("_", "-")];
};

export default pictures;
