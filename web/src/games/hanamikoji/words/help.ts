/** What each piece tells about itself. */
import { t } from "../../../i18n/phrases.svelte";
import type { Naming } from "./names.svelte";
import { ACTIONS, ITEMS, VALUE, type HanamikojiView } from "../model/wire";

export function aboutPiece(key: string, say: Naming, view: HanamikojiView): { title: string; text: string } {
  const item = ITEMS.findIndex((each) => each === key);
  if (item >= 0) {
    const title = `${say.item(item)}, ${VALUE[item]} · ${say.geisha(item)}`;
    return {
      title,
      text: `${say.book.say(`help.${key}`)} ${t("hana.unseen", { n: view.unseen[item] ?? 0 })}`,
    };
  }
  const action = ACTIONS.findIndex((each) => each === key);
  if (action >= 0) return { title: say.action(action), text: say.book.say(`help.${key}`) };
  if (key === "deck") return { title: t("hana.deck", { n: view.deck }), text: say.book.say("rule.H5") };
  return { title: t("hana.help.race"), text: `${say.book.say("rule.H14")} ${say.book.say("rule.H16")}` };
}
