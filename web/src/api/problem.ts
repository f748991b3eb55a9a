/** What went wrong, as far as it can be told. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
export const sentenceOf = (thrown: unknown): string => asError(thrown).message;
