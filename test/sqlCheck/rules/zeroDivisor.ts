import { type Columns, readColumns } from "../columns.ts";
import { mayBeZero } from "../divisor.ts";
import { linesOfCall, linesOfDivision } from "../places.ts";
import type { SqlRule } from "../rule.ts";
import { argumentsOf, childrenOf, keyOf, type TreeNode } from "../tree.ts";

const divides = /^(?:divide|intDiv|modulo|divideDecimal|positiveModulo)$/;

/** Conditions of a choice: the engine computes only the chosen branch of a row. */
function conditionsOf(node: TreeNode): TreeNode[] {
  if (!/^(?:if|multiIf|and|or)$/.test(node.name)) return [];
  const all = argumentsOf(node);
  return /^(?:and|or)$/.test(node.name)
    ? all
    : all.filter((_, index) => index % 2 === 0 && index < all.length - 1);
}

type Scope = { query: TreeNode | undefined; guards: readonly string[] };

/** Divisions by values that may be 0. */
function* unsafe(node: TreeNode, scope: Scope, columns: Columns): Generator<TreeNode> {
  if (node.kind === "FUNCTION" && divides.test(node.name)) {
    const [, divisor] = argumentsOf(node);
    const isGuarded = divisor !== undefined && scope.guards.some((guard) => isAbout(guard, divisor));
    if (divisor !== undefined && !isGuarded && mayBeZero(divisor, { query: scope.query, columns }))
      yield node;
  }
  const inner: Scope =
    node.kind === "QUERY"
      ? { query: node, guards: [] }
      : { ...scope, guards: [...scope.guards, ...conditionsOf(node).map(keyOf)] };
  for (const child of childrenOf(node)) yield* unsafe(child, inner, columns);
}

/** Whether a condition mentions the divisor, or a part of it. */
function isAbout(guard: string, divisor: TreeNode): boolean {
  const parts = argumentsOf(divisor).filter(({ kind }) => kind !== "CONSTANT");
  return guard.includes(keyOf(divisor)) || parts.some((part) => isAbout(guard, part));
}

/**
 * The engine divides in every row of an aggregate with -If, under any condition, and whole numbers or decimals by 0
 * end the statement. Floats by 0 are infinite, or no number.
 */
export const zeroDivisor: SqlRule = {
  name: "zero-divisor",
  find(statement) {
    if (statement.tree === undefined) return [];
    const columns = readColumns(statement.tree);
    return [...unsafe(statement.tree, { query: undefined, guards: [] }, columns)].flatMap((node) => {
      const message = `${argumentsOf(node)[1]?.name} may be 0 in ${node.name}: write greatest(x, 1), nullIf(x, 0) or vaRatio`;
      const called = linesOfCall(statement, node);
      const lines = called.length > 0 ? called : linesOfDivision(statement, node);
      return (lines.length === 0 ? [undefined] : lines).map((line) =>
        line === undefined ? { message } : { line, message },
      );
    });
  },
};
