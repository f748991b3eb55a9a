/** A table's code: ten signs none of which looks like another, so that it can be said aloud and typed large or
    small. Tables of older houses have codes of eight signs in which large and small letters differ. */
const CODE = /^[0-9a-hjkmnp-tv-z]{10}$/;

/** What is meant by what was typed. */
export function readCode(typed: string): string {
  const plain = typed.replace(/[\s-]/g, "").toLowerCase().replace(/o/g, "0").replace(/[il]/g, "1");
  return CODE.test(plain) ? plain : typed.trim();
}

/** In two groups and large, as one reads it to somebody. */
export const showCode = (id: string): string =>
  CODE.test(id) ? `${id.slice(0, 5)}-${id.slice(5)}`.toUpperCase() : id;
