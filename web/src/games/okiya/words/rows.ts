/** Okiya's log: each taken tile by its square and its two signs. */
import type { Line } from "../../../api/wire";
import type { Row } from "../../../table/log/rows";
import { featureOf, plantOf, squareName } from "../model/garden";
import type { AnyMove } from "../model/wire";

interface Naming {
  who: (seat: number) => string;
  plant: (name: string) => string;
  feature: (name: string) => string;
  round: (n: number) => string;
}
const SILENT = ["Begin", "Lay"];
const SETTLING = ["seated", "bottakes"];

export function okiyaRows(lines: Line<AnyMove>[], rounds: boolean, say: Naming): Row[] {
  const rows: Row[] = [];
  let [begun, taken] = [0, 0];
  let tiles: number[] = [];
  lines.forEach((line, i) => {
    const { move } = line;
    const type = (move ?? line.event)?.type ?? "";
    if (move?.type === "Lay") {
      if (tiles.length === 0 && rounds) rows.push({ seq: line.seq, heading: say.round(++begun), text: "" });
      tiles.push(move.tile);
    }
    if (type === "Score") tiles = [];
    if (move?.type === "Take") {
      const { square } = move;
      const tile = tiles[square] ?? 0;
      const [plant, feature] = [plantOf(tile), featureOf(tile)];
      rows.push({
        seq: line.seq,
        n: ++taken,
        who: say.who(line.seat ?? 0),
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
