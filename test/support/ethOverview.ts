/** The answer about the whole network, field by field against the models. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type EntityDay, type ModelKey, modelEntityDays } from "./ethModelEntities.ts";
import { modelQueues } from "./ethModelQueues.ts";
import { modelOverview } from "./ethModelWindows.ts";

const lengths = { "1d": 1, "7d": 7, "30d": 30, all: Number.POSITIVE_INFINITY };

function expectField(value: unknown, expected: number | null | undefined, about: string): void {
  if (expected === null || expected === undefined) expect(value, about).toBeNull();
  else if (Number.isInteger(expected)) expect(Number(value), about).toBe(expected);
  else expect(value, about).toBeCloseTo(expected, 9 - Math.ceil(Math.log10(Math.abs(expected) + 1)));
}

type Row = Record<string, number | string | null>;

/** Values that the models do not compute are null, and lists of clients are empty. */
export async function expectOverview(
  store: Store,
  network: string,
  { chain, days, keys }: { chain: EthFixture; days: readonly ModelDay[]; keys: readonly ModelKey[] },
): Promise<void> {
  const [newest] = await store.rows<{ epoch: number }>("select max(epoch) as epoch from int_eth_epoch");
  const queues = modelQueues(chain, newest?.epoch ?? 0);
  const { text } = loadSql("queries/v0/eth/network_overview.sql");
  const rows = await store.rows<Record<string, unknown>>(text, {
    network,
    window: null,
    limit: 4,
    offset: 0,
    sortOrder: "asc",
  });
  expect(rows.map(({ timeWindow }) => timeWindow)).toEqual(Object.keys(lengths));
  for (const { timeWindow, clientPercentages, clientValidatorEffectiveness, ...row } of rows) {
    expect([clientPercentages, clientValidatorEffectiveness]).toEqual([[], []]);
    const length = lengths[timeWindow as keyof typeof lengths];
    const expected: Record<string, number | null> = {
      ...modelOverview(chain, days, keys, length),
      ...queues,
    };
    for (const [field, value] of Object.entries(row))
      expectField(value, expected[field], `${timeWindow} ${field}`);
    expect(Object.keys(row)).toEqual(expect.arrayContaining(Object.keys(expected)));
  }
}

/** Days of one kind: stake, and validators' rewards. */
export async function expectNetworkDays(
  warehouse: { store: Store; network: string },
  { chain, days, keys }: { chain: EthFixture; days: readonly ModelDay[]; keys: readonly ModelKey[] },
  dayType: string,
  name: string,
): Promise<void> {
  const expected = [...modelEntityDays(chain, days, keys).values()].filter(
    (one) => one.idType === "network" && one.dayType === dayType,
  );
  const rows = await warehouse.store.rows<Row>(loadSql(`queries/v0/eth/${name}.sql`).text, {
    network: warehouse.network,
    genesisTime: chain.options.genesisTime,
    secondsPerSlot: 2700,
    isExecutionKnown: 0,
    slotsPerEpoch: 8,
    dayMax: null,
    dateMax: null,
    size: 50,
  });
  const sortedDays = expected.sort((a, b) => b.day - a.day);
  expect(
    rows.map((row) =>
      [row.validatorCount, row.totalEffectiveBalance, row.sumConsensusRewards].map((value) =>
        value === null ? null : Number(value),
      ),
    ),
  ).toEqual(
    sortedDays.map(({ active, activeBalance, sums: own }) => [
      active,
      activeBalance,
      own.unknownSlashings > 0
        ? null
        : own.attestationReward +
          own.attestationPenalty +
          own.inactivityPenalty +
          own.syncReward +
          own.syncPenalty +
          own.blockReward +
          own.slashingPenalty,
    ]),
  );
  for (const { startSlot, endSlot } of rows) expect(Number(startSlot)).toBeLessThan(Number(endSlot));
  if (dayType !== "chain") return;
  const complete = new Set(rows.filter(({ isComplete }) => isComplete).map(({ day }) => Number(day)));
  await expectNetworkStats(
    warehouse,
    sortedDays.filter(({ day }) => complete.has(day)),
  );
}

/** How the network's validators performed on complete days. */
async function expectNetworkStats(
  { store, network }: { store: Store; network: string },
  entityDays: readonly EntityDay[],
): Promise<void> {
  const rows = await store.rows<Row>(loadSql("queries/v0/eth/network_stats.sql").text, { network });
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map(({ day }) => day)).toEqual(entityDays.map(({ day }) => day));
  for (const [at, { means }] of entityDays.entries()) {
    expectField(rows[at]?.avgUptime, means.uptime, "uptime");
    expectField(rows[at]?.avgInclusionDelay, means.delay, "inclusion delay");
    expectField(rows[at]?.avgCorrectness, means.correctness, "correctness");
    expectField(rows[at]?.avgValidatorEffectiveness, means.rating, "effectiveness");
  }
}
