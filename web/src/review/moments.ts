/** Links that name a moment of a game. When the rules rise to a new version a log may get rows that it had not, and
    its moments move; the house says where each has gone. A link without a version is of the table's first. */
export type Moments = Record<string, number[]>;

const oldest = (moments: Moments): string | undefined =>
  Object.keys(moments).sort((a, b) => Number(a) - Number(b))[0];

/** Where a moment that a link names is now. */
export function momentNow(named: number, version: string | null, moments: Moments = {}): number {
  return moments[version ?? oldest(moments) ?? ""]?.[named] ?? named;
}

/** What a link says besides the moment: its version, where the table has had several, and what else is asked. */
export function linkQuery(
  version: number | undefined,
  moments: Moments = {},
  eyes: string | null = null,
): string {
  const said = new URLSearchParams();
  if (version !== undefined && oldest(moments)) said.set("v", String(version));
  if (eyes) said.set("eyes", eyes);
  return said.size ? `?${said}` : "";
}
