/**
 * `npm run chaos` breaks the deployment in every way of the list and prints the results as a Markdown table.
 *   --scenario <number>  only this one (may be repeated)
 *   --seed <number>      repeats a run's choices
 *   --ci                 the selection and the numbers for CI
 * Exit code 1 when anything was lost or doubled, or did not recover.
 */
import { parseArgs } from "node:util";
import { failureText, formatTable } from "./report.ts";
import { runScenario } from "./run.ts";
import { hasFailed, type Outcome } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const { values } = parseArgs({
  options: {
    scenario: { type: "string", multiple: true },
    seed: { type: "string", default: "1" },
    ci: { type: "boolean", default: false },
  },
});

function chosen() {
  const { scenario: numbers, ci } = values;
  if (numbers === undefined) return scenarios.filter(({ ciSeconds }) => !ci || ciSeconds !== undefined);
  return numbers.map((text) => {
    const scenario = scenarios.find(({ number }) => String(number) === text);
    if (scenario === undefined) throw new RangeError(`There is no scenario ${text}`);
    return scenario;
  });
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const outcomes: Outcome[] = [];
for (const scenario of chosen()) {
  const startedAt = performance.now();
  const note = (text: string) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4);
    process.stderr.write(`${seconds} s  ${scenario.number} ${scenario.name}: ${text}\n`);
  };
  note("begins");
  const results = await runScenario(scenario, {
    seed: Number(values.seed),
    size: values.ci ? "ci" : "full",
    note,
  });
  for (const outcome of results) process.stderr.write(failureText(outcome));
  note("done");
  outcomes.push(...results);
}
process.stdout.write(`\nseed ${values.seed}\n\n${formatTable(outcomes)}`);
// A line each, as the summaries of tests have it.
for (const outcome of outcomes.filter(hasFailed))
  process.stdout.write(
    `FAILED ${failureText(outcome)
      .trim()
      .replaceAll(/\s*\n\s*/g, "; ")}\n`,
  );
process.exit(outcomes.some(hasFailed) ? 1 : 0);
