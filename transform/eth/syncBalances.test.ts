/** Balances with which members of sync committees enter an epoch: what the transition itself moves is not theirs any more. */
import { expect, it } from "vitest";
import { internalSql } from "../../lib/sql/internal.ts";
import { openWarehouse } from "../../test/support/ethPipeline.ts";

it("a member that was consolidated in the transition has what was left, its target what came in", async () => {
  const { store, close } = await openWarehouse();
  const ether = 1_000_000_000;
  try {
    await store.command(
      `insert into raw_eth_sync_balance (network, epoch, validator_index, slot, balance_gwei, version) values
      ('n', 10, 1, 319, 32000004000, 1), ('n', 10, 2, 319, 7000000000, 1), ('n', 10, 3, 320, 5000, 1),
      ('n', 10, 4, 319, 9000, 1), ('n', 11, 1, 351, 4000, 1)`,
    );
    await store.command(
      `insert into raw_eth_consolidation (network, epoch, source_index, target_index, amount_gwei, version) values
      ('n', 10, 1, 2, 32000000000, 1), ('n', 10, 3, 2, 1000000000, 1), ('n', 9, 4, 2, 5000000000, 1), ('other', 10, 4, 2, 9000, 1)`,
    );
    type Row = { epoch: number; validator_index: number; balance_gwei: number; moved_gwei: number };
    const rows = await store.rows<Row>(internalSql("eth/sync_balances"), {
      network: "n",
      from: 10,
      to: 11,
      slots_per_epoch: 32,
    });
    const balances = rows
      .map((row) => [row.epoch, row.validator_index, row.balance_gwei, row.moved_gwei])
      .sort((one, other) => Number(one[0]) - Number(other[0]) || Number(one[1]) - Number(other[1]));
    expect(balances).toEqual([
      [10, 1, 32 * ether + 4_000, -32 * ether],
      [10, 2, 7 * ether, 33 * ether],
      // Known only after the first block: the transition is before it.
      [10, 3, 5_000, 0],
      [10, 4, 9_000, 0],
      [11, 1, 4_000, 0],
    ]);
  } finally {
    await close();
  }
});
