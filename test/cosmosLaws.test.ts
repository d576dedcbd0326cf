/** Laws of the pipeline: in any order and with any repetition of messages, the tables are the same. */
import { describe, expect, it } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { cosmosLaws } from "./support/cosmosLaws.ts";
import { parseMessages, tablesAfter } from "./support/laws.ts";
import { briefLawsSuite } from "./support/lawsSuite.ts";

// The first chain has every record; the others are in the night: test/laws.long.test.ts.
describe.each(cosmosChains.slice(0, 1))("$id", (chain) => {
  const laws = cosmosLaws(chain);
  briefLawsSuite(laws);

  it("a state that comes after the next day's blocks is that day's edge, also when the worker ends then", async () => {
    const messages = parseMessages(laws, await laws.listen());
    const isState = (message: object) => "type" in message && message.type === "state";
    const batches = [
      messages.filter((one) => !isState(one)),
      ...messages.filter(isState).map((one) => [one]),
    ];
    const expected = await tablesAfter(laws, [messages]);
    expect(await tablesAfter(laws, batches, { isRestarted: true })).toEqual(expected);
  });
});
