import { type Columns, readColumns } from "../columns.ts";
import { linesOfProduct } from "../places.ts";
import type { SqlRule } from "../rule.ts";
import { argumentsOf, type TreeNode, walk } from "../tree.ts";

const bitsOf = (type: string) => Number(/^(?:Nullable\()?U?Int(8|16|32|64)\b/.exec(type)?.[1] ?? 0);
const isNarrow = (type: string) => bitsOf(type) > 0;

/** The largest number of a type. */
const limitOf = (type: string) => 2 ** (bitsOf(type) - (/^(?:Nullable\()?Int/.test(type) ? 1 : 0));

const literalOf = (node: TreeNode) =>
  node.kind === "CONSTANT" ? /^U?Int\d+_-?(\d+)$/.exec(node.name)?.[1] : undefined;

/** A literal of ten digits or more. */
const isLarge = (node: TreeNode) => (literalOf(node)?.length ?? 0) >= 10;

/** The upper bound of a value, by the types that it is computed from. */
function boundOf(node: TreeNode): number {
  const literal = literalOf(node);
  if (literal !== undefined) return Number(literal);
  const own = limitOf(node.type);
  const all = argumentsOf(node);
  if (/^(?:to(?:U?Int)(?:8|16|32|64)|toNullable|assumeNotNull)$/.test(node.name))
    return Math.min(own, ...all.map(boundOf));
  if (node.name === "ifNull") return Math.min(own, Math.max(...all.map(boundOf)));
  if (node.name === "if") return Math.min(own, Math.max(...all.slice(1).map(boundOf)));
  return own;
}

/** Whether a value is a sum, or is computed from one, through subqueries too. */
function isSum(node: TreeNode, columns: Columns): boolean {
  if (node.kind === "COLUMN") return columns.expressionsOf(node).some((one) => isSum(one, columns));
  if (node.kind !== "FUNCTION") return false;
  if (node.attributes.function_type === "aggregate") return /^sum/i.test(node.name);
  // A value that is compared, counted or divided is small again.
  if (
    !/^(?:plus|minus|multiply|negate|ifNull|assumeNotNull|toNullable|greatest|least|arrayElement|to(?:U?Int)64|if)$/.test(
      node.name,
    )
  )
    return false;
  return argumentsOf(node).some((one) => isSum(one, columns));
}

/** Products of 64 bits and less wrap around: they answer a wrong number, and no error. */
export const narrowProduct: SqlRule = {
  name: "narrow-product",
  find(statement) {
    if (statement.tree === undefined) return [];
    const columns = readColumns(statement.tree);
    return [...walk(statement.tree)].flatMap((node) => {
      if (node.kind !== "FUNCTION" || node.name !== "multiply" || !isNarrow(node.type)) return [];
      const factors = argumentsOf(node);
      const isFitting = factors.reduce((product, one) => product * boundOf(one), 1) < limitOf(node.type);
      const large = isFitting ? undefined : factors.find(isLarge);
      const factor = large ?? factors.find((one) => isSum(one, columns));
      if (factor === undefined) return [];
      const what = isLarge(factor) ? "a literal of ten digits or more" : "a sum";
      const message = `${what} times something is ${node.type}, which wraps around: make a factor wide, as by toInt128(x) or toUInt256(x)`;
      const lines = linesOfProduct(statement, node);
      return (lines.length === 0 ? [undefined] : lines).map((line) =>
        line === undefined ? { message } : { line, message },
      );
    });
  },
};
