import { lineOfWords, linesOfCall } from "../places.ts";
import type { Problem, SqlRule, Statement } from "../rule.ts";
import { argumentsOf, isConstant, partOf, resultColumns, type TreeNode, walk } from "../tree.ts";

/** Addresses, hashes and keys as bytes; longer ones are written in hex, which has no zero bytes. */
const isBytes = (type: string) =>
  /^(?:Nullable\(|LowCardinality\()*FixedString\((?:20|32|48|96)\)/.test(type);
const isText = (type: string) => /^(?:Nullable\(|LowCardinality\()*String\b/.test(type);
const isTextList = (type: string) => /^Array\((?:Nullable\()?String\b/.test(type);

const converts = /^(?:toString|cast|_cast|toStringCutToZero|reinterpretAsString)$/i;
const chooses = /^(?:if|multiIf|ifNull|coalesce|array|nullIf)$/;
const compares = /^(?:in|globalIn|notIn|has|hasAny|hasAll|indexOf|transform)$/i;

/** The argument whose zeros at the end are lost. */
function cutArgument(node: TreeNode): TreeNode | undefined {
  const all = argumentsOf(node);
  const bytes = all.find(({ type }) => isBytes(type));
  if (node.kind !== "FUNCTION" || bytes === undefined) return undefined;
  if (converts.test(node.name) && isText(node.type)) return bytes;
  if (chooses.test(node.name) && (isText(node.type) || isTextList(node.type))) return bytes;
  return undefined;
}

/** Bytes that are looked up among texts; of a subquery the type is that of its only column. */
function comparedArgument(node: TreeNode): TreeNode | undefined {
  if (node.kind !== "FUNCTION" || !compares.test(node.name)) return undefined;
  const [one, other] = argumentsOf(node);
  if (one === undefined || other === undefined || isConstant(other)) return undefined;
  const typeOf = (side: TreeNode) => resultColumns(side)[0]?.type ?? side.type;
  const types = [typeOf(one), typeOf(other)];
  const isMixed = types.some(isBytes) && types.some((type) => isText(type) || isTextList(type));
  return isMixed ? (isBytes(types[0] ?? "") ? one : other) : undefined;
}

function joined(node: TreeNode): TreeNode | undefined {
  if (node.kind !== "JOIN") return undefined;
  for (const condition of partOf(node, "JOIN EXPRESSION").flatMap((one) => [...walk(one)])) {
    const sides = condition.kind === "COLUMN" ? partOf(condition, "EXPRESSION") : argumentsOf(condition);
    if (condition.kind !== "COLUMN" && condition.name !== "equals") continue;
    const bytes = sides.find(({ type }) => isBytes(type));
    if (bytes !== undefined && sides.some(({ type }) => isText(type))) return bytes;
  }
  return undefined;
}

/** A column of a union that is bytes in one query and a text in another. */
function united(node: TreeNode): string | undefined {
  if (node.kind !== "UNION") return undefined;
  const queries = partOf(node, "QUERIES");
  const mixed = resultColumns(node).find((_, index) => {
    const types = queries.map((query) => resultColumns(query)[index]?.type ?? "");
    return types.some(isBytes) && types.some(isText);
  });
  return mixed?.name;
}

function problemsOf(statement: Statement, node: TreeNode): Problem[] {
  const place = (lines: readonly number[], message: string): Problem[] =>
    lines.length === 0 ? [{ message }] : lines.map((line) => ({ line, message }));
  const cut = cutArgument(node);
  if (cut !== undefined)
    return place(
      linesOfCall(statement, node),
      `${node.name} drops the zeros that ${cut.name} ends with: write vaBytes(${cut.name})`,
    );
  const compared = comparedArgument(node);
  if (compared !== undefined)
    return place(
      linesOfCall(statement, node),
      `${compared.name} of ${compared.type} is compared with a String of which the engine drops zeros: give both sides one type`,
    );
  const key = joined(node)?.name ?? united(node);
  if (key === undefined) return [];
  return place(
    lineOfWords(statement, [key]),
    `${key} is bytes on one side and a String on the other, which loses zeros at the end: give both one type, with vaBytes or toFixedString`,
  );
}

/** The engine drops zero bytes at the end of a FixedString where it becomes a String: keys and addresses aren't found then. */
export const cutBytes: SqlRule = {
  name: "cut-bytes",
  find(statement) {
    if (statement.tree === undefined) return [];
    return [...walk(statement.tree)].flatMap((node) => problemsOf(statement, node));
  },
};
