/**
 * Which expressions identify the rows of a query, and whether an order is total: by keys of tables, groups, joins and
 * what the conditions fix or make equal.
 */
import type { Warehouse } from "./rule.ts";
import { argumentsOf, isConstant, keyOf, partOf, resultColumns, type TreeNode } from "./tree.ts";

/** Functions that give different values for different arguments; of `indexOf`, the list has all values that there are. */
const oneToOne = new Set([
  "toString",
  "toNullable",
  "assumeNotNull",
  "hex",
  "negate",
  "plus",
  "minus",
  "multiply",
  "indexOf",
]);

const bitsOf = (type: string) =>
  type === "Date" ? 16 : Number(/^U?Int(\d+)$/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY);

/** Whether a function of one argument gives different values for different ones. */
function isOneToOne({ name }: TreeNode, argument: TreeNode): boolean {
  const bits = /^toU?Int(\d+)$/.exec(name)?.[1];
  return bits === undefined ? oneToOne.has(name) : bitsOf(argument.type) <= Number(bits);
}

/** The argument that distinguishes as many rows as the expression, such as `day` of `toString(day + 1)`. */
function distinguishing(node: TreeNode): TreeNode {
  const varying = argumentsOf(node).filter((argument) => !isConstant(argument));
  const [only] = varying;
  if (node.kind !== "FUNCTION" || only === undefined || varying.length > 1) return node;
  return isOneToOne(node, only) ? distinguishing(only) : node;
}

function conditionsOf(node: TreeNode): TreeNode[] {
  if (node.kind === "CONSTANT") return partOf(node, "EXPRESSION").flatMap(conditionsOf);
  return node.name === "and" ? argumentsOf(node).flatMap(conditionsOf) : [node];
}

/** A thing that follows when all others are known. */
type Rule = { from: readonly string[]; to: string };

type Facts = {
  /** Expressions that identify a row; undefined: none are known. */
  grain: string[] | undefined;
  rules: Rule[];
};

function equalities(conditions: readonly TreeNode[]): Rule[] {
  return conditions.flatMap((condition) => {
    // `using (day)`: the joined column, and that of each side.
    if (condition.kind === "COLUMN") {
      const same = [condition, ...partOf(condition, "EXPRESSION")].map(keyOf);
      return same.flatMap((from) => same.map((to) => ({ from: [from], to })));
    }
    const [one, other] = argumentsOf(condition);
    if (condition.name !== "equals" || one === undefined || other === undefined) return [];
    const sides = [one, other].map((side) => (isConstant(side) ? [] : [keyOf(side)]));
    const [left = [], right = []] = sides;
    return [...right.map((to) => ({ from: left, to })), ...left.map((to) => ({ from: right, to }))];
  });
}

/** Columns of a subquery or table follow from those that identify its rows. */
function columnsFollow(source: TreeNode, grain: readonly string[], names: readonly string[]): Rule[] {
  return names.map((name) => ({ from: grain, to: `${source.id}.${name}` }));
}

function union(...all: (string[] | undefined)[]): string[] | undefined {
  return all.includes(undefined) ? undefined : all.flatMap((each) => each ?? []);
}

/** The facts about the rows of a FROM clause's part. */
function factsOfSource(source: TreeNode, warehouse: Warehouse): Facts {
  if (source.kind === "TABLE") {
    // Of a table that isn't ours, such as the engine's own, the rows are as they are.
    const key = source.name === "one" ? [] : warehouse.keys.get(source.name);
    return { grain: key?.map((name) => `${source.id}.${name}`), rules: [] };
  }
  if (source.kind === "JOIN" || source.kind === "CROSS_JOIN") {
    const parts = Object.entries(source.parts).flatMap(([heading, nodes]) =>
      heading.includes("TABLE EXPRESSION") ? nodes : [],
    );
    const facts = parts.map((part) => factsOfSource(part, warehouse));
    const isOneEach = /ANY|SEMI|ANTI|ASOF/.test(source.attributes.strictness ?? "");
    const conditions = partOf(source, "JOIN EXPRESSION").flatMap(conditionsOf);
    return {
      grain: isOneEach ? facts[0]?.grain : union(...facts.map(({ grain }) => grain)),
      rules: [...facts.flatMap(({ rules }) => rules), ...equalities(conditions)],
    };
  }
  if (source.kind === "ARRAY_JOIN") {
    const inner = factsOfSource(partOf(source, "TABLE EXPRESSION")[0] ?? source, warehouse);
    const joined = partOf(source, "JOIN EXPRESSIONS").map((column) => `${source.id}.${column.name}`);
    return { grain: union(inner.grain, joined), rules: inner.rules };
  }
  if (source.kind === "QUERY") return factsOfColumns(source, warehouse);
  if (source.kind === "UNION") {
    const isDistinct = source.attributes.union_mode?.includes("DISTINCT") === true;
    const names = resultColumns(source).map(({ name }) => `${source.id}.${name}`);
    return { grain: isDistinct ? names : undefined, rules: [] };
  }
  return { grain: undefined, rules: [] };
}

