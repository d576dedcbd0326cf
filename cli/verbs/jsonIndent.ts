/** Position after the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let end = start + 1;
  while (json[end] !== '"') end += json[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** Position after the number or word that begins at `start`. */
function endOfWord(json: string, start: number): number {
  const pattern = /[^-+.\w]|$/g;
  pattern.lastIndex = start;
  return pattern.exec(json)?.index ?? json.length;
}

const indentsMax = 40;

/**
 * Valid JSON on several lines. Numbers and strings are unchanged, unlike with JSON.parse, which rounds beyond 2^53.
 * Indentation stops at 40 levels.
 */
export function indentJson(json: string): string {
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const breakLine = () => {
    lines.push(line);
    line = "  ".repeat(Math.min(depth, indentsMax));
  };
  for (let position = 0; position < json.length; ) {
    const character = json[position] ?? "";
    const start = position;
    position += 1;
    if (/\s/.test(character)) continue;
    if (character === '"' || /[-\w]/.test(character)) {
      position = character === '"' ? endOfString(json, start) : endOfWord(json, start);
      line += json.slice(start, position);
    } else if (character === "{" || character === "[") {
      line += character;
      const closing = /\S/g;
      closing.lastIndex = position;
      const next = closing.exec(json);
      if (next !== null && (next[0] === "}" || next[0] === "]")) {
        line += next[0];
        position = closing.lastIndex;
      } else {
        depth += 1;
        breakLine();
      }
    } else if (character === "}" || character === "]") {
      depth -= 1;
      breakLine();
      line += character;
    } else if (character === ",") {
      line += character;
      breakLine();
    } else line += ": ";
  }
  lines.push(line);
  return lines.join("\n");
}
