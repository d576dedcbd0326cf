/** Whether a node may really be null: the engine's type says so for every subquery used as a value. */
import { argumentsOf, isNullable, partOf, type TreeNode } from "./tree.ts";

/** Functions whose null isn't their argument's. */
const makesNull = /^(?:nullif|tonullable|.*ornull|transform|casewithexpression)$/i;

/** The possible values of a choice: all arguments except its conditions. */
function choicesOf(node: TreeNode): TreeNode[] {
  const all = argumentsOf(node);
  if (node.name !== "if" && node.name !== "multiIf") return all;
  return all.filter((_, index) => index % 2 === 1 || index === all.length - 1);
}

/** Without groups, aggregates return one row for any input; without a table, there is one row. */
function hasOneRow(query: TreeNode): boolean {
  const mayLeaveOut = ["GROUP BY", "HAVING", "QUALIFY", "LIMIT", "OFFSET"].some((part) => query.parts[part]);
  if (query.kind !== "QUERY" || mayLeaveOut) return false;
  const [from] = partOf(query, "JOIN TREE");
  const isOnlyValues = from?.kind === "TABLE" && from.name === "one" && query.parts.WHERE === undefined;
  return isOnlyValues || partOf(query, "PROJECTION").some(isAggregated);
}

function isAggregated(node: TreeNode): boolean {
  return node.attributes.function_type === "aggregate" || argumentsOf(node).some(isAggregated);
}

export function mayBeNull(node: TreeNode): boolean {
  if (node.kind === "QUERY") return !hasOneRow(node) || partOf(node, "PROJECTION").some(mayBeNull);
  if (!isNullable(node.type)) return false;
  if (node.kind === "CONSTANT") {
    const [expression] = partOf(node, "EXPRESSION");
    return expression === undefined ? node.name === "NULL" : mayBeNull(expression);
  }
  if (node.attributes.function_type !== "ordinary" || makesNull.test(node.name)) return true;
  return choicesOf(node).some(mayBeNull);
}
