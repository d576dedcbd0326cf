/** The judge of a chaos run finds rows that are removed or doubled on purpose. */
import { describe, expect, it } from "vitest";
import { openWarehouse } from "../support/ethPipeline.ts";
import { compareTables, readTables } from "./tables.ts";

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
    const reference = await readTables(store, () => ({}));
    expect(compareTables(reference, await readTables(store, () => ({})))).toEqual({
      expected: 2,
      lost: 0,
      doubled: 0,
      examples: [],
    });
    await row(3, 1);
    const more = await readTables(store, () => ({}));
    expect(compareTables(reference, more)).toMatchObject({ expected: 2, lost: 0, doubled: 1 });
    expect(compareTables(more, reference)).toMatchObject({ expected: 3, lost: 1, doubled: 0 });
    await row(1, 2);
    const changed = compareTables(more, await readTables(store, () => ({})));
    expect(changed).toMatchObject({ expected: 3, lost: 1, doubled: 1 });
    expect(changed.examples.map((text) => text.split(":")[0])).toEqual([
      "int_eth_sync_slot, lost (1 total)",
      "int_eth_sync_slot, doubled or strange (1 total)",
    ]);
    await close();
  });
});
