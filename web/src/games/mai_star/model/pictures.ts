/** Geishas and characters as the rules picture them. */
import type { Pictures } from "../../../i18n/chapters";
import { kimono, portrait } from "./kimono";
import { GEISHAS } from "./wire";

const pictures: Pictures = (piece) => {
  const geisha = GEISHAS.findIndex(({ name }) => piece === `geisha-${name}`);
  return geisha < 0 ? [piece.replace("_wrestler", "")] : [{ name: portrait(geisha), ink: kimono(geisha) }];
};

export default pictures;
