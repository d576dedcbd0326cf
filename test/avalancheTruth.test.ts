/** Generated P-chains from node to API against the reference model, every field of every record to the nAVAX. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAvalancheHistory, type HistoryOptions } from "../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../fixtures/avalanche/stubNode.ts";
import { toView } from "../fixtures/avalanche/toView.ts";
import type { ChainView, StubStake } from "../fixtures/avalanche/view.ts";
import type { AvalancheOptions } from "../ingest/avalanche/session.ts";
import { avalancheOptions, backfillAvalanche } from "./support/avalanche.ts";
import { getRecords, getValidatorRecords, modelAnswers, withoutOurs } from "./support/avalancheAnswers.ts";
import { expectAvalancheVerified } from "./support/avalancheVerify.ts";
import { expectExplained } from "./support/explain.ts";
import { isNight, thinned } from "./support/nightCases.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { avalancheSubjects, inWindows } from "./support/subjectDays.ts";
import { checkSubjects } from "./support/subjects.ts";

type Case = HistoryOptions & {
  name: string;
  /** First requested block. */
  first?: number;
  options?: Partial<AvalancheOptions>;
  /** Methods that the node doesn't know. */
  unknownMethods?: string[];
};

const cases: Case[] = [
  { name: "over Helicon, from before Banff on", seed: 1 },
  {
    name: "in small units, by a node that reports no upgrade",
    seed: 2,
    days: 7,
    options: { unitBlocks: 7 },
    unknownMethods: ["info.upgrades"],
  },
  { name: "a network without Helicon", seed: 3, networkId: 5, helicon: null, days: 4, hasApricot: false },
  {
    name: "over Cortina, from before Banff on",
    seed: 6,
    start: Date.UTC(2023, 3, 23, 7) / 1000,
    days: 6,
  },
  {
    name: "over Durango",
    seed: 7,
    start: Date.UTC(2024, 2, 4, 5) / 1000,
    days: 5,
    hasApricot: false,
  },
  {
    name: "over Etna, blocks and ends of stakes in the same seconds",
    seed: 8,
    start: Date.UTC(2024, 11, 14, 5) / 1000,
    days: 5,
    hasApricot: false,
    grain: 7_200,
  },
  {
    name: "before Durango, stakes of a node that begin and end in the same second",
    seed: 9,
    start: Date.UTC(2024, 1, 20, 5) / 1000,
    days: 5,
    hasApricot: false,
    grain: 7_200,
  },
  {
    name: "from the middle on, with the blocks before as support",
    seed: 4,
    first: 150,
    options: { supportBlocks: 150 },
  },
];

describe.each(thinned(cases))("$name", ({ first = 0, options, unknownMethods = [], ...made }) => {
  const history = createAvalancheHistory(made);
  const { blocks, stakes } = history.ledger;
  const network = made.networkId === 5 ? "fuji" : "mainnet";
  const nodes = [...new Set(stakes.map(({ nodeId }) => nodeId))];
  const model = modelAnswers(history);
  let served: ServeFixture;

  beforeAll(async () => {
    served = await openServeFixture({ family: "avalanche" });
    const stub = await startAvalancheStub(toView(history), { unknownMethods: new Set(unknownMethods) });
    const range = { from: first, to: blocks.length - 1 };
    await backfillAvalanche(served.store, avalancheOptions([stub.url], options), range);
    await stub.close();
  });
  afterAll(async () => await served.close());

  it("has every validator's record of every day", async () => {
    const records = await getValidatorRecords(served, nodes, network);
    expect(records.map(withoutOurs)).toEqual(model.validators);
  });

  it("explains every number of validators' days by the transactions of stakes", async () => {
    const transactions = new Set(stakes.map(({ txId }) => txId));
    for (const [place, node] of thinned(nodes).entries()) {
      const path = `/v1/avalanche/validators/${node}`;
      const response = await served.get(`${path}/rewards?limit=200`, { "x-service-network": network });
      const { results } = (await response.json()) as { results: { day: string }[] };
      for (const { day } of thinned(results.filter((_, index) => (index + place) % 4 === 0))) {
        const { rows } = await expectExplained(served, `${path}/explain?date=${day}&limit=1000`, { network });
        for (const { transactionHash } of rows) expect(transactions).toContain(transactionHash);
      }
    }
  });

  it("agrees with every figure that the node reports itself", async () => {
    await expectAvalancheVerified(toView(history), served);
  });

  it("sums the network over its validators, and is complete but for the last day", async () => {
    const records = await getRecords(served, "network/rewards", network);
    expect(records.map(withoutOurs)).toEqual(model.network);
    const last = records.length - 1;
    expect(records.map(({ isComplete }) => isComplete)).toEqual(records.map((_, i) => i < last));
    expect(records[last]).toMatchObject({ supplyResidual: "0", potentialRewardsResidual: "0" });
  });

  it("lists validators with the stakes that last, and what was paid in a window", async () => {
    const complete = model.network.slice(0, -1).map(({ day }) => String(day));
    const windows = inWindows((window) => avalancheSubjects(history, model.validators, complete, window));
    await checkSubjects(served, { chain: "avalanche", kind: "validator", token: "AVAX", windows, network });
  });
});

it("gives the same result when the end is read first, then the beginning, then the middle", async () => {
  const history = createAvalancheHistory({ seed: 9, days: 6 });
  const view = toView(history);
  const served = await openServeFixture({ family: "avalanche" });
  const stub = await startAvalancheStub(view);
  const pieces: [number, number][] = [
    [200, view.head],
    [0, 80],
    [81, 199],
  ];
  for (const [from, to] of pieces) {
    // As if all later blocks were written: no piece reads on.
    const readRuns = async () => [{ from: to, to: view.head + 1, isAnchored: true }];
    await backfillAvalanche(served.store, avalancheOptions([stub.url], { readRuns }), { from, to });
  }
  const records = await getRecords(served, "network/rewards");
  expect(records.map(withoutOurs)).toEqual(modelAnswers(history).network);
  expect(records.map(({ isComplete }) => isComplete)).toEqual(records.map((_, i) => i < records.length - 1));
  await stub.close();
  await served.close();
});

