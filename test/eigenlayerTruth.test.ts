/** Generated histories of EigenLayer from nodes to API against the reference model, every field of every record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeEvent } from "../fixtures/eigenlayer/abi.ts";
import { createEigenlayerHistory, type HistoryOptions } from "../fixtures/eigenlayer/history.ts";
import { zeroAddress } from "../fixtures/eigenlayer/state.ts";
import { startEigenlayerStub } from "../fixtures/eigenlayer/stubNode.ts";
import { startStubSidecar } from "../fixtures/eigenlayer/stubSidecar.ts";
import * as truth from "../fixtures/eigenlayer/truth.ts";
import type { EigenlayerOptions } from "../ingest/eigenlayer/session.ts";
import { allBlocks, backfillEigenlayer, eigenlayerOptions } from "./support/eigenlayer.ts";
import { getEigenlayer } from "./support/eigenlayerAnswers.ts";
import { expectEigenlayerExplained, expectEigenlayerReconciled } from "./support/eigenlayerExplain.ts";
import { expectEigenlayerSubjects, strategyPrices } from "./support/eigenlayerSubjects.ts";
import { atNight, thinned } from "./support/nightCases.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

type Case = HistoryOptions & {
  name: string;
  options?: Partial<EigenlayerOptions>;
  /** Whether its days are explained, too: one that has all kinds of facts. */
  isExplained?: true;
};

const cases: Case[] = [
  {
    name: "over all versions of the contracts",
    seed: 1,
    days: 12,
    options: { unitBlocks: 40 },
    isExplained: true,
  },
  {
    name: "with days without a log, in units of a block or two",
    seed: 2,
    days: 8,
    gap: 7_000,
    emptyDays: [3, 4],
    options: { unitBlocks: 2 },
  },
  {
    name: "with withdrawals that M1 completed, as shares and as tokens",
    seed: 4,
    days: 10,
    completesM1: true,
    options: { unitBlocks: 9 },
  },
  { name: "with days without a block", seed: 3, days: 20, gap: 150_000, stakers: 5 },
];

/** One warehouse for all: each history is a network of its own. */
let served: ServeFixture;
beforeAll(async () => {
  served = await openServeFixture({ family: "eigenlayer" });
});
afterAll(async () => await served.close());

