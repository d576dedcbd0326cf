/**
 * The network's overview where differences reach back for a week, and where validators wait to be merged into others.
 * Fast counterpart: test/ethApi.test.ts, test/ethEntities.test.ts
 */
import { afterEach, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { forksUntil } from "../fixtures/eth/scenario/presets.ts";
import { canonicalSnapshot } from "../fixtures/eth/scenario/truth.ts";
import { loadSql } from "../lib/sql/file.ts";
import { modelDays } from "./support/ethModelDay.ts";
import { modelQueues } from "./support/ethModelQueues.ts";
import { expectExits } from "./support/ethMovements.ts";
import { expectOverview } from "./support/ethOverview.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { atNight } from "./support/nightCases.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

let warehouse: TestWarehouse | undefined;
afterEach(() => warehouse?.close());

/** Days of one epoch each. */
async function expectOverviewAt(
  fork: "deneb" | "electra" | "gloas",
  to: number,
  spec: Record<string, string> = {},
  events: Pick<Parameters<typeof generateChain>[0] & object, "consolidations" | "slashings"> = {},
): Promise<EthFixture> {
  const chain = generateChain({
    validators: 64,
    preset: "minimal",
    seed: 51,
    startEpoch: 40,
    // Slashed validators and those that leave early delay finality.
    epochs: to - (events.slashings === undefined ? 38 : 35),
    forks: forksUntil(fork),
    spec: {
      SECONDS_PER_SLOT: "10800",
      SHARD_COMMITTEE_PERIOD: "8",
      MIN_VALIDATOR_WITHDRAWABILITY_DELAY: "4",
      EPOCHS_PER_SLASHINGS_VECTOR: "16",
      ...spec,
    },
    ...events,
  });
  const range = { from: 41, to };
  const { network, ...opened } = await openFilledWarehouse(chain, range);
  warehouse = opened;
  await expectOverview(warehouse.store, network, { chain, days: modelDays(chain, "chain", range), keys: [] });
  return chain;
}

atNight("has the activation and exit limits of Gloas, exits without a cap", async () => {
  const chain = await expectOverviewAt("gloas", 44, {
    MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "32000000000",
    CHURN_LIMIT_QUOTIENT_GLOAS: "9",
    MAX_PER_EPOCH_ACTIVATION_CHURN_LIMIT_GLOAS: "96000000000",
  });
  const exits = [41, 42, 43, 44].map((epoch) => {
    const { validators } = canonicalSnapshot(chain, epoch * 8);
    const active = validators.filter((one) => one.activationEpoch <= epoch && epoch < one.exitEpoch);
    const stake = active.reduce((sum, { effectiveBalance }) => sum + effectiveBalance, 0n);
    return Math.floor(Number(stake / 9n / 1_000_000_000n) / 32);
  });
  expect(Math.min(...exits)).toBeGreaterThan(3);
  const { text } = loadSql("queries/v0/eth/network_capacity.sql");
  const rows = await warehouse?.store.rows<Record<string, unknown>>(text, { network: "generated" });
  const whole = rows?.find(({ timeWindow }) => timeWindow === "all");
  expect([whole?.exitChurnLimit, whole?.activationChurnLimit].map(Number)).toEqual([
    exits.reduce((sum, one) => sum + one, 0),
    3 * exits.length,
  ]);
});

atNight("counts pending consolidations since Electra", async () => {
  const chain = await expectOverviewAt("electra", 44);
  const { validators, pendingConsolidations } = canonicalSnapshot(chain, 44 * 8);
  const merging = pendingConsolidations.filter(
    ({ source_index }) => (validators[source_index]?.exitEpoch ?? 0) > 44,
  );
  // They leave like others, but to stay.
  expect(merging.length).toBeGreaterThan(0);
  expect(modelQueues(chain, 44).exitingValidators).toBeGreaterThan(0);
});

atNight(
  "compares with a week before, and counts validators before Electra",
  async () => void (await expectOverviewAt("deneb", 50)),
);

atNight(
  "includes exits from before a history that starts within a day, without a registry in every epoch",
  async () => {
    // No chain day and no UTC day begins with the first epoch, so that its registry is changes only.
    const [source, from, to, epochsPerDay] = [45, 43, 51, 4];
    const chain = generateChain({
      ...{ validators: 64, preset: "minimal", seed: 51, startEpoch: 40, epochs: 16 },
      forks: forksUntil("electra"),
      spec: {
        SECONDS_PER_SLOT: "2700",
        SHARD_COMMITTEE_PERIOD: "8",
        MIN_VALIDATOR_WITHDRAWABILITY_DELAY: "16",
      },
      consolidations: [{ epoch: 1, source, target: 36 }],
    });
    const { network, ...opened } = await openFilledWarehouse(
      chain,
      { from, to },
      { options: { smallRegistry: 0 } },
    );
    warehouse = opened;
    // Sources that wait in the node's queue, by a request from before the history, are no exits.
    const { validators, pendingConsolidations } = canonicalSnapshot(chain, to * 8);
    expect(pendingConsolidations.map(({ source_index }) => source_index)).toContain(source);
    expect(validators[source]?.exitEpoch).toBeGreaterThan(from + 1);
    expect(validators[source]?.exitEpoch).toBeLessThan(to);
    const [queue] = await opened.store.rows<Record<string, string>>(
      "select exiting_count, exiting_balance_gwei from fct_eth_network_queue final",
    );
    const { exitingValidators, exitingStake } = modelQueues(chain, to);
    expect([queue?.exiting_count, queue?.exiting_balance_gwei].map(Number)).toEqual([
      exitingValidators,
      exitingStake,
    ]);
    expect(await expectExits({ ...opened, network }, chain, { from, to, epochsPerDay })).toEqual([
      null,
      null,
      null,
    ]);
  },
);

it("excludes consolidation sources from exits, from their exit epoch on, unless they are slashed", async () => {
  const [waiting, slashed, to] = [45, 48, 47];
  const chain = await expectOverviewAt(
    "electra",
    to,
    // Enough that both leave in the first epochs.
    { MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "224000000000" },
    {
      consolidations: [waiting, slashed].map((source) => ({ epoch: 1, source, target: 36 })),
      slashings: [{ epoch: 4, validators: [slashed] }],
    },
  );
  const { validators, pendingConsolidations } = canonicalSnapshot(chain, to * 8);
  const left = pendingConsolidations
    .map(({ source_index }) => source_index)
    .filter((source) => (validators[source]?.exitEpoch ?? Infinity) <= to);
  expect(left).toEqual(expect.arrayContaining([waiting, slashed]));
  expect(chain.truth.slashings.map(({ validator }) => validator)).toContain(slashed);
  if (warehouse === undefined) throw new Error("no warehouse");
  await expectExits({ ...warehouse, network: "generated" }, chain, {
    ...{ from: 41, to, epochsPerDay: 1 },
  });
});
