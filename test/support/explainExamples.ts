/** The worked examples of docs/explain.md: their tables equal the demo's answers. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { type Example, examplesOf } from "./documentation.ts";
import { withTextNumbers } from "./explain.ts";
import type { Served } from "./explorer/visits.ts";

const run = promisify(execFile);

export const explainExamples = examplesOf("docs/explain.md");

/** A field as written in a table, with unchanged digits. */
function cellOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null || value === undefined ? "" : String(value);
  return value.map(({ number, amount }) => `${number} ${amount}`).join(", ");
}

/** A hash may be written by its beginning. */
const shortened = (actual: string, written: string) =>
  written.endsWith("…") && actual.startsWith(written.slice(0, -1)) ? written : actual;

/** Runs an example's command as a reader does, and compares every cell. */
export async function expectExample(
  { command, header, rows }: Example,
  { url, key }: Pick<Served, "url" | "key">,
): Promise<void> {
  const { stdout } = await run("bash", ["-c", command.replace("http://127.0.0.1:8080", url)], {
    env: { ...process.env, KEY: key },
  });
  // Digits of amounts are more than a number of JavaScript's has.
  const answer = withTextNumbers(stdout);
  const isOfNumbers = header[0] === "number";
  const records: Record<string, unknown>[] = isOfNumbers
    ? rows.map(([name = ""]) => answer.numbers.find((one) => one.name === name) ?? {})
    : answer.rows;
  const fields = header.map((title) => (title === "number" ? "name" : title));
  const cells = records.map((record, row) =>
    fields.map((field, column) => shortened(cellOf(record[field]), rows[row]?.[column] ?? "")),
  );
  expect(cells).toEqual(rows);
}
