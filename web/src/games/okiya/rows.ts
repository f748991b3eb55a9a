/** Okiya's log: each taken tile by its square and its two signs. */
import type { Line, Tagged } from "../../lib/wire";
import type { Row } from "../../table/rows";
import { featureOf, plantOf, squareName, type Garden } from "./garden";

interface Naming {
  who: (seat: number) => string;
  plant: (name: string) => string;
  feature: (name: string) => string;
  round: (n: number) => string;
}
const SILENT = ["Begin", "Lay"];
const SETTLING = ["seated", "bottakes"];

export function okiyaRows(lines: Line[], story: Garden[], rounds: boolean, say: Naming): Row[] {
  const rows: Row[] = [];
  let begun = 0;
  lines.forEach((line, i) => {
    const { type = "", ...fields } = (line.move ?? line.event ?? {}) as Tagged;
    const garden = story[i]!;
    if (rounds && garden.round > begun) {
      begun = garden.round;
      rows.push({ seq: line.seq, heading: say.round(begun), text: "" });
    }
    if (type === "Take") {
      const square = fields.square as number;
      const tile = garden.layout[square]!;
      const [plant, feature] = [plantOf(tile), featureOf(tile)];
      rows.push({
        seq: line.seq,
        n: garden.taken,
        who: say.who(line.seat!),
        text: `${squareName(square)} ${say.plant(plant)}`,
        icon: `plant-${plant}`,
        after: say.feature(feature),
      });
    } else if (!SILENT.includes(type) && !(SETTLING.includes(type) && i < 8)) {
      rows.push({ seq: line.seq, text: line.said });
    }
  });
  return rows;
}
