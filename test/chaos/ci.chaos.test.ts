/**
 * The seeded selection of `npm run chaos` for CI, with small numbers: every scenario except the soak and variants of
 * other scenarios. The night (test/nightly/) runs all of them, with large numbers.
 */
import pLimit from "p-limit";
import { describe, expect, it } from "vitest";
import { failureText, formatTable } from "./report.ts";
import { runScenario } from "./run.ts";
import { hasFailed } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const seed = 1;

/** Two at a time: each mostly waits for sessions and restarts. */
const atOnce = pLimit(2);
// It counts from the start of all.
const timeout = 1_800_000;

describe("chaos", { timeout }, () => {
  // Begun at the end, a long one would run alone.
  const selection = scenarios
    .filter(({ ciSeconds, isFurther }) => ciSeconds !== undefined && isFurther !== true)
    .sort((one, other) => (other.ciSeconds ?? 0) - (one.ciSeconds ?? 0));
  it.concurrent.each(selection)("$number: $name", async (scenario) => {
    const note = (text: string) => process.stderr.write(`${scenario.name}: ${text}\n`);
    const outcomes = await atOnce(() => runScenario(scenario, { seed, size: "ci", note }));
    process.stderr.write(formatTable(outcomes));
    for (const outcome of outcomes) {
      if (hasFailed(outcome)) throw new Error(failureText(outcome));
      expect(outcome.expected).toBeGreaterThan(5_000);
    }
  });
});
