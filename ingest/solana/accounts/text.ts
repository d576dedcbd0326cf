/** Texts that anybody may write on chain. */

/** Cut to so many UTF-16 units, halves of characters replaced. @returns null without a text */
export function shortText(value: unknown, lettersMax: number): string | null {
  if (typeof value !== "string" || value === "") return null;
  return Buffer.from(value.slice(0, lettersMax)).toString();
}
