/** The table at the end, and the failures in words. */
import { hasFailed, type Outcome } from "./scenario.ts";

const header = ["scenario", "faults injected", "rows expected", "lost", "doubled", "time to recover"];

export function formatTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => [
    outcome.name,
    outcome.faults,
    outcome.expected.toLocaleString("en"),
    String(outcome.lost),
    String(outcome.doubled),
    outcome.recoverySeconds === undefined ? "never" : `${outcome.recoverySeconds.toFixed(1)} s`,
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return line(header) + line(widths.map((width) => "-".repeat(width))) + rows.map(line).join("");
}

/** The problems of an outcome; empty when there are none. */
export function failureText(outcome: Outcome): string {
  if (!hasFailed(outcome)) return "";
  return [`${outcome.name}: ${outcome.lost} rows lost, ${outcome.doubled} doubled`]
    .concat(outcome.problems, outcome.examples)
    .join("\n  ")
    .concat("\n");
}
