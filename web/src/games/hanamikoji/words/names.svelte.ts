/** What things are called, in the language spoken: the house's catalogue and the table's own phrases. */
import { Catalogue } from "../../catalogue.svelte";
import { plural } from "../../../i18n/plural";
import { settings } from "../../../state/settings.svelte";
import { ACTIONS, CARDS, ITEMS } from "../model/wire";

export class Naming {
  readonly book = new Catalogue("hanamikoji");

  item = (item: number): string => this.book.say(`item.${ITEMS[item] ?? ""}`);
  geisha = (item: number): string => this.book.say(`geisha.${ITEMS[item] ?? ""}`);
  action = (action: number): string => this.book.say(`action.${ACTIONS[action] ?? ""}`);
  cards = (n: number): string => this.book.say(`cards.${plural(settings.lang, n)}`, { n });

  /** "flute, fan and fan". */
  items(items: number[]): string {
    return new Intl.ListFormat(settings.lang).format(items.map(this.item));
  }

  /** The house's reasons. */
  used(action: number): string {
    return this.book.say("error.used", { action: this.action(action) });
  }
  wrongCount(action: number, got: number): string {
    const facts = {
      action: this.action(action),
      needs: this.cards(CARDS[action] ?? 0),
      got: this.cards(got),
    };
    return this.book.say("error.wrong_count", facts);
  }
}
