/** Compares EigenLayer's explanations with the reference model. */
import { expect } from "vitest";
import { type EigenlayerHistory, firstBlock } from "../../fixtures/eigenlayer/history.ts";
import { type Holding, native, withdrawable, zeroAddress } from "../../fixtures/eigenlayer/state.ts";
import { transactionHash } from "../../fixtures/eigenlayer/stubNode.ts";
import * as truth from "../../fixtures/eigenlayer/truth.ts";
import { type Explanation, expectExplained, sampledDays, withTextNumbers } from "./explain.ts";
import { isNight } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";

type Role = "delegators" | "entities";
type Reconciled = { date: string; quantity: string };
type Day = ReturnType<typeof truth.fullDays>[number];

const scale = 10n ** 18n;

/** Logs, roots and rates end at blocks of the model, logs at blocks with an event. */
function expectBlocks({ blocks }: EigenlayerHistory, { rows }: Explanation, last: number): void {
  for (const { kind, height, heightKind, item, table, transactionHash: hash } of rows) {
    if (heightKind !== "block") continue;
    const place = Number(height) - firstBlock;
    const own = blocks[place];
    const log = /^raw_eigenlayer_(share|delegation|magnitude|reward)$/.test(table)
      ? own?.logs[Number(/(?:^|, )log (\d+) /.exec(item)?.[1])]
      : undefined;
    expect([item, hash]).toEqual([item, own && log ? transactionHash(own, log) : null]);
    if (kind === "rate" || kind === "delegator") expect(place <= last, kind).toBe(true);
    // A root is submitted days after its snapshots.
    else if (kind !== "reward")
      expect([kind, place <= last && blocks[place]?.logs.length !== 0]).toEqual([kind, true]);
    else expect(blocks[place]?.logs.length).toBeGreaterThan(0);
  }
}