/** Nodes that contradict the blocks: a higher reward, a missing stake, a stake that no block has. */
describe("a node that contradicts the blocks", () => {
  const history = createAvalancheHistory({ seed: 12, days: 5 });
  const view = toView(history);
  const last = view.head;
  const [lied, hidden] = view.stakes(last).filter(({ isValidator }) => !isValidator) as [
    StubStake,
    StubStake,
  ];
  const invented: StubStake = {
    ...lied,
    txId: "ab".repeat(32),
    start: view.time(40) + 1,
    reward: 1_000_003n,
  };
  const says = (change: (stakes: StubStake[]) => StubStake[]): ChainView => ({
    ...view,
    tx: (id) => view.tx(id === invented.txId ? lied.txId : id),
    stakes: (height) => change(view.stakes(height)),
  });
  const isOf = (stake: StubStake) => (one: StubStake) => one.txId === stake.txId && one.end === stake.end;

  /** The residual of the network's last day, and those of each validator's, in nAVAX. */
  async function residuals(served: ServeFixture) {
    const text = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1e9));
    const network = (await getRecords(served, "network/rewards")).at(-1);
    const nodes = [...new Set(history.ledger.stakes.map(({ nodeId }) => nodeId))];
    const records = (await getValidatorRecords(served, nodes, "mainnet")).filter(
      ({ day }) => day === network?.day,
    );
    return {
      network: text(network?.potentialRewardsResidual),
      validators: new Map(records.map((one) => [one.nodeId, text(one.potentialRewardsResidual)])),
    };
  }

  async function residualsOf(reported: ChainView, first = 0) {
    const served = await openServeFixture({ family: "avalanche" });
    const stub = await startAvalancheStub(reported);
    try {
      await backfillAvalanche(served.store, avalancheOptions([stub.url]), { from: first, to: last });
      const result = await residuals(served);
      await expectExplained(
        served,
        `/v1/avalanche/validators/${lied.nodeId}/explain?date=${new Date(view.time(last) * 1000).toISOString().slice(0, 10)}&limit=1000`,
        { network: "mainnet" },
      );
      return result;
    } finally {
      await stub.close();
      await served.close();
    }
  }

  const lies: [name: string, change: (one: StubStake) => StubStake[], difference: bigint][] = [
    ["a stake more", (one) => (isOf(lied)(one) ? [one, invented] : [one]), invented.reward],
    ["a higher reward", (one) => (isOf(lied)(one) ? [{ ...one, reward: one.reward + 7n }] : [one]), 7n],
    ["no stake", (one) => (isOf(hidden)(one) ? [] : [one]), -hidden.reward],
  ];
  it.each(thinned(lies))(
    "shows a residual as large as the contradiction: %s",
    async (name, change, difference) => {
      const result = await residualsOf(says((stakes) => stakes.flatMap(change)));
      const nodeId = name === "no stake" ? hidden.nodeId : lied.nodeId;
      expect(result.network).toBe(Number(difference));
      for (const [node, residual] of result.validators)
        expect([node, residual]).toEqual([node, node === nodeId ? Number(difference) : 0]);
    },
  );

  if (isNight)
    it("is not confirmed about stakes from before the blocks that are read", async () => {
      const first = Math.floor(last / 2);
      const { network, validators } = await residualsOf(view, first);
      const before = history.ledger.stakes.filter(
        ({ from, to }) => from < first && (to === undefined || to > last),
      );
      const open = new Set(view.stakes(last).map(({ nodeId }) => nodeId));
      expect(before.length).toBeGreaterThan(0);
      expect(network).toBeNull();
      for (const node of open)
        if (before.some(({ nodeId }) => nodeId === node))
          expect([node, validators.get(node)]).toEqual([node, null]);
    });
});

describe("a history whose beginning is not read", () => {
  const history = createAvalancheHistory({ seed: 5, days: 14, gap: 20_000 });
  const model = modelAnswers(history);
  const first = 60;
  let served: ServeFixture;

  beforeAll(async () => {
    served = await openServeFixture({ family: "avalanche" });
    const stub = await startAvalancheStub(toView(history));
    const range = { from: first, to: history.ledger.blocks.length - 1 };
    await backfillAvalanche(served.store, avalancheOptions([stub.url]), range);
    await stub.close();
  });
  afterAll(async () => await served.close());

  it("has correct complete days, once all stakes from before it have ended", async () => {
    const records = await getRecords(served, "network/rewards");
    const complete = records.filter(({ isComplete }) => isComplete);
    expect(complete.length).toBeGreaterThan(1);
    for (const record of complete)
      expect(withoutOurs(record)).toEqual(model.network.find(({ day }) => day === record.day));
  });

  it("has what was paid on the others, to a part in 100,000, from UTXOs and a supply that is nearly right", async () => {
    const records = await getRecords(served, "network/rewards");
    for (const record of records.slice(1)) {
      const truth = model.network.find(({ day }) => day === record.day);
      for (const field of ["totalValidatorRewards", "totalDelegatorRewards"]) {
        const [actual, expected] = [Number(record[field]), Number(truth?.[field])];
        expect(Math.abs(actual - expected), `${record.day} ${field}`).toBeLessThanOrEqual(expected / 100_000);
      }
    }
  });
});
