/**
 * Explanations of all days of each pool; test/cardanoTruth.test.ts has some days of each.
 * Fast counterpart: test/cardanoTruth.test.ts
 */
import { describe, it } from "vitest";
import { createCardanoHistory } from "../fixtures/cardano/model.ts";
import { dayEpochs } from "../fixtures/cardano/options.ts";
import { startCardanoStub } from "../fixtures/cardano/stubNode.ts";
import { backfillCardano, cardanoOptions } from "./support/cardano.ts";
import { expectPoolsExplained } from "./support/cardanoExplain.ts";
import { openServeFixture } from "./support/serve.ts";

const cases = [
  { name: "mainnet, epochs of five days", options: { seed: 1, epochs: 7 } },
  { name: "preprod, epochs of a day", options: { seed: 2, epochs: 8, ...dayEpochs } },
];

describe.each(cases)("$name", ({ options }) => {
  it("explains every number of every pool's day by blocks and payouts", async () => {
    const history = createCardanoHistory(options);
    const stub = await startCardanoStub(history, { now: history.end });
    const fixture = await openServeFixture();
    const range = { from: history.first, to: history.last - 1 };
    await backfillCardano(fixture.store, cardanoOptions([stub.url]), range);
    await expectPoolsExplained(fixture, history, () => 1);
    await stub.close();
    await fixture.close();
  });
});
