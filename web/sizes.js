/** The sizes of a window or of a container that styles ask for, by name. No other place has such numbers, but for
    pieces that ask how large they are themselves. */
export const SIZES = {
  slim: "(max-width: 460px)",
  narrow: "(max-width: 660px)",
  compact: "(max-width: 760px)",
  medium: "(max-width: 960px)",
  /** The log does not stand beside the table. */
  unrailed: "(max-width: 1000px)",
  /** The words of a bar's tools do not fit. */
  signed: "(max-width: 1239px)",
  flat: "(max-height: 430px)",
  low: "(max-height: 620px)",
  short: "(max-height: 760px)",
};

/** Styles with the named sizes, as `@container table (--low)`, written out. */
export const sized = (css) =>
  css.replace(/@(?:container|media)[^{]*\{/g, (query) =>
    query.replace(/\(--([\w-]+)\)/g, (_, name) => {
      if (!(name in SIZES)) throw new Error(`no size is called --${name}`);
      return SIZES[name];
    }),
  );
