/**
 * Where a node of the tree stands in the text. The engine doesn't say, so calls are compared by the names in them: those
 * that fit best are meant, all of them where several fit alike.
 */
import type { Statement } from "./rule.ts";
import { lineAt } from "./source.ts";
import { type TreeNode, walk } from "./tree.ts";

const wordPattern = /[A-Za-z_]\w*/g;

const wordsOf = (text: string) =>
  new Set([...text.matchAll(wordPattern)].map(([word]) => word.toLowerCase()));

function namesOf(node: TreeNode): Set<string> {
  const names = new Set<string>();
  for (const { kind, name } of walk(node))
    if (kind === "FUNCTION" || kind === "COLUMN") names.add(name.toLowerCase());
  return names;
}

/** What stands between the brackets that open at `start`. */
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

/** The lines of the statement's text with the call that this FUNCTION is; none where the text has no such call. */
export function linesOfCall({ text, warehouse }: Statement, call: TreeNode): number[] {
  const names = namesOf(call);
  const anchors = callersOf(call.name, warehouse.functions).join("|");
  const found = [...text.matchAll(new RegExp(`\\b(?:${anchors})\\s*(?=\\()`, "gi"))].map((match) => {
    const words = wordsOf(match[0] + bracketed(text, match.index + match[0].length));
    return { line: lineAt(text, match.index), fit: likeness(words, names) };
  });
  const best = Math.max(...found.map(({ fit }) => fit));
  return [...new Set(found.filter(({ fit }) => fit === best).map(({ line }) => line))];
}
