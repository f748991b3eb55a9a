/** The house in which a table stands: its look, what is to be won in it, the chapters of its rules. Whoever shows
    the table knows them. */
import { createContext } from "svelte";
import type { Chapter } from "../../i18n/chapters";
import type { Look } from "../../state/game-look";

const [look, setLook] = createContext<() => Look>();
const [aim, setAim] = createContext<() => string>();
const [chapters, setChapters] = createContext<() => Promise<Chapter[] | undefined>>();
/** Opens the rules at the table, at the rule of this number. */
const [rule, setRule] = createContext<(number: string) => void>();

/** Opens what stands beside the table, where there is no room for it. */
const [side, setSide] = createContext<() => void>();

export const houseSide = setSide;
export const useSide = side;
export const houseRule = setRule;
export const useRule = rule;
export const houseLook = setLook;
export const useLook = look;
export const houseAim = setAim;
export const useAim = aim;
export const houseChapters = setChapters;
export const useChapters = chapters;
