/** Transactions of deposits in explanations: facts put in by hand. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSql } from "../../../lib/sql/file.ts";
import { openWarehouse } from "../../../test/support/ethPipeline.ts";
import type { TestWarehouse } from "../../../test/support/warehouse.ts";

let warehouse: TestWarehouse;
beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => warehouse.close());

const pubkey = "ab".repeat(48);
const credentials = "01".padEnd(64, "0");
const hashOf = (index: number) => String(index).repeat(64).slice(0, 64);

async function insertDeposit(slot: number, kind: string, position: number, index: number | null) {
  await warehouse.store.command(
    `insert into raw_eth_deposit
      (network, slot, kind, position, deposit_index, pubkey, withdrawal_credentials, amount_gwei, version)
    values ('n', {slot:UInt32}, {kind:String}, {position:UInt32}, {index:Nullable(UInt64)}, unhex({pubkey:String}),
      unhex({credentials:String}), 32000000000, 1)`,
    { slot, kind, position, index, pubkey, credentials },
  );
}

it("are those of the contract's logs, where an execution node was read", async () => {
  const { store } = warehouse;
  await store.command(
    `insert into dim_eth_validator (network, validator_index, pubkey, withdrawal_credentials, version)
    values ('n', 7, unhex({pubkey:String}), unhex({credentials:String}), 1)`,
    { pubkey, credentials },
  );
  // A validator's first deposits come on a day on which it has no duties yet.
  await insertDeposit(330, "request", 0, 4);
  await insertDeposit(331, "request", 1, 5);
  await insertDeposit(332, "bridge", 0, null);
  await store.command(
    `insert into raw_eth_deposit_log
      (network, deposit_index, pubkey, withdrawal_credentials, amount_gwei, transaction_hash, version)
    values ('n', 4, unhex({pubkey:String}), unhex({credentials:String}), 32000000000, unhex({hash:String}), 1)`,
    { pubkey, credentials, hash: hashOf(4) },
  );
  const epochs = { start_epoch: 10, end_epoch: 11, before_epoch: 10, after_epoch: 12 };
  const rows = await store.rows<{ item: string; actual: string; transactionHash: string | null }>(
    loadSql("queries/v1/eth/validator_explain.sql").text,
    {
      ...{
        network: "n",
        validatorIndex: 7,
        slots_per_epoch: 32,
        deneb_epoch: 0,
        source_delay_max: 5,
        ...epochs,
        day_type: "chain",
        day: 1,
      },
      ...{ unknownNumbers: [], kind: "deposit", number: null, sortOrder: "asc", limit: 10, offset: 0 },
    },
  );
  expect(rows.map(({ item, actual, transactionHash }) => [item, actual, transactionHash])).toEqual([
    ["request 0", "queued", `0x${hashOf(4)}`],
    ["request 1", "queued", null],
    ["bridge 0", "credited", null],
  ]);
});
