/** What the explorer needs of Okiya: a garden whose tiles can be taken, and where a moment of a game stands. */
import type { Frame } from "../../../api/wire";
import type { WalkOf } from "../../contract";
import { takenIn } from "../model/explored";
import type { AnyMove, OkiyaView } from "../model/wire";
import Board from "./Board.svelte";

function from(frames: Frame<OkiyaView, AnyMove>[], place: number): string {
  const view = frames[place]?.view;
  if (!view?.code) return "";
  const said = new URLSearchParams({ layout: view.code });
  const taken = takenIn(frames, place);
  if (taken.length) said.set("moves", taken.join());
  if (view.options.full_board !== "last_mover") said.set("full_board", view.options.full_board);
  if (view.options.match === "points") said.set("match", "points");
  return `?${said}`;
}

export default { Board, from } satisfies WalkOf<OkiyaView, AnyMove>;
