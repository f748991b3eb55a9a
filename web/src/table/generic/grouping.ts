/** Legal moves as a person looks for them: by their first word, and by what they type. */
import type { Choice } from "../../api/wire";

export interface Group {
  name: string;
  choices: Choice[];
}

const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").toLowerCase();

export function found(choices: Choice[], sought: string): Choice[] {
  const wanted = plain(sought).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const text = plain(`${choice.label} ${choice.notation}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Groups by first word; where that helps nobody, one group without a name. */
export function grouped(choices: Choice[]): Group[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const name = choice.label.split(/[\s:,]/)[0] ?? "";
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  const useful = groups.size > 1 && groups.size < choices.length;
  return useful ? [...groups].map(([name, held]) => ({ name, choices: held })) : [{ name: "", choices }];
}
