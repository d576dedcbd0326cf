import { missingInOrder } from "../order.ts";
import type { SqlRule, Statement } from "../rule.ts";
import { lineAt } from "../source.ts";
import { walk } from "../tree.ts";

/** The line of the last `order by` before an offset, or of the offset itself. */
function lineOfOrder({ text }: Statement): number {
  const offset = /\boffset\b(?![\s\S]*\boffset\b)/i.exec(text)?.index ?? 0;
  const order = text.slice(0, offset).lastIndexOf("order by");
  return lineAt(text, order === -1 ? offset : order);
}

/** Rows that an order doesn't distinguish may appear on two pages, or on none. */
export const pageOrder: SqlRule = {
  name: "page-order",
  find(statement) {
    if (statement.tree === undefined) return [];
    return [...walk(statement.tree)].flatMap((query) => {
      if (query.kind !== "QUERY" || query.parts.OFFSET === undefined) return [];
      const missing = missingInOrder(query, statement.warehouse);
      const line = lineOfOrder(statement);
      if (missing === undefined)
        return [
          {
            line,
            message: "what identifies a row of this page is not known: select or group by it, and sort by it",
          },
        ];
      if (missing.length === 0) return [];
      return [
        {
          line,
          message: `rows that differ only in ${missing.join(", ")} have no order: add it to \`order by\``,
        },
      ];
    });
  },
};
