/** Tiles, plants and features as the rules picture them. */
import type { Pictures } from "../../../i18n/chapters";
import { featureOf, plantOf } from "./garden";

const numbered = (piece: string): number => Number(piece.replace(/\D/g, ""));

const pictures: Pictures = (piece) => {
  if (!piece.startsWith("tile-")) return [piece];
  const [plant, feature] = [plantOf(numbered(piece)), featureOf(numbered(piece))];
  const ink = `var(--${plant})`;
  return [
    { name: `feature-${feature}`, ink },
    { name: `plant-${plant}`, ink },
  ];
};

export default pictures;
