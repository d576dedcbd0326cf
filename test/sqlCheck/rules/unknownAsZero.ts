import { linesOfCall } from "../places.ts";
import type { Problem, SqlRule, Statement } from "../rule.ts";
import { argumentsOf, keyOf, type TreeNode, walk } from "../tree.ts";
import { readUnknowns, type Unknowns } from "../unknowns.ts";

const conditions = ["WHERE", "PREWHERE", "HAVING", "JOIN EXPRESSION", "ORDER BY"];

const isZero = ({ kind, name }: TreeNode) =>
  kind === "CONSTANT" && /^(?:U?Int|Float|Decimal)\w*_'?0'?$/.test(name);
const isSum = ({ name }: TreeNode) => /^sum(?:If)?$/i.test(name);

/** The argument for which a node returns 0 where it is null: of a sum, or of ifNull and coalesce with a 0. */
function replaced(node: TreeNode): TreeNode | undefined {
  if (node.kind !== "FUNCTION") return undefined;
  const all = argumentsOf(node);
  if (isSum(node)) return all[0];
  const [last] = all.slice(-1);
  return /^(?:ifNull|coalesce)$/i.test(node.name) && last !== undefined && isZero(last) ? all[0] : undefined;
}

/** Whether a node checks which rows have a null in the column: `isNull(x)`, `count(x)`, a comparison. */
function looksAt(node: TreeNode, key: string): boolean {
  if (
    !/^(?:is(?:Not)?Null|count|countIf|greater|less|greaterOrEquals|lessOrEquals|equals|notEquals)$/i.test(
      node.name,
    )
  )
    return false;
  return argumentsOf(node).some((argument) => keyOf(argument).includes(key));
}

/** Whether the query counts the rows without it, or leaves them out, anywhere but in the node itself. */
function isCounted(query: TreeNode, node: TreeNode, columns: readonly TreeNode[]): boolean {
  const inner = new Set(walk(node));
  const own = [...walk(query)].filter((one) => !inner.has(one));
  return columns.every((column) => own.some((one) => looksAt(one, keyOf(column))));
}

/** A choice that answers null where it doesn't take the other value, such as `if(unknown_count = 0, x, null)`. */
const mayAnswerNull = (node: TreeNode) =>
  /^(?:if|multiIf)$/.test(node.name) &&
  argumentsOf(node).some(({ kind, name }) => kind === "CONSTANT" && name === "NULL");

/** A condition that is as false of null as of 0. */
const compares = /^(?:greater|less|greaterOrEquals|lessOrEquals|equals|notEquals)$/;

/** Nodes with the query that they are computed in, without conditions. */
function* computed(node: TreeNode, query: TreeNode): Generator<{ node: TreeNode; query: TreeNode }> {
  if (mayAnswerNull(node) || compares.test(node.name)) return;
  yield { node, query };
  for (const [heading, children] of Object.entries(node.parts))
    if (!conditions.includes(heading))
      for (const child of children) yield* computed(child, child.kind === "QUERY" ? child : query);
}

function problemOf(
  statement: Statement,
  call: { node: TreeNode; query: TreeNode },
  unknowns: Unknowns,
): Problem[] {
  const { node, query } = call;
  const value = replaced(node);
  const columns = value === undefined ? [] : unknowns.of(value);
  const [first] = columns;
  if (first === undefined || isCounted(query, node, columns)) return [];
  const message = `${first.name} is null where it is unknown, and ${node.name} takes that for 0: also count the unknown ones, as by countIf(x is null), and answer null`;
  const lines = linesOfCall(statement, node);
  return (lines.length === 0 ? [undefined] : lines).map((line) =>
    line === undefined ? { message } : { line, message },
  );
}

/** A sum leaves nulls out, so an unknown value would count as 0. */
export const unknownAsZero: SqlRule = {
  name: "unknown-as-zero",
  find(statement) {
    const { tree } = statement;
    if (tree === undefined) return [];
    const unknowns = readUnknowns(tree, statement.warehouse);
    return [...computed(tree, tree)].flatMap((call) => problemOf(statement, call, unknowns));
  },
};
