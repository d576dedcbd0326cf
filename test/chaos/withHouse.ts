/** A house for one scenario, and what its processes said when the scenario didn't come to its end. */
import { referenceOf } from "./history.ts";
import { type House, openHouse } from "./house.ts";
import type { Outcome, ScenarioContext } from "./scenario.ts";
import { lastWords } from "./settle.ts";

type HouseOptions = {
  /** `leak`: finality stops for a while. The other one is longer in a full run. */
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
  const isLong = history === "plain" && size === "full";
  const house = await openHouse(await referenceOf(isLong ? "long" : history, seed), { brokers });
  try {
    if (slotsPerSecond !== undefined) house.play(slotsPerSecond);
    return await run(house);
  } catch (error) {
    throw new Error([String(error), ...lastWords(house)].join("\n"), { cause: error });
  } finally {
    await house.close();
  }
}
