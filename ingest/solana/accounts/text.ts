/** Texts on chain, which have no trusted author. */

/** Cut to so many UTF-16 units, with lone surrogates replaced. @returns null without a text */
export function shortText(value: unknown, lettersMax: number): string | null {
  if (typeof value !== "string" || value === "") return null;
  return Buffer.from(value.slice(0, lettersMax)).toString();
}