export async function expectEigenlayerExplained(
  served: ServeFixture,
  history: EigenlayerHistory,
  { network, prices }: { network: string; prices: truth.Prices },
): Promise<void> {
  const days = truth.fullDays(history);
  const strategies = [native, ...history.strategies.map(({ address }) => address)];
  const seen = new Set<string>();

  async function expectDay(role: Role, account: string, { day, place }: Day, turn: number): Promise<void> {
    const date = truth.dateOf(day);
    const strategy = strategies[turn % strategies.length] as string;
    const token = history.payouts.tokens[turn % history.payouts.tokens.length]?.address ?? "";
    const isOf = (record: { date: string }) => record.date === date;
    const states = role === "delegators" ? truth.delegatorStates : truth.operatorStates;
    const state = states(history, account).find((one) => isOf(one) && one.strategy === strategy);
    const reward = truth
      .rewards(history, { earner: account, account }, prices)
      .find((one) => isOf(one) && one.token.address === token);
    const path = `/v1/eigenlayer/${role}/${account}/explain?date=${date}&strategy=${strategy}&token=${token}`;
    const headers = { "x-service-network": network };
    if (state === undefined && reward === undefined) {
      const response = await served.get(path, headers);
      // A remainder of withdrawn shares has no record.
      if (response.status === 404) return;
    }
    const explanation = await expectExplained(served, `${path}&limit=1000`, { network });
    const values = new Map(explanation.numbers.map(({ name, value }) => [name, value]));
    const { states: all } = history;
    const { holdings, beacon, magnitudes, operatorOf } = all[place] as (typeof all)[number];
    const expectFactor = (name: string, model: bigint | undefined) =>
      expect([path, name, BigInt(values.get(name) ?? scale)]).toEqual([path, name, model ?? scale]);
    const shares = BigInt(values.get("totalShares") ?? 0);
    expect([path, shares]).toEqual([path, BigInt(state?.totalShares ?? 0)]);
    const operator = role === "entities" ? account : (operatorOf.get(account) ?? zeroAddress);
    const held: Holding | undefined = holdings.get(`${account}/${strategy}`);
    if (state !== undefined) expectFactor("maxMagnitude", magnitudes.get(`${operator}/${strategy}`));
    if (role === "delegators" && state !== undefined) {
      expect(BigInt(values.get("depositShares") ?? 0)).toBe(held?.deposit);
      expectFactor("scalingFactor", held?.factor);
      if (strategy === native) expectFactor("beaconFactor", beacon.get(account));
    }
    const requestedShares = BigInt(values.get("askedShares") ?? 0);
    if (state !== undefined && strategy !== native)
      expect([path, (shares * (BigInt(values.get("underlying") ?? 0) + 1n)) / requestedShares]).toEqual([
        path,
        BigInt(state.totalBalance),
      ]);
    else if (strategy === native) expect(requestedShares).toBe(0n);
    expect([path, values.get("amount"), values.get("ethPrice"), values.get("usdPrice")]).toEqual([
      path,
      reward?.amount ?? null,
      reward?.ethPrice ?? null,
      reward?.usdPrice ?? null,
    ]);
    expect(explanation.isDayComplete).toBe(reward?.isComplete ?? true);
    if (role === "entities") {
      const own = explanation.rows.filter(({ kind }) => kind === "delegator").map(({ item }) => item);
      const delegated = history.stakers.filter(
        (staker) =>
          (operatorOf.get(staker) ?? zeroAddress) === account &&
          withdrawable(all[place] as (typeof all)[number], staker, strategy) !== 0n,
      );
      expect([path, own.sort()]).toEqual([path, delegated.sort()]);
    }
    expectBlocks(history, explanation, place);
    for (const { kind } of explanation.rows) seen.add(`${role} ${kind}`);
  }

  const subjects = [
    ...history.stakers.map((account) => ["delegators", account] as const),
    ...history.operators.map((account) => ["entities", account] as const),
  ];
  const common = ["price", "rate", "reward", "slashing"];
  const kinds = {
    delegators: [...common, "delegation", "deposit", "factor", "pod", "withdrawal"],
    entities: [...common, "delegator"],
  };
  const isSeen = (role: Role) => kinds[role].every((kind) => seen.has(`${role} ${kind}`));
  // By day only until every kind of row has appeared.
  for (const [place, [role, account]] of subjects.entries())
    for (const [turn, day] of [...sampledDays(days, 8, place).entries()].toReversed())
      if (isNight || !isSeen(role)) await expectDay(role, account, day, place + turn);
  expect([...seen].sort()).toEqual(
    (["delegators", "entities"] as const)
      .flatMap((role) => kinds[role].map((kind) => `${role} ${kind}`))
      .sort(),
  );
}

/** Every sample of delegators from the contracts equals the model, and so do the sums of logs. */
export async function expectEigenlayerReconciled(
  served: ServeFixture,
  history: EigenlayerHistory,
  network: string,
): Promise<void> {
  const placeOf = new Map(truth.fullDays(history).map(({ day, place }) => [truth.dateOf(day), place]));
  let count = 0;
  for (const staker of history.stakers) {
    const path = `/v1/eigenlayer/delegators/${staker}/reconciliation?limit=200`;
    const response = await served.get(path, { "x-service-network": network });
    const { results, next } = withTextNumbers<{ results: Reconciled[]; next: null }>(await response.text());
    expect([path, next]).toEqual([path, null]);
    count += results.length;
    for (const record of results) {
      const [quantity, strategy = ""] = record.quantity.split(" of ");
      const state = history.states[placeOf.get(record.date) ?? -1] as EigenlayerHistory["states"][number];
      const held = state.holdings.get(`${staker}/${strategy}`)?.deposit ?? 0n;
      const shares = quantity === "depositShares" ? held : withdrawable(state, staker, strategy);
      const text = String(shares > 0n ? shares : 0n);
      expect([path, record]).toEqual([
        path,
        {
          ...{ date: record.date, quantity: `${quantity} of ${strategy}`, expected: text, actual: text },
          ...{ residual: "0", unit: "shares", reason: null, isComplete: true },
        },
      ]);
    }
  }
  const [checks] = await served.store.rows<{ count: number }>(
    "select toUInt32(sum(check_count)) as count from int_eigenlayer_day final where network = {network:String}",
    { network },
  );
  expect(count).toBe(2 * (checks?.count ?? 0));
}
