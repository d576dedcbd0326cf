/** Whose deposit created a validator where others came before it: facts put in by hand. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import type { TestWarehouse } from "../../test/support/warehouse.ts";
import { loadModels, runModels } from "../frame/models.ts";
import vectors from "./deposits/signatureVectors.json" with { type: "json" };
import { verifyDeposits } from "./deposits/verification.ts";

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
    // A deposit with an invalid signature and other credentials comes first, the real one second.
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

/** Deposits of one key with the same credentials, by the executable specification's verdicts; senders by their digit. */
const vector = (name: string) => vectors.find((one) => one.name === name) as (typeof vectors)[number];
const valid = vector("signed by its key");
const unsigned = vector("signed by another key");
const copied = vector("another amount");

async function depositorOf(
  network: string,
  deposits: readonly { deposit: typeof valid; sender: string; epoch?: number; isOld?: boolean }[],
  genesisForkVersion = valid.genesis_fork_version,
) {
  const { store } = warehouse;
  await store.command(
    `insert into dim_eth_validator
      (network, validator_index, pubkey, withdrawal_credentials, activation_eligibility_epoch, activation_epoch, version)
    values ({network:String}, 7, unhex({pubkey:String}), unhex({own:String}), 5, 9, 1)`,
    { network, pubkey: valid.pubkey.slice(2), own: valid.withdrawal_credentials.slice(2) },
  );
  if (genesisForkVersion !== "")
    await store.command(
      "insert into raw_eth_epoch (network, epoch, spec, version) values ({network:String}, 5, {spec:String}, 1)",
      { network, spec: JSON.stringify({ GENESIS_FORK_VERSION: genesisForkVersion }) },
    );
  for (const [place, { deposit, sender, epoch = null, isOld = false }] of deposits.entries())
    await store.command(
      `insert into raw_eth_deposit_log
        (network, deposit_index, pubkey, withdrawal_credentials, amount_gwei, signature, sender, epoch, version)
      select {network:String}, {place:UInt64}, unhex({pubkey:String}), unhex({own:String}), {amount:UInt64},
        if({isOld:UInt8} = 1, null, unhex({signature:String})), {sender:String}, {epoch:Nullable(UInt32)}, 1`,
      {
        ...{ network, place, epoch, isOld: isOld ? 1 : 0, sender: `0x${sender.repeat(40)}` },
        ...{ pubkey: deposit.pubkey.slice(2), own: deposit.withdrawal_credentials.slice(2) },
        ...{ amount: deposit.amount_gwei, signature: deposit.signature.slice(2) },
      },
    );
  await verifyDeposits(store, network);
  await runModels(store, loadModels("eth").get("depositor") ?? [], { network, to_epoch: 9 });
  const [row] = await store.rows<{ depositor: string }>(
    "select depositor from dim_eth_depositor final where network = {network:String}",
    { network },
  );
  const verdicts = await store.rows<{ deposit_index: string; is_valid: number }>(
    `select deposit_index, is_valid from dim_eth_deposit_signature final
    where network = {network:String} order by deposit_index`,
    { network },
  );
  return {
    depositor: row?.depositor.slice(0, 3),
    verdicts: verdicts.map(({ deposit_index, is_valid }) => [Number(deposit_index), is_valid]),
  };
}

it("is the first one with a valid signature, of those with the same credentials", async () => {
  expect(
    await depositorOf("void-same", [
      { deposit: unsigned, sender: "1" },
      { deposit: copied, sender: "2" },
      { deposit: valid, sender: "3" },
      { deposit: valid, sender: "4" },
    ]),
  ).toEqual({
    depositor: "0x3",
    // What comes after the first valid one need not be known.
    verdicts: [
      [0, 0],
      [1, 0],
      [2, 1],
    ],
  });
});

it("needs no verification where one account sent all that may be it", async () => {
  expect(
    await depositorOf("void-own", [
      { deposit: unsigned, sender: "1" },
      { deposit: valid, sender: "1" },
      // The validator was eligible already: a top-up.
      { deposit: valid, sender: "2", epoch: 6 },
    ]),
  ).toEqual({ depositor: "0x1", verdicts: [] });
});

it("is the only one that is left, as it is the only one that is known", async () => {
  expect(
    await depositorOf("void-last", [
      { deposit: unsigned, sender: "1" },
      { deposit: valid, sender: "2" },
    ]),
  ).toEqual({ depositor: "0x2", verdicts: [[0, 0]] });
});

it("is the first known one while its signature, or the network's fork version, is unknown", async () => {
  const deposits = [
    { deposit: unsigned, sender: "1", isOld: true },
    { deposit: valid, sender: "2" },
  ];
  expect(await depositorOf("void-old", deposits)).toEqual({ depositor: "0x1", verdicts: [] });
  const signed = deposits.map((one) => ({ ...one, isOld: false }));
  expect(await depositorOf("void-unspecified", signed, "")).toEqual({ depositor: "0x1", verdicts: [] });
});
