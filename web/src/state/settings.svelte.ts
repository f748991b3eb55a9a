/** What a person chose once and this browser remembers. */
import { LANGUAGES, type Lang } from "../i18n/lang";

export const KEPT_AS = "hanamachi";
export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "still" | "moving";
/** How fast moves are shown, and how long each picture then stays, as a multiple of what the game says. */
/** What a person hears at tables: everything, ready-made phrases, nothing. */
export const TALK = ["all", "phrases", "off"] as const;
export type Hears = (typeof TALK)[number];
export const STORIES = { slow: 1.7, normal: 1, fast: 0.45, none: 0 };
export type Stories = keyof typeof STORIES;
/** What a person chooses of both. */
export const ANIMATIONS = ["system", "slow", "normal", "fast", "none"] as const;
export type Animation = (typeof ANIMATIONS)[number];

interface Kept {
  lang: Lang;
  theme: Theme;
  motion: Motion;
  stories: Stories;
  sound: boolean;
  confirm: boolean;
  talk: Hears;
  /** Notifications, where the browser allows them. */
  notify: boolean;
  /** Stays a guest: an account is offered no more. */
  guest: boolean;
}

function first(): Kept {
  const spoken = navigator.languages.map((each) => each.slice(0, 2));
  const lang = spoken.flatMap((each) => LANGUAGES.find((known) => known === each) ?? [])[0] ?? "en";
  const phone = matchMedia("(pointer: coarse)").matches;
  return {
    lang,
    theme: "system",
    motion: "system",
    stories: "normal",
    sound: !phone,
    confirm: true,
    talk: "all",
    notify: false,
    guest: false,
  };
}

function remembered(): Kept {
  try {
    return { ...first(), ...JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}") };
  } catch {
    return first();
  }
}

export const settings = $state(remembered());

export function animation(): Animation {
  if (settings.motion === "still") return "none";
  return settings.motion === "system" && settings.stories === "normal" ? "system" : settings.stories;
}

export function animate(chosen: Animation): void {
  settings.stories = chosen === "system" ? "normal" : chosen;
  settings.motion = chosen === "system" ? "system" : chosen === "none" ? "still" : "moving";
}

/** Called once, inside an effect root: keeps and applies every change. */
export function keepSettings(): void {
  $effect(() => {
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(settings));
    } catch {
      // a private window may refuse: then nothing is remembered
    }
    const root = document.documentElement;
    root.lang = settings.lang;
    root.classList.toggle("light", settings.theme === "light");
    root.classList.toggle("dark", settings.theme === "dark");
    root.classList.toggle("still", settings.motion === "still");
    root.classList.toggle("moving", settings.motion === "moving");
  });
}

/** How long a picture stays, as a multiple of what the game says. */
export const stretch = (): number => STORIES[settings.stories] ?? STORIES.normal;

/** Whether pieces may travel. */
export function moves(): boolean {
  if (settings.stories === "none") return false;
  if (settings.motion !== "system") return settings.motion === "moving";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
