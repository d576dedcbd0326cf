/** What the tests of EigenLayer ask of explanations, against the reference model. */
import { expect } from "vitest";
import { type Holding, native, nobody } from "../../fixtures/eigenlayer/contracts.ts";
import { type EigenlayerHistory, firstBlock } from "../../fixtures/eigenlayer/history.ts";
import * as truth from "../../fixtures/eigenlayer/truth.ts";
import { type Explanation, expectExplained, sampledDays } from "./explain.ts";
import type { ServeFixture } from "./serve.ts";

type Role = "delegators";
type Day = ReturnType<typeof truth.fullDays>[number];

const scale = 10n ** 18n;

/** Logs, roots and rates end at blocks of the model, those of logs at ones that say something. */
function expectBlocks({ blocks }: EigenlayerHistory, { rows }: Explanation, last: number): void {
  for (const { kind, height, heightKind } of rows) {
    if (heightKind !== "block") continue;
    const place = Number(height) - firstBlock;
    if (kind === "rate") expect(place <= last, kind).toBe(true);
    // A root is submitted days behind its snapshots.
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
    const state = truth
      .delegatorStates(history, account)
      .find((one) => isOf(one) && one.strategy === strategy);
    const reward = truth
      .rewards(history, { earner: account, account }, prices)
      .find((one) => isOf(one) && one.token.address === token);
    const path = `/v1/eigenlayer/${role}/${account}/explain?date=${date}&strategy=${strategy}&token=${token}`;
    const headers = { "x-service-network": network };
    if (state === undefined && reward === undefined) {
      const response = await served.get(path, headers);
      // What is left of shares that are gone is a record of nothing.
      if (response.status === 404) return;
    }
    const explanation = await expectExplained(served, `${path}&limit=1000`, { network });
    const values = new Map(explanation.numbers.map(({ name, value }) => [name, value]));
    const { states: all } = history;
    const { holdings, beacon, magnitudes, operatorOf } = all[place] as (typeof all)[number];
    const told = (name: string, model: bigint | undefined) =>
      expect([path, name, BigInt(values.get(name) ?? scale)]).toEqual([path, name, model ?? scale]);
    const shares = BigInt(values.get("totalShares") ?? 0);
    expect([path, shares]).toEqual([path, BigInt(state?.totalShares ?? 0)]);
    const operator = operatorOf.get(account) ?? nobody;
    const held: Holding | undefined = holdings.get(`${account}/${strategy}`);
    if (state !== undefined) told("maxMagnitude", magnitudes.get(`${operator}/${strategy}`));
    if (state !== undefined) {
      expect(BigInt(values.get("depositShares") ?? 0)).toBe(held?.deposit);
      told("scalingFactor", held?.factor);
      if (strategy === native) told("beaconFactor", beacon.get(account));
    }
    const asked = BigInt(values.get("askedShares") ?? 0);
    if (state !== undefined && strategy !== native)
      expect([path, (shares * (BigInt(values.get("underlying") ?? 0) + 1n)) / asked]).toEqual([
        path,
        BigInt(state.totalBalance),
      ]);
    else if (strategy === native) expect(asked).toBe(0n);
    expect([path, values.get("amount"), values.get("ethPrice"), values.get("usdPrice")]).toEqual([
      path,
      reward?.amount ?? null,
      reward?.ethPrice ?? null,
      reward?.usdPrice ?? null,
    ]);
    expect(explanation.isDayComplete).toBe(reward?.isComplete ?? true);
    expectBlocks(history, explanation, place);
    for (const { kind } of explanation.rows) seen.add(`${role} ${kind}`);
  }

  const subjects = [...history.stakers.map((account) => ["delegators", account] as const)];
  for (const [place, [role, account]] of subjects.entries())
    for (const [turn, day] of sampledDays(days, 8, place).entries())
      await expectDay(role, account, day, place + turn);
  const common = ["price", "rate", "reward", "slashing"];
  const own = ["delegation", "deposit", "factor", "pod", "withdrawal"];
  expect([...seen].sort()).toEqual([...[...common, ...own].map((kind) => `delegators ${kind}`)].sort());
}
