/** The network's overview where differences reach back for a week, and where validators wait to be merged into others. */
import { afterEach, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { forksUntil } from "../fixtures/eth/scenario/presets.ts";
import { canonicalSnapshot } from "../fixtures/eth/scenario/truth.ts";
import { loadSql } from "../lib/sql/file.ts";
import { modelDays } from "./support/ethModelDay.ts";
import { modelQueues } from "./support/ethModelQueues.ts";
import { expectOverview } from "./support/ethOverview.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

let warehouse: TestWarehouse | undefined;
afterEach(() => warehouse?.close());

/** Days of one epoch each. */
async function expectOverviewAt(
  fork: "deneb" | "electra" | "gloas",
  to: number,
  spec = {},
): Promise<EthFixture> {
  const chain = generateChain({
    validators: 64,
    preset: "minimal",
    seed: 51,
    startEpoch: 40,
    epochs: to - 38,
    forks: forksUntil(fork),
    spec: {
      SECONDS_PER_SLOT: "10800",
      SHARD_COMMITTEE_PERIOD: "8",
      MIN_VALIDATOR_WITHDRAWABILITY_DELAY: "4",
      EPOCHS_PER_SLASHINGS_VECTOR: "16",
      ...spec,
    },
  });
  const range = { from: 41, to };
  const { network, ...opened } = await openFilledWarehouse(chain, range);
  warehouse = opened;
  if (fork === "electra") {
    const { validators, pendingConsolidations } = chain.snapshots.get(
      [...chain.snapshots.keys()].find((key) => key.endsWith(`:${to * 8}`)) ?? "",
    ) ?? { validators: [], pendingConsolidations: [] };
    const merging = pendingConsolidations.filter(
      ({ source_index }) => (validators[source_index]?.exitEpoch ?? 0) > to,
    );
    // They leave like others, but to stay.
    expect(merging.length).toBeGreaterThan(0);
    expect(modelQueues(chain, to).exitingValidators).toBeGreaterThan(0);
  }
  await expectOverview(warehouse.store, network, { chain, days: modelDays(chain, "chain", range), keys: [] });
  return chain;
}

it("tells what may become active and leave by the rules of Gloas, exits without a cap", async () => {
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
  // Of an epoch whose balances are those of the one before, which is not here, nothing is known.
  const known = exits.slice(1);
  expect([whole?.exitChurnLimit, whole?.activationChurnLimit].map(Number)).toEqual([
    known.reduce((sum, one) => sum + one, 0),
    3 * known.length,
  ]);
});

it("knows who waits to be merged since Electra", async () => void (await expectOverviewAt("electra", 44)));

it("compares with a week before, and counts validators before Electra", async () =>
  void (await expectOverviewAt("deneb", 50)));
