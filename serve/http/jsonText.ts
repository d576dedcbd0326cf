/** JSON as text: the engine's output is moved around, never parsed, so no digit of a number can change. */

/** @returns the rows of a JSONEachRow text, one text each. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** @returns the end of the value that starts at `start`: the position of the comma or brace after it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let position = start; position < text.length; position += 1) {
    const character = text[position];
    if (character === '"') {
      position += 1;
      while (text[position] !== '"') position += text[position] === "\\" ? 2 : 1;
    } else if (character === "[" || character === "{") depth += 1;
    else if (depth > 0 && (character === "]" || character === "}")) depth -= 1;
    else if (depth === 0 && (character === "," || character === "}")) return position;
  }
  return text.length;
}

/**
 * Splits the text of a flat JSON object into its fields. Names are column aliases, which hold no escapes.
 * @param line one row as JSONEachRow writes it, without blanks between tokens
 */
export function fieldsOf(line: string): Map<string, string> {
  const fields = new Map<string, string>();
  let position = 1;
  while (line[position] === '"') {
    const nameEnd = line.indexOf('"', position + 1);
    const end = endOfValue(line, nameEnd + 2);
    fields.set(line.slice(position + 1, nameEnd), line.slice(nameEnd + 2, end));
    position = end + 1;
  }
  return fields;
}

/** The object with only the named fields, in the order of the row. */
export function pickFields(line: string, names: ReadonlySet<string>): string {
  const parts: string[] = [];
  for (const [name, value] of fieldsOf(line)) if (names.has(name)) parts.push(`"${name}":${value}`);
  return `{${parts.join(",")}}`;
}

/** Whether a row is marked complete, and waits for no facts. */
export function isComplete(line: string): boolean {
  const fields = fieldsOf(line);
  return fields.get("isComplete") === "true" && (fields.get("waitsFor") ?? "[]") === "[]";
}

const trailingComplete = /,"isComplete":(true|false)\}$/;

/** The row without `isComplete`. Where it is the last field, the row is not taken apart. */
export function withoutComplete(line: string): string {
  if (trailingComplete.test(line)) return line.replace(trailingComplete, "}");
  const names = new Set(fieldsOf(line).keys());
  return names.delete("isComplete") ? pickFields(line, names) : line;
}
