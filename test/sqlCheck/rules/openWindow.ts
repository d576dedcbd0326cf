import type { SqlRule } from "../rule.ts";
import { argumentsOf, partOf, type TreeNode, walk } from "../tree.ts";

const lower = new Set(["greater", "greaterOrEquals"]);
const upper = new Set(["less", "lessOrEquals", "equals", "in"]);

/** Days by their number or date. */
const isDay = (column: TreeNode) =>
  /^(?:Nullable\()?Date/.test(column.type) || /(?:^|_)day$/.test(column.name);

/** Columns of this query's rows, not of subqueries. */
function columnsOf(node: TreeNode): TreeNode[] {
  if (node.kind === "COLUMN") return [node];
  return node.kind === "FUNCTION" ? argumentsOf(node).flatMap(columnsOf) : [];
}

const keyOf = (column: TreeNode) => `${column.attributes.source_id}.${column.name}`;

/** Comparisons that all rows must pass, turned so that the column is on the left. */
function comparisonsOf(node: TreeNode): { name: string; column: TreeNode }[] {
  if (node.name === "and") return argumentsOf(node).flatMap(comparisonsOf);
  const [left, right] = argumentsOf(node);
  if (left === undefined || right === undefined) return [];
  const turned = {
    greater: "less",
    greaterOrEquals: "lessOrEquals",
    less: "greater",
    lessOrEquals: "greaterOrEquals",
  };
  return [
    ...columnsOf(left).map((column) => ({ name: node.name, column })),
    ...columnsOf(right).map((column) => ({
      name: turned[node.name as keyof typeof turned] ?? node.name,
      column,
    })),
  ];
}

/** The line on which a column is compared with its lower bound. */
function lineOf(text: string, name: string): number | undefined {
  const place = text
    .split("\n")
    .findIndex((line) => new RegExp(`\\b${name}\\b\\W*>|<=? .*\\b${name}\\b`).test(line));
  return place === -1 ? undefined : place + 1;
}

/**
 * `day > newest - 30` without an end includes the days after the newest complete one: more days than the question
 * names, one of them not over.
 */
export const openWindow: SqlRule = {
  name: "open-window",
  find({ kind, tree, text }) {
    if (kind !== "examples" || tree === undefined) return [];
    return [...walk(tree)].flatMap((query) => {
      const compared = partOf(query, "WHERE").flatMap(comparisonsOf);
      const ended = new Set(
        compared.filter(({ name }) => upper.has(name)).map(({ column }) => keyOf(column)),
      );
      return compared
        .filter(({ name, column }) => lower.has(name) && isDay(column) && !ended.has(keyOf(column)))
        .map(({ column: { name } }) => {
          const line = lineOf(text, name);
          const message = `the window of ${name} has no end: add \`and ${name} <= …\`, the last one that it is meant to have`;
          return line === undefined ? { message } : { line, message };
        });
    });
  },
};
