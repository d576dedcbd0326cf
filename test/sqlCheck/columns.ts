/** The expressions of a subquery's column, and the columns that a join fills with defaults. */
import { partOf, resultColumns, type TreeNode, walk } from "./tree.ts";

export type Columns = {
  /** The expressions that the column is computed from, one for each part of a union; none for a table's column. */
  expressionsOf(column: TreeNode): TreeNode[];
  /** Whether rows without a match have the type's default in it: 0, or an empty text. */
  isOptional(column: TreeNode): boolean;
};

function projected(source: TreeNode | undefined, position: number): TreeNode[] {
  if (source?.kind === "UNION")
    return partOf(source, "QUERIES").flatMap((query) => projected(query, position));
  const expression = source === undefined ? undefined : partOf(source, "PROJECTION")[position];
  return expression === undefined ? [] : [expression];
}

/** Sources on the sides of joins that may have no row. */
function optionalSources(tree: TreeNode): Set<number> {
  const ids = new Set<number>();
  const add = (nodes: readonly TreeNode[]) => {
    for (const node of nodes) {
      ids.add(node.id);
      if (node.kind.includes("JOIN")) add(Object.values(node.parts).flat());
    }
  };
  for (const node of walk(tree)) {
    if (node.kind !== "JOIN") continue;
    const kind = node.attributes.kind ?? "";
    if (/LEFT|FULL/.test(kind)) add(partOf(node, "RIGHT TABLE EXPRESSION"));
    if (/RIGHT|FULL/.test(kind)) add(partOf(node, "LEFT TABLE EXPRESSION"));
  }
  return ids;
}

export function readColumns(tree: TreeNode): Columns {
  const sources = new Map<number, TreeNode>();
  for (const node of walk(tree))
    if (node.kind === "QUERY" || node.kind === "UNION") sources.set(node.id, node);
  const optional = optionalSources(tree);
  const sourceOf = (column: TreeNode) => Number(column.attributes.source_id);
  return {
    expressionsOf: (column) => {
      const own = partOf(column, "EXPRESSION");
      if (own.length > 0) return own;
      const source = sources.get(sourceOf(column));
      const names = source === undefined ? [] : resultColumns(source);
      return projected(
        source,
        names.findIndex(({ name }) => name === column.name),
      );
    },
    isOptional: (column) => optional.has(sourceOf(column)),
  };
}
