/** Runs one scenario with its seeded choices. */
import { createRandom } from "../../fixtures/random.ts";
import type { Outcome, Scenario, Size } from "./scenario.ts";

export async function runScenario(
  scenario: Scenario,
  options: { seed: number; size: Size; note: (text: string) => void },
): Promise<Outcome[]> {
  const { seed, size, note } = options;
  const random = createRandom(seed, "chaos", scenario.number);
  try {
    return await scenario.run({ seed, size, random, note });
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [
      {
        name: scenario.name,
        faults: "did not come to its end",
        expected: 0,
        lost: 0,
        doubled: 0,
        examples: [],
        recoverySeconds: undefined,
        problems: [problem],
      },
    ];
  }
}