/** All keys that follow from the given ones. */
function closureOf(given: readonly string[], rules: readonly Rule[]): Set<string> {
  const all = new Set(given);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const { from, to } of rules) if (from.every((each) => all.has(each))) all.add(to);
  }
  return all;
}

function isIn(keys: ReadonlySet<string>, node: TreeNode): boolean {
  if (isConstant(node) || keys.has(keyOf(node))) return true;
  // An aggregate or a window needs more than its arguments.
  const isOrdinary = node.kind === "FUNCTION" && node.attributes.function_type === "ordinary";
  return isOrdinary && node.name !== "arrayJoin" && argumentsOf(node).every((each) => isIn(keys, each));
}

/** The facts about a query's rows, by the names inside of it. */
function factsWithin(query: TreeNode, warehouse: Warehouse): Facts & { nodes: TreeNode[] } {
  const [from] = partOf(query, "JOIN TREE");
  const source: Facts = from === undefined ? { grain: [], rules: [] } : factsOfSource(from, warehouse);
  const rules = [...source.rules, ...equalities(partOf(query, "WHERE").flatMap(conditionsOf))];
  const projection = partOf(query, "PROJECTION");
  const groups = partOf(query, "GROUP BY");
  const arrays = projection.filter((node) => node.name === "arrayJoin");
  const nodes = query.attributes.is_distinct === "1" ? projection : [...groups, ...arrays];
  if (query.attributes.is_distinct === "1" || groups.length > 0)
    return { grain: nodes.filter((node) => !isConstant(node)).map(keyOf), rules, nodes };
  const isAggregated = projection.some(hasAggregate);
  const grain = isAggregated ? [] : union(source.grain, arrays.map(keyOf));
  return { grain, rules, nodes };
}

function hasAggregate(node: TreeNode): boolean {
  return node.attributes.function_type === "aggregate" || argumentsOf(node).some(hasAggregate);
}

/** The same by the columns of its result. */
function factsOfColumns(query: TreeNode, warehouse: Warehouse): Facts {
  const { grain, rules } = factsWithin(query, warehouse);
  const projection = partOf(query, "PROJECTION");
  const names = query.columns.map(({ name }) => name);
  if (partOf(query, "LIMIT")[0]?.name === "UInt64_1" && !query.parts["LIMIT BY"])
    return { grain: [], rules: columnsFollow(query, [], names) };
  if (grain === undefined) return { grain: undefined, rules: [] };
  const fixed = closureOf([], rules);
  const needed = grain.filter((key) => !fixed.has(key));
  const outer = needed.map((key) => {
    const isSame = (node: TreeNode) =>
      closureOf([keyOf(distinguishing(node))], rules).has(key) || keyOf(node) === key;
    const place = projection.findIndex(isSame);
    return place === -1 ? undefined : `${query.id}.${names[place]}`;
  });
  if (outer.includes(undefined)) return { grain: undefined, rules: [] };
  const keys = outer.flatMap((key) => key ?? []);
  return { grain: keys, rules: columnsFollow(query, keys, names) };
}

/**
 * The expressions that an order lacks to be total: they identify a row and don't follow from the sort keys; undefined
 * when it isn't known which expressions identify a row.
 */
export function missingInOrder(query: TreeNode, warehouse: Warehouse): string[] | undefined {
  const { grain, rules, nodes } = factsWithin(query, warehouse);
  if (grain === undefined) return undefined;
  const sorted = partOf(query, "ORDER BY").flatMap((sort) => partOf(sort, "EXPRESSION"));
  const determined = closureOf(
    sorted.flatMap((node) => [keyOf(node), keyOf(distinguishing(node))]),
    rules,
  );
  const missing = grain.filter(
    (key) => !determined.has(key) && !nodes.some((node) => keyOf(node) === key && isIn(determined, node)),
  );
  return [...new Set(missing.map((key) => key.replaceAll(/\d+\./g, "")))];
}
