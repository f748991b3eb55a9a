/** What a rival most likely keeps face down. */
import { percent } from "../../../i18n/percent";
import type { Hold } from "../../../api/wire";

const MOST_LIKELY = 3;
const UNLIKELY = 0.01;

/** What most likely lies under the Secret: "tea set 44 %, flower 31 %, lute 10 %". Empty if there is none. */
export function underSecret(holds: Hold[], lang: string): string {
  const ranked = holds
    .flatMap(({ label, places: { secret = 0 } }) => (secret >= UNLIKELY ? [{ label, secret }] : []))
    .sort((a, b) => b.secret - a.secret);
  const said = ranked.slice(0, MOST_LIKELY).map(({ label, secret }) => `${label} ${percent(secret)}`);
  return new Intl.ListFormat(lang, { type: "unit" }).format(said);
}
