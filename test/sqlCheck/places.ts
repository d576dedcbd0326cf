/**
 * The place of a tree's node in the text. The engine doesn't report it, so calls are compared by the names in them:
 * the best match counts, all of them where several match equally.
 */
import type { Statement } from "./rule.ts";
import { lineAt } from "./source.ts";
import { argumentsOf, isConstant, type TreeNode, walk } from "./tree.ts";

const wordPattern = /[A-Za-z_]\w*/g;

const wordsOf = (text: string) =>
  new Set([...text.matchAll(wordPattern)].map(([word]) => word.toLowerCase()));

function namesOf(node: TreeNode): Set<string> {
  const names = new Set<string>();
  for (const { kind, name } of walk(node))
    if (kind === "FUNCTION" || kind === "COLUMN") names.add(name.toLowerCase());
  return names;
}

/** The text between the brackets that open at `start`. */
function bracketed(text: string, start: number): string {
  let depth = 0;
  for (let position = start; position < text.length; position += 1) {
    if (text[position] === "(") depth += 1;
    else if (text[position] === ")") depth -= 1;
    if (depth === 0) return text.slice(start, position);
  }
  return text.slice(start);
}

/** The function itself, and functions of ours that call it, through others too. */
function callersOf(name: string, functions: ReadonlyMap<string, string>): string[] {
  const callers = new Set([name]);
  for (const caller of callers)
    for (const [ours, text] of functions)
      if (new RegExp(`\\b${caller}\\s*\\(`, "i").test(text)) callers.add(ours);
  return [...callers];
}

/** How much two sets have in common, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(one.size + other.size - common, 1);
}

type Found = { line: number; fit: number };

/** The lines that fit best, all of them where several do. */
function bestLines(places: readonly Found[]): number[] {
  const best = Math.max(...places.map(({ fit }) => fit));
  return [...new Set(places.filter(({ fit }) => fit === best).map(({ line }) => line))];
}

/** The lines with this operator; none where the text has none, such as an operator inside of our functions. */
function linesOfOperator({ text }: Statement, node: TreeNode, operator: RegExp): number[] {
  const [, right = node] = argumentsOf(node);
  const names = isConstant(right) ? new Set<string>() : namesOf(right);
  const lines = text.split("\n");
  const places = [...text.matchAll(operator)].map(({ index }): Found => {
    const line = lineAt(text, index);
    const after = text.slice(index + 1).trimStart();
    const [name = ""] = /^[\w.]*/.exec(after) ?? [];
    const call = after[name.length] === "(" ? bracketed(after, name.length) : "";
    const own = names.size === 0 ? 1 : likeness(wordsOf(name + call), names);
    // Of several with the same on the right, that which has the same on the left.
    const whole = likeness(wordsOf(lines[line - 1] ?? ""), namesOf(node)) / 100;
    return { line, fit: own === 0 || whole === 0 ? 0 : own + whole };
  });
  return bestLines(places.filter(({ fit }) => fit > 0));
}

export const linesOfDivision = (statement: Statement, node: TreeNode) =>
  linesOfOperator(statement, node, /[/%]/g);

export const linesOfProduct = (statement: Statement, node: TreeNode) =>
  linesOfOperator(statement, node, /\*/g);

/** The lines of the statement's text with the call of this FUNCTION node; none where the text has no such call. */
export function linesOfCall({ text, warehouse }: Statement, call: TreeNode): number[] {
  const names = namesOf(call);
  const anchors = callersOf(call.name, warehouse.functions).join("|");
  const places = [...text.matchAll(new RegExp(`\\b(?:${anchors})\\s*(?=\\()`, "gi"))].map((match): Found => {
    const words = wordsOf(match[0] + bracketed(text, match.index + match[0].length));
    return { line: lineAt(text, match.index), fit: likeness(words, names) };
  });
  return bestLines(places);
}

/** The first line with these words; none where there is no such line. */
export function lineOfWords({ text }: Statement, words: readonly string[]): number[] {
  const line = text.split("\n").findIndex((one) => {
    const lineWords = wordsOf(one);
    return words.every((word) => lineWords.has(word.toLowerCase()));
  });
  return line === -1 ? [] : [line + 1];
}

/** The first line that names a column of a source: `alias.column`, else of any source, else the column alone. */
export function lineOfColumn(statement: Statement, column: TreeNode, alias = ""): number[] {
  for (const source of [alias, "\\w+"]) {
    const index = statement.text.search(new RegExp(`\\b${source || "\\w+"}\\.${column.name}\\b`));
    if (index !== -1) return [lineAt(statement.text, index)];
  }
  return lineOfWords(statement, [column.name]);
}
