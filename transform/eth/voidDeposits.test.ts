/** Whose deposit created a validator where others came before it: facts put in by hand. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import type { TestWarehouse } from "../../test/support/warehouse.ts";
import { loadModels, runModels } from "../frame/models.ts";

let warehouse: TestWarehouse;
beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => warehouse.close());

const credentials = (type: string, byte: string) => `${type}${byte.repeat(31)}`;
const pubkey = (validator: number) => `a${validator}`.repeat(48);

it("is the first one whose credentials may be its own", async () => {
  const { store } = warehouse;
  const validators = [
    [1, credentials("01", "bb")],
    // Changed from a BLS key to an address, and later compounding.
    [2, credentials("02", "cc")],
    [3, credentials("02", "dd")],
    [4, credentials("01", "ee")],
  ] as const;
  for (const [index, own] of validators)
    await store.command(
      `insert into dim_eth_validator
        (network, validator_index, pubkey, withdrawal_credentials, activation_eligibility_epoch, activation_epoch, version)
      values ('void', {index:UInt32}, unhex({pubkey:String}), unhex({own:String}), 5, 9, 1)`,
      { index, pubkey: pubkey(index), own },
    );
  const deposits = [
    // An invalid signature over somebody else's credentials comes first, and the real one second.
    [1, credentials("01", "aa"), "1"],
    [1, credentials("01", "bb"), "2"],
    [2, credentials("00", "99"), "3"],
    [2, credentials("01", "cc"), "4"],
    [3, credentials("01", "dd"), "5"],
    [4, credentials("01", "aa"), "6"],
  ] as const;
  for (const [place, [index, own, sender]] of deposits.entries())
    await store.command(
      `insert into raw_eth_deposit_log (network, deposit_index, pubkey, withdrawal_credentials, sender, epoch, version)
      values ('void', {place:UInt64}, unhex({pubkey:String}), unhex({own:String}), {sender:String}, 2, 1)`,
      { place, pubkey: pubkey(index), own, sender: `0x${sender.repeat(40)}` },
    );
  await runModels(store, loadModels("eth").get("depositor") ?? [], { network: "void", to_epoch: 9 });
  const senders = await store.rows<{ validator_index: number; depositor: string }>(
    "select validator_index, depositor from dim_eth_depositor final where network = 'void' order by validator_index",
  );
  expect(senders.map(({ validator_index, depositor }) => [validator_index, depositor.slice(0, 3)])).toEqual([
    [1, "0x2"],
    [2, "0x3"],
    [3, "0x5"],
    // Its own deposit is not known.
    [4, ""],
  ]);
});
