import { type Columns, readColumns } from "../columns.ts";
import { lineOfColumn } from "../places.ts";
import type { Problem, SqlRule, Statement } from "../rule.ts";
import { argumentsOf, isNullable, keyOf, partOf, type TreeNode, walk } from "../tree.ts";

/** Aggregates that are 0 of no rows: a row without a match is right about them. */
const isZeroOfNothing = /^(?:sum|count|uniq|group(?:Uniq)?Array|groupBit|bitmap)/i;
/** Functions that are false for the type's default. */
const isCondition =
  /^(?:equals|notEquals|less|greater|lessOrEquals|greaterOrEquals|(?:global)?(?:not)?in|has\w*|is(?:Not)?Null|not|and|or|xor|(?:not)?empty|startsWith|match|(?:not)?like)$/i;
/** Sums leave out rows that add nothing; these functions count rows, or define the meaning of a default. */
const isAboutRows = /^(?:sum\w*|count\w*|nullIf)$/i;
/** A flag such as `is_known` is false where there is no row. */
const isFlag = /^(?:is|has|are)_/;
const isNumber = /^(?:LowCardinality\()?(?:U?Int|Float|Decimal|Date)/;
const isText = /^(?:LowCardinality\()?(?:Fixed)?String/;

/** Answers of endpoints, where an empty text may be a subject's name. Tables document what an empty text means. */
const isServed = ({ path }: Statement) => /^queries\/(?:v\d|lookup)\//.test(path);
/** Statements of the code itself, which interprets their results. */
const isOwn = ({ path }: Statement) => /^queries\/(?:internal|app)\//.test(path);

const sourceOf = (column: TreeNode) => Number(column.attributes.source_id);

/** Whether the type's default is the right value for a missing row: a sum over no rows, a flag, a constant. */
function isRightOfNothing(node: TreeNode, columns: Columns): boolean {
  if (node.kind === "CONSTANT" || isCondition.test(node.name)) return true;
  if (node.kind === "COLUMN") {
    const from = columns.expressionsOf(node);
    return from.length > 0 && from.every((expression) => isRightOfNothing(expression, columns));
  }
  if (/aggregate|window/.test(node.attributes.function_type ?? "")) return isZeroOfNothing.test(node.name);
  const own = argumentsOf(node).filter(({ kind }) => kind !== "CONSTANT");
  return node.kind === "FUNCTION" && own.length > 0 && own.every((one) => isRightOfNothing(one, columns));
}

/** The conditions of a choice, and of an aggregate with -If. */
function conditionsOf(node: TreeNode): TreeNode[] {
  if (node.attributes.function_type === "aggregate" && /If$/.test(node.name))
    return argumentsOf(node).slice(-1);
  // `x / nullIf(y, 0)` is null where there is no y.
  if (/^(?:divide|intDiv|divideDecimal)$/.test(node.name))
    return argumentsOf(node).filter(({ name }) => name === "nullIf");
  if (node.name !== "if" && node.name !== "multiIf") return [];
  return argumentsOf(node).filter((_, index, all) => index % 2 === 0 && index < all.length - 1);
}

/** As the statement calls a source; the engine's own names are not in it. */
const nameOf = (source: TreeNode | undefined) =>
  source?.attributes.cte_name ?? source?.attributes.alias?.replace(/^__table\d+$/, "");

/** Columns of optional sides whose values reach the result, where no condition on the way checks that side. */
function readOpen(statement: Statement, tree: TreeNode) {
  const columns = readColumns(tree);
  const sources = new Map<number, TreeNode>();
  for (const node of walk(tree)) if (/^(?:QUERY|UNION|TABLE)$/.test(node.kind)) sources.set(node.id, node);
  const openColumns = new Map<string, readonly TreeNode[]>();
  /** Columns that sides are joined by: a key equals that of the other side. */
  const joinKeys = new Set(
    [...walk(tree)].flatMap((node) =>
      partOf(node, "JOIN EXPRESSION")
        .flatMap((one) => [...walk(one)])
        .flatMap((one) => (one.kind === "COLUMN" ? [keyOf(one)] : [])),
    ),
  );

  /** Sources that conditions check, through subqueries too. */
  function lookedAt(nodes: readonly TreeNode[], sourcesSeen = new Set<string>()): Set<string> {
    for (const node of nodes.flatMap((one) => [...walk(one)])) {
      if (node.kind !== "COLUMN" || sourcesSeen.has(keyOf(node))) continue;
      sourcesSeen.add(keyOf(node));
      sourcesSeen.add(String(sourceOf(node)));
      lookedAt(columns.expressionsOf(node), sourcesSeen);
    }
    return sourcesSeen;
  }

  const without = (open: readonly TreeNode[], conditions: readonly TreeNode[]) => {
    if (open.length === 0 || conditions.length === 0) return open;
    const looked = lookedAt(conditions);
    return open.filter((column) => !looked.has(String(sourceOf(column))));
  };

  function isDefault(column: TreeNode): boolean {
    const { type, name } = column;
    if (isFlag.test(name) || joinKeys.has(keyOf(column))) return false;
    const isWrong = isNumber.test(type) || (isText.test(type) && isServed(statement));
    // `using (day)` has the column of either side.
    const isOptional = sources.has(sourceOf(column)) && columns.isOptional(column);
    return isOptional && isWrong && !isNullable(type) && !isRightOfNothing(column, columns);
  }

  function ofQuery(query: TreeNode, expression: TreeNode): readonly TreeNode[] {
    return without(ofValue(expression), [...partOf(query, "WHERE"), ...partOf(query, "HAVING")]);
  }

  function ofColumn(column: TreeNode): readonly TreeNode[] {
    if (isDefault(column)) return [column];
    const key = keyOf(column);
    const before = openColumns.get(key);
    if (before !== undefined) return before;
    openColumns.set(key, []);
    const source = sources.get(sourceOf(column));
    const open = columns
      .expressionsOf(column)
      .flatMap((expression) =>
        source?.kind === "QUERY" ? ofQuery(source, expression) : ofValue(expression),
      );
    openColumns.set(key, open);
    return open;
  }

  function ofValue(node: TreeNode): readonly TreeNode[] {
    if (node.kind === "COLUMN") return ofColumn(node);
    if (node.kind === "UNION") return partOf(node, "QUERIES").flatMap(ofValue);
    if (node.kind === "QUERY") return partOf(node, "PROJECTION").flatMap((one) => ofQuery(node, one));
    if (isCondition.test(node.name) || isAboutRows.test(node.name)) return [];
    const conditions = conditionsOf(node);
    const values = argumentsOf(node).filter((argument) => !conditions.includes(argument));
    return without([...values, ...partOf(node, "EXPRESSION")].flatMap(ofValue), conditions);
  }

  return { of: ofValue, aliasOf: (column: TreeNode) => nameOf(sources.get(sourceOf(column))) };
}

/** A join fills columns of the side without a match with 0 or an empty text, which then pass for known. */
export const optionalDefault: SqlRule = {
  name: "optional-default",
  find(statement) {
    const { tree } = statement;
    if (tree === undefined || isOwn(statement)) return [];
    const open = readOpen(statement, tree);
    const byKey = new Map(open.of(tree).map((column) => [keyOf(column), column]));
    return [...byKey.values()].flatMap((column): Problem[] => {
      const { name, type } = column;
      const message = `${name} is ${isText.test(type) ? "empty" : "0"} where the other side of the join has no match: look at a column of its side first, as by if(side.key = '', null, …), or make it Nullable in its subquery`;
      const lines = lineOfColumn(statement, column, open.aliasOf(column));
      return lines.length === 0 ? [{ message }] : lines.map((line) => ({ line, message }));
    });
  },
};
