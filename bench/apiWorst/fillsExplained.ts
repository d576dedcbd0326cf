/** The facts that explanations read: one day of each chain (that of the examples), as many as on mainnet. */
import { cosmosChains, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { exampleAddress } from "../../serve/cosmos/endpoint.ts";
import { exampleVoteAccount } from "../../serve/solana/addresses.ts";
import { validators as ethValidators, pubkeyOf } from "./ethColumns.ts";
import type { Fill } from "./fill.ts";

const named = (number: string, example: string) =>
  `if(${number} = 0, '${example}', concat('name ', toString(${number})))`;

const cosmosFills = cosmosChains.flatMap((chain): Fill[] => {
  const network = `'${chain.mainNetwork}'`;
  const blocks = 86_400 / chain.secondsPerBlock;
  const day = "toDate('2026-01-02')";
  return [
    {
      table: "int_cosmos_day",
      counts: { one: 1 },
      columns: {
        network,
        day,
        from_block: "1",
        to_block: String(blocks),
        state_height: String(blocks),
        delegation_height: chain.readsDelegations ? String(blocks) : "null",
      },
    },
    {
      table: "fct_cosmos_validator_reward_daily",
      counts: { validator: 300 },
      columns: { network, validator: named("validator", exampleAddress(operatorPrefix(chain))), day },
    },
    { table: "raw_cosmos_block", counts: { block: blocks }, columns: { network, height: "block + 1", day } },
    {
      // A pair of events for each of a hundred validators in each block.
      table: "raw_cosmos_event",
      counts: { block: blocks, event: 200 },
      columns: {
        network,
        height: "block + 1",
        event_index: "event",
        kind: "if(event % 2 = 0, 'rewards', 'commission')",
        validator: named("intDiv(event, 2)", exampleAddress(operatorPrefix(chain))),
      },
    },
    {
      table: "raw_cosmos_delegation",
      counts: { delegator: chain.readsDelegations ? 100_000 : 1 },
      columns: {
        network,
        height: String(blocks),
        delegator: named("delegator", exampleAddress(chain.prefix)),
        validator: named("delegator % 300", exampleAddress(operatorPrefix(chain))),
      },
    },
  ];
});

const epochsPerDay = 225;
/** Including the epochs before and after the day. */
const epochs = epochsPerDay + 2;
const slot = `${(epochsPerDay - 1) * 32} + slot`;
const ofSlot = { slot, epoch: `intDiv(${slot}, 32)` };

const ethFills: Fill[] = [
  {
    // One validator in sixteen: a read takes as many blocks of rows.
    table: "fct_eth_validator_duty_epoch",
    counts: { epoch: epochs, validator: ethValidators / 16 },
    columns: {
      epoch: `${epochsPerDay - 1} + epoch`,
      validator_index: "validator * 16",
      vote_flags: "63",
      inclusion_delay: "1",
      inclusion_count: "1",
    },
  },
  {
    table: "fct_eth_validator_reconciliation_daily",
    counts: { validator: ethValidators / 64, day: 365 },
    columns: {
      day_type: "'chain'",
      validator_index: "validator * 64",
      day: "day",
      start_epoch: `day * ${epochsPerDay}`,
      end_epoch: `(day + 1) * ${epochsPerDay}`,
    },
  },
  {
    table: "raw_eth_committee",
    counts: { slot: epochs * 32 },
    columns: {
      ...ofSlot,
      sizes: "arrayMap(place -> toUInt16(512), range(64))",
      validator_indices: `arrayMap(place -> toUInt32((place * 32 + slot) % ${ethValidators}), range(${ethValidators / 32}))`,
    },
  },
  {
    table: "raw_eth_epoch",
    counts: { epoch: epochs },
    columns: {
      epoch: `${epochsPerDay - 1} + epoch`,
      spec: "'{}'",
      fork: "'electra'",
      sync_committee: "arrayMap(place -> toUInt32(place * 1024), range(512))",
    },
  },
  {
    table: "raw_eth_block",
    counts: { slot: epochs * 32 },
    columns: { ...ofSlot, status: "'canonical'", sync_committee_bits: "concat('0x', repeat('ff', 64))" },
  },
  {
    table: "raw_eth_withdrawal",
    counts: { slot: epochs * 32, place: 16 },
    columns: {
      slot,
      withdrawal_index: "number",
      validator_index: `intHash32(number) % ${ethValidators}`,
    },
  },
  {
    table: "raw_eth_deposit",
    counts: { slot: epochs * 32 },
    columns: { slot, pubkey: pubkeyOf("slot") },
  },
  {
    table: "raw_eth_deposit_log",
    counts: { slot: epochs * 32 },
    columns: { deposit_index: "slot", pubkey: pubkeyOf("slot") },
  },
  {
    table: "raw_eth_pending_deposit",
    counts: { epoch: 2, place: 50_000 },
    columns: { epoch: `(epoch + 1) * ${epochsPerDay}`, pubkey: pubkeyOf("place") },
  },
  {
    table: "raw_eth_consolidation",
    counts: { place: 20_000 },
    columns: { epoch: "place", source_index: "place", target_index: "place + 1" },
  },
  {
    table: "raw_eth_registry",
    counts: { epoch: 2, validator: ethValidators },
    columns: { epoch: `(epoch + 1) * ${epochsPerDay}`, validator_index: "validator", is_snapshot: "1" },
  },
  {
    table: "fct_eth_slashing_correlation",
    counts: { place: 500 },
    columns: { epoch: "place", validator_index: "place" },
  },
];

const voters = 1_500;
const slotsPerDay = 216_000;
const firstSlot = 366 * slotsPerDay;
const voter = named("voter", exampleVoteAccount);
const solanaDay = {
  day: "toDate('2026-01-02')",
  from_slot: String(firstSlot),
  to_slot: String(firstSlot + slotsPerDay - 1),
  from_epoch: "183",
  to_epoch: "183",
};

const solanaFills: Fill[] = [
  ...["performance", "reward"].map((what) => ({
    table: `fct_solana_validator_${what}_daily`,
    counts: { voter: voters },
    columns: { vote_account: voter, ...solanaDay },
  })),
  {
    table: "raw_solana_slot",
    counts: { slot: slotsPerDay + 1_100 },
    columns: {
      slot: `${firstSlot} + slot`,
      epoch: "183",
      day: solanaDay.day,
      leader: "concat('identity ', toString(intDiv(slot, 4) % 300))",
      block_hash: "base58Encode(leftPad(toString(slot), 32, 'b'))",
      transaction_count: "1500",
      is_alpenglow: "0",
    },
  },
  {
    table: "raw_solana_vote",
    counts: { run: Math.ceil((slotsPerDay + 1_100) / 50), voter: voters },
    columns: {
      slot: `${firstSlot} + run * 50`,
      vote_account: voter,
      voted_slots: `arrayMap(place -> toUInt32(${firstSlot} + run * 50 + place), range(50))`,
      latencies: "arrayMap(place -> toUInt16(1 + place % 3), range(50))",
    },
  },
  {
    table: "raw_solana_epoch",
    counts: { epoch: 184 },
    columns: { epoch: "epoch", first_slot: "epoch * 432000", last_slot: "epoch * 432000 + 431999" },
  },
  {
    table: "raw_solana_reward",
    counts: { slot: slotsPerDay },
    columns: {
      slot: `${firstSlot} + slot`,
      reward_index: "0",
      account: "concat('identity ', toString(intDiv(slot, 4) % 300))",
      reward_type: "'Fee'",
    },
  },
  {
    // Two epochs' payouts to all stake accounts, in the day.
    table: "int_solana_stake_reward_epoch",
    counts: { epoch: 2, account: 1_200_000 },
    columns: {
      epoch: "182 + epoch",
      stake_account: "base58Encode(leftPad(toString(account), 32, 's'))",
      vote_account: named(`(account % ${voters})`, exampleVoteAccount),
      slot: `${firstSlot} + account % 200`,
    },
  },
  {
    table: "raw_solana_credit",
    counts: { epoch: 184, voter: voters },
    columns: {
      epoch: "epoch",
      vote_account: voter,
      kind: "'tower'",
      credits: "6000000",
      previous_credits: "1000000",
    },
  },
];

export const explainedFills: readonly Fill[] = [...cosmosFills, ...ethFills, ...solanaFills];
