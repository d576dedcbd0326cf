/** A house for one scenario, and what its processes said when the scenario didn't come to its end. */
import { referenceOf } from "./history.ts";
import { type House, openHouse } from "./house.ts";
import type { Outcome, ScenarioContext } from "./scenario.ts";
import { lastWords } from "./settle.ts";

type HouseOptions = {
  /** Its kind; in a full run it is longer. */
  history: "plain" | "leak";
  brokers?: 1 | 3;
  /** The chain goes on by itself. */
  slotsPerSecond?: number;
};

export async function withHouse(
  { seed, size }: ScenarioContext,
  { history, brokers = 1, slotsPerSecond }: HouseOptions,
  run: (house: House) => Promise<Outcome>,
): Promise<Outcome> {
  const names = {
    plain: { full: "longPlain", ci: "plain" },
    leak: { full: "longLeak", ci: "leak" },
  } as const;
  const house = await openHouse(await referenceOf(names[history][size], seed), { brokers });
  try {
    if (slotsPerSecond !== undefined) house.play(slotsPerSecond);
    return await run(house);
  } catch (error) {
    throw new Error([String(error), ...lastWords(house)].join("\n"), { cause: error });
  } finally {
    await house.close();
  }
}
