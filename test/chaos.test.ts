/**
 * The seeded selection of `npm run chaos` for CI: every scenario but the soak, with small numbers. And the judge
 * itself: what is taken away or doubled on purpose is found.
 */
import pLimit from "p-limit";
import { describe, expect, it } from "vitest";
import { failureText, formatTable } from "./chaos/report.ts";
import { runScenario } from "./chaos/run.ts";
import { hasFailed } from "./chaos/scenario.ts";
import { scenarios } from "./chaos/scenarios.ts";
import { compareTables, readTables } from "./chaos/tables.ts";
import { openWarehouse } from "./support/ethPipeline.ts";
import { kafkaMissing } from "./support/kafka.ts";

const seed = 1;

describe("the judge", () => {
  it("counts rows that are lost, doubled or changed, and shows them", async () => {
    const { store, close } = await openWarehouse();
    const row = (epoch: number, version: number) =>
      store.command(
        "insert into int_eth_sync_slot (network, slot, epoch, participant_reward_gwei, proposer_reward_gwei, signature_count, version) " +
          "values ({network:String}, {slot:UInt32}, {epoch:UInt32}, 5, 7, 9, {version:UInt64})",
        { network: "n", slot: epoch * 8, epoch, version },
      );
    await row(1, 1);
    await row(2, 1);
    const reference = await readTables(store, []);
    expect(compareTables(reference, await readTables(store, []))).toEqual({
      expected: 2,
      lost: 0,
      doubled: 0,
      examples: [],
    });
    await row(3, 1);
    const more = await readTables(store, []);
    expect(compareTables(reference, more)).toMatchObject({ expected: 2, lost: 0, doubled: 1 });
    expect(compareTables(more, reference)).toMatchObject({ expected: 3, lost: 1, doubled: 0 });
    await row(1, 2);
    const changed = compareTables(more, await readTables(store, []));
    expect(changed).toMatchObject({ expected: 3, lost: 1, doubled: 1 });
    expect(changed.examples.map((text) => text.split(":")[0])).toEqual([
      "int_eth_sync_slot, lost (1 in all)",
      "int_eth_sync_slot, doubled or strange (1 in all)",
    ]);
    await close();
  });
});

/** Two at once: each waits for sessions and restarts most of its time. */
const atOnce = pLimit(2);
// It counts from the start of all.
const timeout = 1_800_000;

describe.skipIf(kafkaMissing() !== undefined)("chaos", { timeout }, () => {
  const selection = scenarios.filter(({ isLong }) => isLong !== true);
  it.concurrent.each(selection)("$number: $name", async (scenario) => {
    const note = (text: string) => process.stderr.write(`${scenario.name}: ${text}\n`);
    const outcomes = await atOnce(() => runScenario(scenario, { seed, size: "ci", note }));
    process.stderr.write(formatTable(outcomes));
    for (const outcome of outcomes) {
      if (hasFailed(outcome)) throw new Error(failureText(outcome));
      expect(outcome.expected).toBeGreaterThan(5_000);
    }
  });
});
