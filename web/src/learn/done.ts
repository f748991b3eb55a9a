/** Which lessons this browser has seen to their end. */
import { Drawer } from "../state/storage/local-store";

const drawer = new Drawer<true>("hanamachi lessons");
const nameOf = (game: string, lesson: string): string => `${game}/${lesson}`;

export const keepDone = (game: string, lesson: string): void => drawer.keep(nameOf(game, lesson), true);
export const isDone = (game: string, lesson: string): boolean => drawer.of(nameOf(game, lesson)) ?? false;
