/** Ethereum's blocks, slashings, consolidations and peers. */
import { date, exampleEntity, pubkeyOf, yearDays } from "./ethColumns.ts";
import type { Fill } from "./fill.ts";

const slotsPerDay = 7_200;
const yearSlots = yearDays * slotsPerDay;
const text66 = "concat('0x', leftPad(toString(number), 64, '0'))";

const blockFills: Fill[] = [
  {
    table: "fct_eth_block",
    counts: { slot: yearSlots },
    columns: {
      slot: "slot",
      epoch: "intDiv(slot, 32)",
      validator_index: "intHash32(slot) % 1000000",
      status: "'proposed'",
      block_root: text66,
      block_hash: text66,
      block_number: "slot",
      fee_recipient: "concat('0x', lower(hex(sipHash128(number % 999))), repeat('1', 8))",
      transaction_type_counts: "[20, 30, 100, 3, 1]",
      relays: "['flashbots']",
      builder_pubkeys: "[concat('0x', repeat('b', 96))]",
    },
  },
  {
    table: "fct_eth_proposal_slot",
    counts: { slot: yearSlots },
    columns: {
      slot: "slot",
      epoch: "intDiv(slot, 32)",
      validator_index: "intHash32(slot) % 1000000",
      status: "'proposed'",
    },
  },
  {
    table: "int_eth_sync_slot",
    counts: { slot: slotsPerDay },
    columns: {
      slot: "slot",
      epoch: "intDiv(slot, 32)",
      validator_indices: `arrayMap(place -> toUInt32(place * 2000 + 7), range(512))`,
      member_reward_gwei: "arrayMap(place -> toInt32(20000), range(512))",
    },
  },
  {
    table: "raw_eth_execution_block",
    counts: { slot: yearSlots },
    columns: { slot: "slot", epoch: "intDiv(slot, 32)", block_number: "slot" },
  },
  {
    table: "raw_eth_relay_epoch",
    counts: { epoch: yearDays * 225, relayNumber: 6 },
    columns: { epoch: "epoch", relay: "concat('relay ', toString(relayNumber))" },
  },
  {
    table: "raw_eth_epoch",
    counts: { epoch: 7 * 225 },
    columns: { epoch: `${(yearDays - 7) * 225} + epoch`, spec: "'{}'", fork: "'electra'" },
  },
  ...["int_eth_epoch", "int_eth_churn_epoch"].map((table) => ({
    table,
    counts: { epoch: yearDays * 225 },
    columns: {
      epoch: "epoch",
      total_active_balance_gwei: "34000000000000000",
      ...(table === "int_eth_epoch" ? { fork: "'electra'" } : {}),
    },
  })),
];

/** As many slashings as mainnet has had, on days whose mapping is there. */
export const mappedDays = 40;
const slashings = 500;
const slashedEpoch = `(${(yearDays - mappedDays) * 225} + slashed * 18)`;
const eventFills: Fill[] = [
  {
    table: "fct_eth_slashing",
    counts: { slashed: slashings },
    columns: {
      validator_index: "slashed * 1024",
      slot: `${slashedEpoch} * 32`,
      epoch: slashedEpoch,
      proposer_index: "slashed % 7",
      effective_balance_gwei: "32000000000",
    },
  },
  {
    table: "raw_eth_slashed_balance",
    counts: { slashed: slashings, side: 2 },
    columns: {
      validator_index: "slashed * 1024",
      epoch: slashedEpoch,
      slot: `${slashedEpoch} * 32 + if(side = 0, -1, 31)`,
      balance_gwei: "32000000000 - side",
    },
  },
  {
    table: "int_eth_slashing_correlation",
    counts: { slashed: slashings },
    columns: { validator_index: "slashed * 1024", epoch: slashedEpoch },
  },
  {
    table: "fct_eth_consolidation",
    counts: { consolidated: 100_000 },
    columns: {
      source_index: "consolidated * 2",
      target_index: "consolidated % 5000",
      epoch: "consolidated % 80000",
    },
  },
  {
    table: "int_eth_consolidation_entity",
    counts: { consolidated: 100_000 },
    columns: {
      source_index: "consolidated * 2",
      epoch: "consolidated % 80000",
      date: date("intDiv(consolidated % 80000, 225)"),
      source_id_type: "'pool'",
      source_entity: `if(consolidated % 4 = 0, '${exampleEntity}', concat('pool ', toString(consolidated % 1000)))`,
      target_id_type: "'withdrawalAddress'",
      target_entity: "concat('withdrawalAddress ', toString(consolidated))",
    },
  },
  {
    table: "raw_eth_credential_change",
    counts: { changed: 400_000 },
    columns: {
      validator_index: "changed",
      slot: "changed * 6",
      address: "concat('0x', lower(hex(sipHash128(changed))), repeat('1', 8))",
    },
  },
  {
    table: "raw_eth_imported_peer",
    counts: { peer: 20_000 },
    columns: {
      import_id: "1",
      peer_id: "concat('peer ', toString(peer))",
      country_code: "['DE', 'US', 'FR', 'SG', 'GB', 'FI'][1 + peer % 6]",
      hosting_provider: "concat('Host ', toString(peer % 5000))",
    },
  },
  { table: "raw_eth_peer_import", counts: { one: 1 }, columns: { import_id: "1", peer_count: "20000" } },
  {
    table: "raw_eth_node_peer_daily",
    counts: { node: 5, day: yearDays },
    columns: {
      node: "concat('node ', toString(node))",
      day: date("day"),
      observed_at: `toDateTime64(${date("day")}, 3, 'UTC')`,
      peer_ids: "arrayMap(place -> concat('peer ', toString(place * (1 + node))), range(2000))",
      ips: "arrayMap(place -> '88.198.1.1', range(2000))",
      country_codes: "arrayMap(place -> ['DE', 'US', 'FR', 'SG'][1 + place % 4], range(2000))",
      hosting_providers: "arrayMap(place -> concat('Host ', toString(place)), range(2000))",
    },
  },
  {
    table: "raw_eth_self_report",
    counts: { reported: 100_000 },
    columns: { pubkey: pubkeyOf("reported * 8 + 1"), organization_id: "'other'", operator: "'other'" },
  },
];

export const ethEventFills: readonly Fill[] = [...blockFills, ...eventFills];
