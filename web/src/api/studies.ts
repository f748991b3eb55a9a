/** The house's calls about studies. */
import { call } from "./rest";
import { settings } from "../state/settings.svelte";
import type {
  Advice,
  Opened,
  StudyAnswer,
  StudyCard,
  StudyChoices,
  StudyEdit,
  StudyOpened,
  StudyPath,
  StudyPlayOn,
  StudyQuestion,
  StudyText,
  StudyTree,
  StudyWish,
} from "./wire";

const study = (id: string): string => `/studies/${encodeURIComponent(id)}`;
const seen = (eyes: string, at?: number): string =>
  `?eyes=${encodeURIComponent(eyes)}${at === undefined ? "" : `&at=${at}`}`;

export const studies = {
  mine: () => call<StudyCard[]>("GET", "/studies"),
  begin: (wish: StudyWish) => call<StudyOpened>("POST", "/studies", wish),
  bring: (file: string | StudyText) => call<StudyOpened>("POST", "/studies/import", file),
  tree: (id: string, eyes: string) => call<StudyTree>("GET", study(id) + seen(eyes)),
  path: (id: string, eyes: string, at: number) =>
    call<StudyPath>("GET", `${study(id)}/path${seen(eyes, at)}`),
  choices: (id: string, eyes: string, at: number) =>
    call<StudyChoices>("GET", `${study(id)}/choices${seen(eyes, at)}`),
  advice: (id: string, eyes: string, at: number) =>
    call<Advice>("GET", `${study(id)}/advice${seen(eyes, at)}`),
  file: (id: string, form: "json" | "text") => `/api${study(id)}/file?form=${form}&lang=${settings.lang}`,
  /** The address of a picture, after /api. */
  picture: (id: string, at: number, eyes: string) => `${study(id)}/picture${seen(eyes, at)}`,
  edit: (id: string, wish: StudyEdit) => call<StudyOpened>("POST", `${study(id)}/edits`, wish),
  ask: (id: string, wish: StudyQuestion) => call<StudyAnswer>("POST", `${study(id)}/answers`, wish),
  copy: (id: string) => call<StudyOpened>("POST", `${study(id)}/copy`, {}),
  playOn: (id: string, wish: StudyPlayOn) => call<Opened>("POST", `${study(id)}/play-on`, wish),
  report: (id: string, at: number) => call<undefined>("POST", `${study(id)}/reports`, { at }),
  remove: (id: string) => call<undefined>("DELETE", study(id)),
};
