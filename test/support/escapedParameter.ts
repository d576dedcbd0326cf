/** Parameters come in ClickHouse's escaped text form. Arrays keep theirs: it is the form of a cast, too. */
export function unescapeParameter(text: string): string | null {
  if (text === "\\N") return null;
  if (text.startsWith("[")) return text;
  const letters: Record<string, string> = { t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", "0": "\0" };
  return text.replace(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}
