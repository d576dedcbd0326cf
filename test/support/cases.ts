/** Cases from real nodes: inputs next to the project, with the expected results. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "vitest";
import { createLogger, type Logger } from "../../lib/logger.ts";

const folder = join(import.meta.dirname, "../../../shared/cases");

/** Without the cases their suites are skipped. */
const hasCases = existsSync(folder);

/** A suite on cases; a clone without them passes, also in CI. */
export const describeCases = (name: string, body: () => void): void =>
  void describe.skipIf(!hasCases)(name, { meta: { mayBeSkipped: !hasCases } }, body);

export const caseNames = (): string[] => (hasCases ? readdirSync(folder).sort() : []);

/** The expected answers of a case, as written. */
export function caseOf<Content>(name: string): Content {
  if (!hasCases) return {} as Content;
  return JSON.parse(readFileSync(join(folder, name, "answers.json"), "utf8")) as Content;
}

/** A log, and the lines that it was given. */
export function createListeningLog(): { log: Logger; lines: Record<string, unknown>[]; text(): string } {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, text: () => lines.map((line) => JSON.stringify(line)).join("\n") };
}
