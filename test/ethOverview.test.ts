/** The network's overview where differences reach back for a week, and where validators wait to be merged into others. */
import { afterEach, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { forksUntil } from "../fixtures/eth/scenario/presets.ts";
import { modelDays } from "./support/ethModelDay.ts";
import { modelQueues } from "./support/ethModelQueues.ts";
import { expectOverview } from "./support/ethOverview.ts";
import { openFilledWarehouse, type TestWarehouse } from "./support/ethPipeline.ts";

let warehouse: TestWarehouse | undefined;
afterEach(() => warehouse?.close());

/** Days of one epoch each. */
async function expectOverviewAt(fork: "deneb" | "electra", to: number): Promise<void> {
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
}

it("knows who waits to be merged since Electra", () => expectOverviewAt("electra", 44));

it("compares with a week before, and counts validators before Electra", () => expectOverviewAt("deneb", 50));
