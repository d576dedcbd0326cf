/** Runs the rules over every statement of a folder, and sets their findings off against the reasons in the SQL. */
import { listSql } from "../../lib/sql/file.ts";
import { type Reason, readReasons } from "./reasons.ts";
import type { Problem, SqlRule, Statement } from "./rule.ts";
import type { Place } from "./source.ts";
import { readStatements } from "./statements.ts";

export type Finding = Place & { rule: string; message: string };

export type CheckResult = { findings: Finding[]; statements: number };

/** The places of a finding: its line, and the line that includes this one if it is a fragment's. */
function placesOf(statement: Statement, { line }: Problem): Place[] {
  const { source, text } = statement;
  const number = line ?? text.split("\n").findIndex((code) => code.trim() !== "") + 1;
  const place = source.lines[number - 1] ?? { at: { path: statement.path, line: 1 } };
  return place.including === undefined ? [place.at] : [place.at, place.including];
}

const textOf = ({ path, line, rule, message }: Finding) => `${path}:${line} ${rule}: ${message}`;

/** Reasons that suppress nothing, name no rule or are empty are findings, too. */
function findingOfReason(
  { at, rule, why }: Reason,
  names: readonly string[],
  isUsed: boolean,
): Finding | undefined {
  const finding = (message: string) => ({ ...at, rule: "reason", message });
  if (!names.includes(rule)) return finding(`no rule is called ${rule}: write one of ${names.join(", ")}`);
  if (why === "") return finding(`the reason is missing: write \`-- allow ${rule}: why\``);
  if (!isUsed) return finding(`${rule} finds nothing here: remove the reason, or put it above its line`);
  return undefined;
}

/** @param folder as sql/ is laid out */
export async function checkSql(folder: string, rules: readonly SqlRule[]): Promise<CheckResult> {
  const reasons = listSql("", folder).flatMap((path) => readReasons(path, folder));
  const used = new Set<Reason>();
  const findings = new Map<string, Finding>();
  let statements = 0;
  for await (const statement of readStatements(folder)) {
    statements += 1;
    for (const rule of rules) {
      for (const problem of rule.find(statement)) {
        const places = placesOf(statement, problem);
        const allowing = reasons.filter(
          ({ rule: name, why, at, about }) =>
            name === rule.name &&
            why !== "" &&
            places.some(({ path, line }) => path === at.path && line === about),
        );
        for (const reason of allowing) used.add(reason);
        const [at] = places;
        if (allowing.length > 0 || at === undefined) continue;
        const finding = { ...at, rule: rule.name, message: problem.message };
        findings.set(textOf(finding), finding);
      }
    }
  }
  const names = rules.map(({ name }) => name);
  const ofReasons = reasons.flatMap((reason) => findingOfReason(reason, names, used.has(reason)) ?? []);
  const sorted = [...findings.values(), ...ofReasons].sort(
    (one, other) => one.path.localeCompare(other.path) || one.line - other.line,
  );
  return { findings: sorted, statements };
}

/** A line for each finding. */
export function formatFindings(findings: readonly Finding[]): string[] {
  return findings.map((finding) => `sql/${textOf(finding)}`);
}
