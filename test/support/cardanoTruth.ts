/** The reference model's values, as the API writes them. */

import type { CardanoHistory } from "../../fixtures/cardano/model.ts";
import { type ExpectedDay, expectedDays } from "../../fixtures/cardano/truth.ts";
import { decimal } from "./decimal.ts";
import type { ServeFixture } from "./serve.ts";

const ada = (value: bigint | null) => (value === null ? "null" : decimal(value, 6));
const residual = (value: unknown) => (value === null ? "null" : "0");

const waitsFor = (earned: bigint | null) => (earned === null ? '["epochRewards"]' : "[]");

type Text = Record<string, string>;

/** The fields of each record of an answer, as they were written. */
export function fieldsOf(text: string): Text[] {
  // The digits stay: no number of the text is parsed.
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  const { results } = JSON.parse(quoted) as { results: Record<string, unknown>[] };
  return results.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(Array.isArray(value) ? value.sort() : value),
      ]),
    ),
  );
}

const both = (one: bigint | null, other: bigint | null) =>
  one === null || other === null ? null : one + other;

export function expectedPoolRecords(days: readonly ExpectedDay[], poolId: string): Text[] {
  return days.flatMap(({ pools }) =>
    pools
      .filter((pool) => pool.poolId === poolId)
      .map((pool) => ({
        day: pool.day,
        epoch: String(pool.epoch),
        fromBlockNumber: String(pool.fromBlockNumber),
        toBlockNumber: String(pool.toBlockNumber),
        fromSlotNumber: String(pool.fromSlotNumber),
        toSlotNumber: String(pool.toSlotNumber),
        poolId: pool.poolId,
        poolName: pool.poolName ?? "null",
        poolTicker: pool.poolTicker ?? "null",
        poolOwnerStakeAddresses: JSON.stringify(pool.poolOwnerStakeAddresses.toSorted()),
        poolHashId: pool.poolHashId,
        totalRealizedDelegatorRewards: ada(pool.totalRealizedDelegatorRewards),
        totalRealizedValidatorRewards: ada(pool.totalRealizedValidatorRewards),
        totalEarnedDelegatorRewards: ada(pool.totalEarnedDelegatorRewards),
        totalEarnedValidatorRewards: ada(pool.totalEarnedValidatorRewards),
        poolFee: decimal(pool.poolFee, 6),
        poolFlatFee: ada(pool.poolFlatFee),
        totalRealizedGrossRewards: ada(
          pool.totalRealizedDelegatorRewards + pool.totalRealizedValidatorRewards,
        ),
        totalEarnedGrossRewards: ada(
          both(pool.totalEarnedDelegatorRewards, pool.totalEarnedValidatorRewards),
        ),
        earnedRewardsResidual: residual(pool.totalEarnedValidatorRewards),
        earnedUnpaidRewards: ada(pool.earnedUnpaidRewards),
        waitsFor: waitsFor(pool.totalEarnedValidatorRewards),
        isComplete: String(pool.isComplete),
      })),
  );
}

export function expectedNetworkRecords(days: readonly ExpectedDay[]): Text[] {
  return days.map(({ day, epoch, pools, activePools }) => {
    const [first] = pools;
    const sum = (values: (bigint | null)[]) =>
      values.includes(null) ? null : values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
    const count = BigInt(activePools.length);
    const margins = activePools.reduce((total, { registration }) => total + registration.margin, 0n);
    const costs = activePools.reduce((total, { registration }) => total + registration.cost, 0n);
    const earned = sum(pools.map((pool) => pool.totalEarnedValidatorRewards));
    return {
      day,
      epoch: String(epoch),
      fromBlockNumber: String(first?.fromBlockNumber),
      toBlockNumber: String(first?.toBlockNumber),
      fromSlotNumber: String(first?.fromSlotNumber),
      toSlotNumber: String(first?.toSlotNumber),
      totalActivePools: String(count),
      totalRealizedDelegatorRewards: ada(sum(pools.map((pool) => pool.totalRealizedDelegatorRewards))),
      totalRealizedValidatorRewards: ada(sum(pools.map((pool) => pool.totalRealizedValidatorRewards))),
      totalEarnedDelegatorRewards: ada(sum(pools.map((pool) => pool.totalEarnedDelegatorRewards))),
      totalEarnedValidatorRewards: ada(earned),
      avgPoolFee: decimal((margins * 1_000_000n) / count, 12),
      avgPoolFlatFee: ada(costs / count),
      totalRealizedGrossRewards: ada(
        sum(
          pools.flatMap((pool) => [pool.totalRealizedDelegatorRewards, pool.totalRealizedValidatorRewards]),
        ),
      ),
      totalEarnedGrossRewards: ada(
        sum(pools.flatMap((pool) => [pool.totalEarnedDelegatorRewards, pool.totalEarnedValidatorRewards])),
      ),
      earnedRewardsResidual: residual(earned),
      earnedUnpaidRewards: ada(sum(pools.map((pool) => pool.earnedUnpaidRewards))),
      waitsFor: waitsFor(earned),
      isComplete: String(first?.isComplete),
    };
  });
}

/** Every record of every pool and of the network. */
export async function answers(fixture: ServeFixture, history: CardanoHistory) {
  const headers = { "x-service-network": networkName(history) };
  const read = async (path: string): Promise<Text[]> => {
    const answer = await fixture.get(`/v1/cardano/${path}?limit=200`, headers);
    // A pool without data yet.
    return answer.status === 404 ? [] : fieldsOf(await answer.text());
  };
  const pools: Record<string, Text[]> = {};
  for (const { id, key } of history.pools) pools[key] = await read(`validators/${id}/rewards`);
  return { network: await read("network/rewards"), pools };
}

export const networkName = ({ options }: CardanoHistory) => (options.magic === 1 ? "preprod" : "mainnet");

export function expectedAnswers(
  history: CardanoHistory,
  range: { from: number; to: number },
  tip = history.last,
) {
  const days = expectedDays(history, range, tip);
  return {
    network: expectedNetworkRecords(days),
    pools: Object.fromEntries(history.pools.map(({ id, key }) => [key, expectedPoolRecords(days, id)])),
  };
}
