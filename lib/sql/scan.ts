/**
 * Reads SQL text just far enough to separate code from comments, literals and quoted names, as ClickHouse's own lexer
 * does. Every search for a `;` or a `{name:Type}` uses it, so that neither is found in a comment.
 */

/** A `{name:Type}` placeholder. `start` and `end` are positions in the scanned text. */
export type Placeholder = { name: string; type: string; start: number; end: number };

export type SqlScan = {
  placeholders: Placeholder[];
  /** Positions of semicolons that would end a statement. */
  semicolons: number[];
  /** Comments, as [start, end) positions. */
  comments: { start: number; end: number }[];
};

const placeholderPattern = /\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*:\s*([^{}]+?)\s*\}/y;
const interesting = /['"`;{]|--|#!|#\s|\/\*/g;

/** @returns the end of the literal or quoted name that opens at `start`: the position after its closing quote. */
function endOfQuoted(sql: string, start: number): number {
  const quote = sql[start];
  let position = start + 1;
  while (position < sql.length) {
    if (sql[position] === "\\") position += 2;
    else if (sql[position] !== quote) position += 1;
    else if (sql[position + 1] === quote) position += 2;
    else return position + 1;
  }
  return sql.length;
}

function endOfComment(sql: string, start: number): number {
  const closing = sql.startsWith("/*", start) ? "*/" : "\n";
  const end = sql.indexOf(closing, start + 2);
  return end === -1 ? sql.length : end + (closing === "*/" ? 2 : 0);
}

/** Finds placeholders, semicolons and comments. Never throws: broken SQL is for the engine to refuse. */
export function scanSql(sql: string): SqlScan {
  const scan: SqlScan = { placeholders: [], semicolons: [], comments: [] };
  interesting.lastIndex = 0;
  for (let match = interesting.exec(sql); match !== null; match = interesting.exec(sql)) {
    const start = match.index;
    const token = match[0];
    let end = start + 1;
    if (token === "'" || token === '"' || token === "`") end = endOfQuoted(sql, start);
    else if (token === ";") scan.semicolons.push(start);
    else if (token === "{") {
      placeholderPattern.lastIndex = start;
      const placeholder = placeholderPattern.exec(sql);
      if (placeholder !== null) {
        end = placeholderPattern.lastIndex;
        scan.placeholders.push({ name: placeholder[1] ?? "", type: placeholder[2] ?? "", start, end });
      }
    } else {
      end = endOfComment(sql, start);
      scan.comments.push({ start, end });
    }
    interesting.lastIndex = end;
  }
  return scan;
}

/** The text without its comments; each becomes one space, so that words on both sides stay apart. */
export function stripComments(sql: string): string {
  let text = "";
  let position = 0;
  for (const comment of scanSql(sql).comments) {
    text += `${sql.slice(position, comment.start)} `;
    position = comment.end;
  }
  return text + sql.slice(position);
}
