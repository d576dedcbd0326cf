/** Which Nullable columns of tables a value follows from: where one is null, the value isn't known. */
import { readColumns } from "./columns.ts";
import type { Warehouse } from "./rule.ts";
import { argumentsOf, partOf, type TreeNode, walk } from "./tree.ts";

export type Unknowns = {
  /** Columns that make the value null, as the expression names them. */
  of(value: TreeNode): TreeNode[];
};

/** Functions whose result is known although their argument isn't, or that define the replacement. */
const knows = /^(?:is(?:Not)?Null|assumeNotNull|count.*|uniq.*|has|in|notIn|and|or|not)$/i;
const replaces = /^(?:ifNull|coalesce)$/i;

export function readUnknowns(tree: TreeNode, warehouse: Warehouse): Unknowns {
  const columns = readColumns(tree);
  const tables = new Map<number, string>();
  for (const node of walk(tree)) if (node.kind === "TABLE") tables.set(node.id, node.name);

  /** The values of a choice, the last argument of a replacement: conditions define their own treatment of null. */
  function valuesOf(node: TreeNode): TreeNode[] {
    const all = argumentsOf(node);
    if (node.kind === "QUERY") return partOf(node, "PROJECTION");
    if (node.kind === "UNION") return partOf(node, "QUERIES");
    if (node.kind === "CONSTANT") return partOf(node, "EXPRESSION");
    if (replaces.test(node.name)) return all.slice(-1);
    if (/^(?:if|multiIf)$/.test(node.name))
      return all.filter((_, index) => index % 2 === 1 || index === all.length - 1);
    return /^(?:.*If|argM(?:in|ax).*)$/.test(node.name) ? all.slice(0, 1) : all;
  }

  const isUnknown = (node: TreeNode): boolean => of(node).length > 0;

  function of(node: TreeNode): TreeNode[] {
    if (node.kind === "COLUMN") {
      const from = columns.expressionsOf(node);
      const table = tables.get(Number(node.attributes.source_id));
      const isNullableColumn = table !== undefined && warehouse.nullable.has(`${table}.${node.name}`);
      return from.some(isUnknown) || isNullableColumn ? [node] : [];
    }
    if (node.kind === "FUNCTION" && knows.test(node.name)) return [];
    return valuesOf(node).flatMap(of);
  }
  return { of };
}
