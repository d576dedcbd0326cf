/**
 * Known errors of node software: figures that differ from the protocol's rule. A difference that matches a row is counted
 * as "node differs from the protocol" and listed with the rule; it is never dropped. A row needs a source that anyone can
 * read: an issue, a commit or a line of the software.
 */
import type { Figure } from "./figure.ts";

export type NodeError = {
  family: string;
  kind: string;
  /** The name before the version, in lower case: `prysm`. */
  software: string;
  /** First and first fixed version; undefined: since ever, and not fixed. */
  from?: string;
  before?: string;
  /** Which differences it explains; default: all of the kind. Undefined: this side has no such figure. */
  matches?(node: Figure | undefined, own: Figure | undefined): boolean;
  /** The protocol's rule, and what the software does instead. */
  rule: string;
  source: string;
};

export const nodeErrors: readonly NodeError[] = [];

/** Compares dotted numbers; what follows them (`-stable`, `+commit`) does not count. */
function compareVersions(one: string, other: string): number {
  const numbers = (text: string) => (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param software `Name/version`, as nodes report it */
function isAffected({ software: name, from, before }: NodeError, software: string): boolean {
  const [ownName = "", version = ""] = software.split("/");
  if (ownName.toLowerCase() !== name) return false;
  if (from !== undefined && compareVersions(version, from) < 0) return false;
  return before === undefined || compareVersions(version, before) < 0;
}

/** The rows of the table that may explain differences of a kind, by the software that was found. */
export function knownErrors(
  family: string,
  kind: string,
  software: readonly string[],
  table: readonly NodeError[] = nodeErrors,
): NodeError[] {
  return table.filter(
    (row) => row.family === family && row.kind === kind && software.some((name) => isAffected(row, name)),
  );
}