describe.each(thinned(cases))("a history $name", ({ name: _, options, isExplained, ...made }) => {
  const network = `seed-${made.seed}`;
  const getOwn = (path: string) => getEigenlayer(served, path, network);
  const history = createEigenlayerHistory(made);
  const { stakers, operators, pods, payouts } = history;
  const prices = strategyPrices(history);
  for (const [i, root] of payouts.roots.entries()) {
    const date = truth.dateOf(Math.floor(root.activatedAt / 86_400));
    const [first, second] = payouts.tokens;
    if (i % 2 === 0)
      prices.set(`${date}/${first?.address}`, { eth: "0.000312456", usd: i % 4 === 0 ? "1.05" : null });
    if (i % 3 !== 0) prices.set(`${date}/${second?.address}`, { eth: null, usd: "0.123456789012345678" });
  }
  const rows = [...prices].map(([key, { eth, usd }]) => {
    const [date = "", token = ""] = key.split("/");
    return { day: Date.parse(date) / 86_400_000, token, eth_price: eth, usd_price: usd };
  });

  beforeAll(async () => {
    const [node, sidecar] = [await startEigenlayerStub(history), await startStubSidecar(history)];
    await backfillEigenlayer(
      served.store,
      eigenlayerOptions([node.url], {
        ...{ sidecarUrls: [sidecar.url], networkName: network },
        readPrices: async () => ({ version: 7, rows }),
        ...options,
      }),
      allBlocks(history),
    );
    await node.close();
    await sidecar.close();
  });

  it("has every delegator's state of every day", async () => {
    for (const staker of stakers)
      expect(await getOwn(`delegators/${staker}/state`)).toEqual(truth.delegatorStates(history, staker));
  });

  it("has every operator's and pod's state of every day", async () => {
    for (const operator of operators)
      expect(await getOwn(`entities/${operator}/state`)).toEqual(truth.operatorStates(history, operator));
    for (const pod of pods.keys())
      expect(await getOwn(`eigenpods/${pod}/state`)).toEqual(truth.podStates(history, pod));
  });

  it("has every delegation", async () => {
    const all = truth.delegations(history);
    for (const staker of stakers)
      expect(await getOwn(`delegators/${staker}/delegations`)).toEqual(
        all.filter(({ delegator }) => delegator === staker),
      );
    for (const one of operators)
      expect(await getOwn(`operators/${one}/delegations`)).toEqual(
        all.filter(({ operator }) => operator.address === one),
      );
  });

  it.each(thinned(["day", "week"] as const))("has all rewards by %s", async (granularity) => {
    const accounts = [
      ...stakers.map((account) => ({ path: `delegators/${account}`, earner: account, account })),
      ...operators.map((account) => ({ path: `entities/${account}`, earner: account, account })),
      ...[...pods].map(([pod, account]) => ({ path: `eigenpods/${pod}`, earner: pod, account })),
    ];
    for (const { path, ...who } of accounts)
      expect(await getOwn(`${path}/rewards?granularity=${granularity}`)).toEqual(
        truth.rewards(history, who, prices, granularity),
      );
  });

  it("says which days are covered by weeks that a range cuts", async () => {
    const [account = ""] = stakers;
    const days = [...payouts.daily.keys()].sort((one, other) => one - other);
    // A day less at the beginning, three at the end.
    const range = { from: (days[0] ?? 0) + 1, to: (days.at(-1) ?? 0) - 3 };
    const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
    const bounds = `fromDate=${dateOf(range.from)}&toDate=${dateOf(range.to)}`;
    const records = await getOwn(`delegators/${account}/rewards?granularity=week&${bounds}`);
    expect(records).toEqual(truth.rewards(history, { earner: account, account }, prices, "week", range));
  });

  if (isExplained)
    atNight("explains every number of delegators' and operators' days by logs, roots and rates", async () => {
      await expectEigenlayerExplained(served, history, { network, prices });
    });

  it("lists operators, delegators and pods with the value of their shares and the rewards of a window", async () => {
    await expectEigenlayerSubjects(served, history, { network, prices, isBrief: isExplained !== true });
  });

  it("compares delegators' shares from logs with the contracts", async () => {
    await expectEigenlayerReconciled(served, history, network);
  });

  it("reports how fresh it is", async () => {
    expect(await getOwn("apiMetadata")).toEqual([truth.apiMetadata(history)]);
  });

  it("conserves shares, agrees with contracts, and reconciles leaves with claimed and claimable amounts", async () => {
    const [sums] = await served.store.rows(
      `select count() > 0 as some, countIf(residual_shares != 0) as wrong from fct_eigenlayer_strategy_daily final where network = {network:String}`,
      { network },
    );
    expect(sums).toEqual({ some: 1, wrong: "0" });
    const [checks] = await served.store.rows(
      `select sum(check_count) > 20 as some, toString(sum(difference_count)) as wrong
      from int_eigenlayer_day final where network = {network:String}`,
      { network },
    );
    expect(checks).toEqual({ some: 1, wrong: "0" });
    const valid = payouts.roots.filter(({ isDisabled }) => !isDisabled);
    for (const { index } of valid) {
      const rows = await served.store.rows<{ leaves: string; claimed: string; residual: string }>(
        `select toString(leaves) as leaves, toString(claimed) as claimed, toString(residual) as residual
        from view_eigenlayer_root_token(network = {network:String}, root_index = {index:UInt32})`,
        { network, index },
      );
      expect(rows.map(({ residual }) => residual)).toEqual(payouts.tokens.map(() => "0"));
      const claimed = payouts.claims.filter(({ root }) => root <= index);
      const sum = (list: readonly string[]) => list.reduce((all, one) => all + BigInt(one), 0n);
      expect(sum(rows.map((row) => row.claimed))).toBe(sum(claimed.map(({ amount }) => String(amount))));
      expect(sum(rows.map((row) => row.leaves)) > 0n).toBe(true);
    }
  });
});

it("finds a missed withdrawal of all shares, although contracts no longer list the strategy", async () => {
  const network = "missed";
  const history = createEigenlayerHistory({ seed: 5, days: 14, stakers: 4 });
  const zeros = "0x".padEnd(66, "0");
  const { topics: missed } = encodeEvent("slashingWithdrawalQueued", [
    zeros,
    {
      ...{ staker: zeroAddress, delegatedTo: zeroAddress, withdrawer: zeroAddress },
      nonce: 0,
      startBlock: 0,
      strategies: [],
      scaledShares: [],
    },
    [],
  ]);
  for (const block of history.blocks) block.logs = block.logs.filter(({ topics }) => topics[0] !== missed[0]);
  const node = await startEigenlayerStub(history);
  const options = eigenlayerOptions([node.url], { networkName: network });
  await backfillEigenlayer(served.store, options, allBlocks(history));
  await node.close();
  const counts = await served.store.rows<{ differences: string }>(
    `select toString(count()) as differences from fct_eigenlayer_difference final
    where network = {network:String} and told_deposit_shares = 0 and deposit_shares > 0
      and strategy != vaEigenlayerNative()`,
    { network },
  );
  expect(Number(counts[0]?.differences)).toBeGreaterThan(0);
});
