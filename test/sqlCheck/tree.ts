/**
 * The output of `explain query tree run_passes = 1, passes = 1`, as nodes: the statement after the engine has resolved
 * every name and type, and before it optimizes anything. Our functions are in it as their expressions,
 * and CTEs as subqueries in each place that names them.
 */

export type TreeNode = {
  /** QUERY, UNION, FUNCTION, COLUMN, CONSTANT, TABLE, TABLE_FUNCTION, JOIN, ARRAY_JOIN, SORT, LAMBDA, … */
  kind: string;
  /** The engine's own: a column names the node that it comes from. */
  id: number;
  /** Of a function, column or table (without its database); of a constant its value, such as `UInt64_1` or `'a'`. */
  name: string;
  /** The type of the result, such as `Nullable(UInt64)`; empty where a node has none. */
  type: string;
  attributes: Readonly<Record<string, string>>;
  /** Nodes by their heading, such as ARGUMENTS or `ORDER BY`; lists are flattened. */
  parts: Record<string, TreeNode[]>;
  /** Of a QUERY: the columns of its result. */
  columns: { name: string; type: string }[];
};

const nodePattern = /^([A-Z_]+) id: (\d+)(?:, (.*))?$/s;
const constantPattern = /constant_value: (.*), constant_value_type: (.*)$/s;

function attributesOf(kind: string, text: string): Record<string, string> {
  if (kind === "CONSTANT") {
    // A text may contain something like an attribute.
    const [, constant_value = "", constant_value_type = ""] = constantPattern.exec(text) ?? [];
    return { constant_value, constant_value_type };
  }
  const starts = [...text.matchAll(/(?:^|, )([a-z_]+): /g)];
  return Object.fromEntries(
    starts.map((start, index) => [
      start[1] ?? "",
      text.slice(start.index + start[0].length, starts[index + 1]?.index),
    ]),
  );
}

function toNode(kind: string, id: string, text: string): TreeNode {
  const attributes = attributesOf(kind, text);
  return {
    kind,
    id: Number(id),
    name:
      attributes.function_name ??
      attributes.column_name ??
      attributes.table_function_name ??
      attributes.table_name?.replace(/^.*\./, "") ??
      attributes.constant_value ??
      "",
    type: attributes.result_type ?? attributes.constant_value_type ?? "",
    attributes,
    parts: {},
    columns: [],
  };
}

/** `name type`, where only brackets of the type hold spaces. */
function toColumn(text: string): { name: string; type: string } {
  let depth = 0;
  for (let position = text.length - 1; position >= 0; position -= 1) {
    if (text[position] === ")") depth += 1;
    else if (text[position] === "(") depth -= 1;
    else if (text[position] === " " && depth === 0)
      return { name: text.slice(0, position), type: text.slice(position + 1) };
  }
  return { name: text, type: "" };
}

/** A node, or a heading of one, with its children. */
type Open = { node: TreeNode; heading: string };

/** @throws Error where the text isn't a tree of the engine's */
export function parseTree(text: string): TreeNode {
  const open: (Open | undefined)[] = [];
  let root: TreeNode | undefined;
  for (const line of text.split("\n")) {
    const content = line.trimStart();
    if (content === "") continue;
    const depth = (line.length - content.length) / 2;
    const above = open[depth - 1];
    const [, kind, id = "", attributes = ""] = nodePattern.exec(content) ?? [];
    if (kind === undefined) {
      if (above === undefined) throw new Error(`no tree of the engine: ${content}`);
      if (above.heading === "PROJECTION COLUMNS") above.node.columns.push(toColumn(content));
      // A sorted column's heading names it, too: `EXPRESSION day`.
      else open[depth] = { node: above.node, heading: content.replace(/^EXPRESSION .*$/s, "EXPRESSION") };
      continue;
    }
    if (kind === "LIST") {
      open[depth] = above;
      continue;
    }
    const node = toNode(kind, id, attributes);
    if (above === undefined) root = node;
    else {
      above.node.parts[above.heading] ??= [];
      above.node.parts[above.heading]?.push(node);
    }
    open[depth] = { node, heading: "" };
  }
  if (root === undefined) throw new Error("no tree of the engine: nothing");
  return root;
}

/** The nodes right below a node. */
export function childrenOf(node: TreeNode): TreeNode[] {
  return Object.values(node.parts).flat();
}

/** A node and all below it, the nodes above first. */
export function* walk(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

export function partOf(node: TreeNode, heading: string): TreeNode[] {
  return node.parts[heading] ?? [];
}

export function argumentsOf(node: TreeNode): TreeNode[] {
  return partOf(node, "ARGUMENTS");
}

export function isNullable(type: string): boolean {
  return /^(?:LowCardinality\()?Nullable\(/.test(type);
}

/** Whether every row gets the same value: a constant, from any expression. */
export function isConstant(node: TreeNode): boolean {
  return node.kind === "CONSTANT";
}

/** The result columns of a QUERY or UNION: the engine shows those of a union's queries only. */
export function resultColumns(node: TreeNode): TreeNode["columns"] {
  const [first] = partOf(node, "QUERIES");
  return node.kind === "UNION" && first !== undefined ? resultColumns(first) : node.columns;
}

/** An expression as text; a column is its source's number and its name. */
export function keyOf(node: TreeNode): string {
  if (node.kind === "COLUMN") return `${node.attributes.source_id}.${node.name}`;
  if (node.kind === "CONSTANT") return node.name;
  return `${node.name}(${argumentsOf(node).map(keyOf).join(",")})`;
}
