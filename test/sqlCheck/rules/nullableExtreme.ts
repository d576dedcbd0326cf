import { mayBeNull } from "../nullable.ts";
import { linesOfCall } from "../places.ts";
import type { SqlRule } from "../rule.ts";
import { argumentsOf, walk } from "../tree.ts";

/** `greatest(null, 0)` is 0 in this engine, so an unknown value would become known. */
export const nullableExtreme: SqlRule = {
  name: "nullable-extreme",
  find(statement) {
    if (statement.tree === undefined) return [];
    return [...walk(statement.tree)].flatMap((node) => {
      if (!/^(?:greatest|least)$/i.test(node.name) || node.kind !== "FUNCTION") return [];
      const nullable = argumentsOf(node).find(mayBeNull);
      if (nullable === undefined) return [];
      const message = `${node.name} skips null, and ${nullable.name} is ${nullable.type}: write if(x is null, null, ${node.name}(assumeNotNull(x), …)), or make the argument not Nullable`;
      const lines = linesOfCall(statement, node);
      return (lines.length === 0 ? [undefined] : lines).map((line) =>
        line === undefined ? { message } : { line, message },
      );
    });
  },
};
