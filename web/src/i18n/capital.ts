/** A label that begins a line: a word gets a capital letter, the name of a square (a4) does not. */
export const capitalised = (label: string): string =>
  label.replace(/^\p{Ll}(?=[\p{L}’])/u, (letter) => letter.toUpperCase());
