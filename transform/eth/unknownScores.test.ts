/** When inactivity scores count as unknown: epochs and announcements put in by hand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { internalSql } from "../../lib/sql/internal.ts";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import type { TestWarehouse } from "../../test/support/warehouse.ts";

let warehouse: TestWarehouse;
beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => warehouse.close());

/** Computed epochs from..to of a network, in a leak with finality at epoch 90 up to `leakEnd`. */
async function insertHistory(network: string, from: number, to: number, leakEnd: number): Promise<void> {
  await warehouse.store.command(
    `insert into int_eth_epoch (network, epoch, is_leak, finality_delay, version)
    select {network:String}, number, number <= {leakEnd:UInt32}, if(number <= {leakEnd:UInt32}, number - 90, 2), 1
    from numbers({from:UInt32}, {count:UInt32})`,
    { network, from, count: to - from + 1, leakEnd },
  );
}

/** The announcement of the epoch with which a history begins. */
async function announce(network: string, epoch: number, scoreRows: number | null): Promise<void> {
  await warehouse.store.command(
    `insert into raw_eth_epoch (network, epoch, finalized_epoch_after, inactivity_score_rows, version)
    values ({network:String}, {epoch:UInt32}, 90, {scoreRows:Nullable(UInt32)}, 1)`,
    { network, epoch, scoreRows },
  );
}

async function isUnknown(network: string, epoch: number, altairEpoch = 0): Promise<boolean> {
  const [row] = await warehouse.store.rows<{ is_unknown: number }>(internalSql("eth/unknown_scores"), {
    network,
    epoch,
    altair_epoch: altairEpoch,
    leak_after: 4,
    score_bias: 4,
    score_recovery: 16,
  });
  return row?.is_unknown === 1;
}

describe("inactivity scores of a history", () => {
  it("are unknown from a beginning in a leak until they must have fallen to zero", async () => {
    await insertHistory("leak", 100, 130, 105);
    await announce("leak", 100, null);
    // At epoch 105 finality was 15 epochs away: 60 points at most, of which 12 go in each epoch of 106 to 110.
    expect([await isUnknown("leak", 100), await isUnknown("leak", 105)]).toEqual([true, true]);
    expect([await isUnknown("leak", 110), await isUnknown("leak", 111)]).toEqual([true, false]);
  });

  it("are known if a node returned them, before Altair, and outside of a leak", async () => {
    await insertHistory("told", 100, 110, 105);
    await announce("told", 100, 0);
    expect(await isUnknown("told", 103)).toBe(false);
    expect(await isUnknown("leak", 103, 101)).toBe(false);
    await insertHistory("healthy", 94, 110, 0);
    await announce("healthy", 94, null);
    expect(await isUnknown("healthy", 95)).toBe(false);
  });

  it("are judged by the epochs that are computed without a gap", async () => {
    await insertHistory("gap", 80, 98, 0);
    await announce("gap", 80, null);
    await insertHistory("gap", 100, 110, 110);
    await announce("gap", 100, null);
    expect([await isUnknown("gap", 98), await isUnknown("gap", 101)]).toEqual([false, true]);
    await insertHistory("gap", 99, 99, 0);
    expect(await isUnknown("gap", 101)).toBe(false);
  });
});
