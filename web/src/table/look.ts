/** The look of the house in which a table stands; whoever shows the table knows it. */
import { createContext } from "svelte";
import type { Look } from "../lib/look";

const [get, set] = createContext<() => Look>();

export const houseLook = set;
export const useLook = get;
