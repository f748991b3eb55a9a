/** Geishas with their items, and actions, as the rules picture them. */
import type { Pictures } from "../../../i18n/chapters";
import { inkOf, portraitOf, signOf } from "./pieces";

const pictures: Pictures = (piece) => {
  if (!piece.startsWith("item-")) return [piece];
  const item = Number(piece.slice("item-".length));
  const ink = inkOf(item);
  return [
    { name: portraitOf(item), ink },
    { name: signOf(item), ink },
  ];
};

export default pictures;
