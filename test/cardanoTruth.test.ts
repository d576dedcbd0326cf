/** Generated networks from Koios to the API against the reference model, every field of every record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CardanoHistory, createCardanoHistory } from "../fixtures/cardano/model.ts";
import { dayEpochs } from "../fixtures/cardano/options.ts";
import { type StubNode, startCardanoStub } from "../fixtures/cardano/stubNode.ts";
import { backfillCardano, cardanoOptions } from "./support/cardano.ts";
import { answers, expectedAnswers } from "./support/cardanoTruth.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

const cases = [
  { name: "mainnet, epochs of five days", options: { seed: 1 }, from: 0, to: 5 },
  { name: "preprod, epochs of a day", options: { seed: 2, ...dayEpochs }, from: 2, to: 5 },
];

describe.each(cases)("$name", ({ options, from, to }) => {
  let history: CardanoHistory;
  let stub: StubNode;
  let fixture: ServeFixture;
  let range: { from: number; to: number };

  beforeAll(async () => {
    history = createCardanoHistory(options);
    stub = await startCardanoStub(history, { isExtended: true });
    fixture = await openServeFixture();
    range = { from: history.first + from, to: history.first + to };
    await backfillCardano(fixture.store, cardanoOptions([stub.url]), range);
  });
  afterAll(async () => {
    await stub.close();
    await fixture.close();
  });

  it("answers every field of every pool and of the network", async () => {
    const expected = expectedAnswers(history, range);
    const found = await answers(fixture, history);
    for (const { key } of history.pools) expect(found.pools[key], key).toEqual(expected.pools[key]);
    expect(found.network).toEqual(expected.network);
  });
});
