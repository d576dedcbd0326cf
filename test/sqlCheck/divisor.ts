/** Whether a divisor can be 0, according to the statement itself. */
import type { Columns } from "./columns.ts";
import { argumentsOf, keyOf, partOf, type TreeNode } from "./tree.ts";

/** Functions that are 0 where their first argument is. */
const passesOn =
  /^(?:to(?:U?Int|Float|Decimal)\d+|cast|_cast|assumenotnull|tonullable|any|min|max|negate|abs)$/i;

const isNumber = (node: TreeNode) => node.kind === "CONSTANT" && /_-?[\d.]/.test(node.name);
const numberOf = (node: TreeNode) => Number(/_(-?[\d.]+(?:e[+-]?\d+)?)$/.exec(node.name)?.[1] ?? "0");

const isUnsigned = ({ type }: TreeNode) => /^(?:Nullable\()?UInt/.test(type);

function conjuncts(node: TreeNode): TreeNode[] {
  return node.name === "and" ? argumentsOf(node).flatMap(conjuncts) : [node];
}

/** Expressions that a condition on all rows requires to be other than 0. */
function knownNonZero(query: TreeNode): Set<string> {
  const keys = new Set<string>();
  for (const condition of ["WHERE", "PREWHERE", "HAVING"]
    .flatMap((part) => partOf(query, part))
    .flatMap(conjuncts)) {
    const [left, right] = argumentsOf(condition);
    if (left === undefined || right === undefined) continue;
    if (/^(?:greater|notEquals)$/.test(condition.name)) {
      keys.add(isNumber(right) ? keyOf(left) : `minus(${keyOf(left)},${keyOf(right)})`);
    }
    if (/^(?:less|notEquals)$/.test(condition.name) && isNumber(left)) keys.add(keyOf(right));
  }
  return keys;
}

/** `if(x = 0, 1, x)`, with any expression in place of 1. */
function isChecked(node: TreeNode): boolean {
  const [condition, whenZero, otherwise] = argumentsOf(node);
  if (node.name !== "if" || condition?.name !== "equals" || whenZero === undefined) return false;
  const [compared] = argumentsOf(condition);
  return compared !== undefined && otherwise !== undefined && keyOf(otherwise).includes(keyOf(compared));
}

export type Place = {
  /** The query whose rows are computed. */
  query: TreeNode | undefined;
  columns: Columns;
};

/** Whether nothing in the statement rules out 0 as the divisor. Null is no 0. */
export function mayBeZero(node: TreeNode, { query, columns }: Place): boolean {
  const nonZero = query === undefined ? new Set<string>() : knownNonZero(query);
  const isIn = (one: TreeNode): boolean => mayBeZero(one, { query, columns });
  if (nonZero.has(keyOf(node))) return false;
  if (node.kind === "CONSTANT") {
    // A value that the engine has computed, such as a subquery's, comes from an empty warehouse.
    const [expression] = partOf(node, "EXPRESSION");
    return expression === undefined ? isNumber(node) && numberOf(node) === 0 : isIn(expression);
  }
  if (node.kind === "QUERY")
    return partOf(node, "PROJECTION").some((one) => mayBeZero(one, { query: node, columns }));
  if (node.kind === "COLUMN") {
    if (columns.isOptional(node)) return true;
    const from = columns.expressionsOf(node);
    return from.length === 0 || from.some((one) => mayBeZero(one, { query: undefined, columns }));
  }
  const all = argumentsOf(node);
  if (/^greatest$/i.test(node.name)) return !all.some((one) => isNumber(one) && numberOf(one) > 0);
  if (/^nullif$/i.test(node.name) || /^(?:pow|power|exp\w*|intExp\w*)$/i.test(node.name)) return false;
  if (/^count$/i.test(node.name) && all.length === 0)
    return partOf(query ?? node, "GROUP BY").length === 0 && query !== undefined;
  // A sum over a group's rows, each of which is above 0.
  if (node.name === "sum" && isUnsigned(node) && query !== undefined)
    return partOf(query, "GROUP BY").length === 0 || isIn(all[0] ?? node);
  if (isChecked(node)) return false;
  if (node.name === "multiply") return all.some(isIn);
  if (node.name === "plus" && isUnsigned(node)) return all.every(isIn);
  if (passesOn.test(node.name)) return isIn(all[0] ?? node);
  return true;
}
