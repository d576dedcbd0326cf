/** Generated P-chains from node to API against the reference model, every field of every record to the nAVAX. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAvalancheHistory, type HistoryOptions } from "../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../fixtures/avalanche/stubNode.ts";
import { toView } from "../fixtures/avalanche/toView.ts";
import { avaxText, networkDays, validatorDays } from "../fixtures/avalanche/truth.ts";
import { avalancheOptions, backfillAvalanche } from "./support/avalanche.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

const cases: (HistoryOptions & { name: string })[] = [
  { name: "over Helicon, from before Banff on", seed: 1 },
  { name: "another seed", seed: 2, days: 6 },
  { name: "a network without Helicon", seed: 3, networkId: 5, helicon: null, days: 4, hasApricot: false },
];

/** A record's amounts as the API has them. */
function inAvax(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [
      field,
      typeof value === "bigint" ? avaxText(value) : value,
    ]),
  );
}

/** The records of an answer with their numbers' own digits. */
function readRecords(text: string): Record<string, unknown>[] {
  const quoted = text.replaceAll(/"(total\w+|\w+Residual)":(-?[\d.]+)/g, '"$1":"$2"');
  return (JSON.parse(quoted) as { results: Record<string, unknown>[] }).results.map((record) => ({
    ...record,
    ...("totalActiveValidators" in record
      ? { totalActiveValidators: Number(record.totalActiveValidators) }
      : {}),
  }));
}

describe.each(cases)("$name", (options) => {
  const history = createAvalancheHistory(options);
  const { blocks, stakes } = history.ledger;
  const range = { from: blocks[1]?.time ?? 0, to: blocks.at(-1)?.time ?? 0 };
  const expected = validatorDays(stakes, range);
  const headers = { "X-Service-Network": options.networkId === 5 ? "fuji" : "mainnet" };
  let served: ServeFixture;

  beforeAll(async () => {
    served = await openServeFixture();
    const stub = await startAvalancheStub(toView(history));
    await backfillAvalanche(served.store, avalancheOptions([stub.url]), { from: 0, to: blocks.length - 1 });
    await stub.close();
  });
  afterAll(async () => await served.close());

  async function ask(path: string) {
    const response = await served.get(`/v1/avalanche/${path}?limit=200`, headers);
    expect(response.status).toBe(200);
    return readRecords(await response.text());
  }

  it("has every validator's record of every day", async () => {
    const nodes = [...new Set(expected.map(({ nodeId }) => nodeId))];
    expect(nodes.length).toBeGreaterThan(4);
    for (const nodeId of nodes) {
      const records = await ask(`validators/${nodeId}/rewards`);
      const own = expected.filter((record) => record.nodeId === nodeId).map(inAvax);
      expect(records.map(({ isComplete, potentialRewardsResidual, ...record }) => record)).toEqual(own);
    }
  });

  it("sums the network over its validators", async () => {
    const records = await ask("network/rewards");
    const own = networkDays(expected, range).map(inAvax);
    expect(
      records.map(({ isComplete, potentialRewardsResidual, supplyResidual, ...record }) => record),
    ).toEqual(own);
    const last = records.length - 1;
    expect(records.map(({ isComplete }) => isComplete)).toEqual(records.map((_, i) => i < last));
    expect(records[last]).toMatchObject({ supplyResidual: "0", potentialRewardsResidual: "0" });
  });
});
