/** The report of `verify` as text. */
import { networkLabel } from "../../lib/networkLabel.ts";
import type { Difference } from "../../verify/compare.ts";
import { textTable } from "../process/tableLines.ts";

export type KindReport = {
  kind: string;
  title: string;
  source: string;
  unit: string;
  /** Points at which figures were compared. */
  points: number;
  compared: number;
  /** Without those that a known error of the node software explains. */
  differing: number;
  nodeErrors: number;
  missing: { point: number; reason: string }[];
};

export type VerifyReport = {
  chain: string;
  network: string;
  unit: string;
  from: number;
  to: number;
  every: number;
  /** Name and version of the nodes, as they report them. */
  software: string[];
  kinds: KindReport[];
  differences: Difference[];
};

const differencesShown = 20;
const count = (value: number) => value.toLocaleString("en-US");

function kindsText(kinds: readonly KindReport[]): string {
  const header = ["figures", "points", "compared", "differing", "node errors", "source"];
  return textTable([
    header,
    ...kinds.map(({ title, points, compared, differing, nodeErrors, source }) => [
      ...[title, count(points), count(compared), count(differing), count(nodeErrors), source],
    ]),
  ]);
}

/** Each reason once, with the points that it applies to. */
function missingText(kinds: readonly KindReport[]): string {
  const lines = kinds.flatMap(({ title, unit, missing }) => {
    const reasons = [...new Set(missing.map(({ reason }) => reason))];
    return reasons.map((reason) => {
      const points = missing.filter((one) => one.reason === reason);
      const [first, last] = [points[0]?.point ?? 0, points.at(-1)?.point ?? 0];
      const where = first === last ? `${unit} ${first}` : `${points.length} of ${unit}s ${first} to ${last}`;
      return `  ${title}, ${where}: ${reason}\n`;
    });
  });
  return lines.length === 0 ? "" : `\nNot compared:\n${lines.join("")}`;
}

function differenceLines(difference: Difference, kinds: readonly KindReport[]): string {
  const { kind, point, subject, item, node, own, against, explain, nodeError } = difference;
  const about = kinds.find((one) => one.kind === kind);
  const where = [`${about?.unit ?? "point"} ${point}`, ...(subject === "" ? [] : [subject]), item].join(", ");
  const line = `  ${about?.title ?? kind}, ${where}: node ${node ?? "none"}, ${against} ${own ?? "none"}\n`;
  const more = [
    ...(nodeError === null ? [] : [`node differs from the protocol: ${nodeError}`]),
    ...(explain === null ? [] : [`explanation: GET ${explain}`]),
  ];
  return line + more.map((text) => `    ${text}\n`).join("");
}

/** The table of kinds, what was not compared and why, and the first differences. */
export function verifyText(report: VerifyReport): string {
  const { unit, from, to, every, software, kinds, differences } = report;
  const nodes = software.length === 0 ? "nodes that report no version" : software.join(", ");
  const step = every === 1 ? "" : `, every ${every}`;
  const compared = kinds.reduce((sum, kind) => sum + kind.compared, 0);
  const differing = kinds.reduce((sum, kind) => sum + kind.differing, 0);
  const shown = differences.slice(0, differencesShown).map((one) => differenceLines(one, kinds));
  const rest = differences.length - shown.length;
  return [
    `${networkLabel(report)}, ${unit}s ${from} to ${to}${step}, against ${nodes}\n\n`,
    kindsText(kinds),
    missingText(kinds),
    shown.length === 0 ? "" : `\nDifferences:\n${shown.join("")}`,
    rest > 0 ? `  and ${count(rest)} more; --out <file> writes all of them\n` : "",
    compared === 0
      ? "\nNothing was compared\n"
      : `\n${count(compared)} figures compared, ${count(differing)} differ without an explanation\n`,
  ].join("");
}
