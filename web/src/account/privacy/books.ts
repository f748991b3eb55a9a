/** The catalogues of what is stored about whom. */
export const BOOKS = {
  en: () => import("./en.json"),
  fr: () => import("./fr.json"),
  pl: () => import("./pl.json"),
};
