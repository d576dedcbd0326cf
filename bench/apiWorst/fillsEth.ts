/**
 * Ethereum as large as mainnet: a year of 1,048,576 validators in 408,000 entities. Each validator has the year's last days;
 * of those that requests name (one in 64), and of the network and one entity of each type, there is the whole year. So
 * a request reads as many of the table's blocks of rows, and as many rows of its own, as with a year of all of them.
 */
import type { Fill } from "./fill.ts";

export const validators = 1_048_576;
export const yearDays = 365;
/** Days of validators that nobody asks for. */
const allDays = Number(process.env.BENCH_WORST_DAYS ?? 8);
/** Each so-manieth validator is asked for. */
export const askedEvery = 64;
export const exampleEntity = "Example Pool";
export const exampleSet = "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10";
/** Of a set: what still leaves room for a call that adds a thousand. */
const setValidators = 14_900;
export const organization = "bench";
const slotsPerDay = 7_200;
const yearSlots = yearDays * slotsPerDay;

/** Number of entities of each type. */
const entities = {
  depositAddress: 200_000,
  withdrawalAddress: 200_000,
  poolShare: 5_000,
  pool: 1_000,
  nodeOperator: 1_000,
  dvtOperator: 1_000,
  dvtNetwork: 10,
} as const;
const windows = "['1d', '7d', '30d', 'all']";

const date = (day: string) => `toDate('2020-12-02') + ${day}`;
const dayType = "if(kind = 0, 'chain', 'utc')";
const pubkeyOf = (index: string) =>
  `toFixedString(unhex(repeat(leftPad(lower(hex(toUInt32(${index}))), 8, '0'), 12)), 48)`;
const ofDay = (day: string) => ({
  day_type: dayType,
  day,
  date: date(day),
  start_epoch: `${day} * 225`,
  end_epoch: `${day} * 225 + 224`,
});
const duties = (factor: number) => ({
  attestation_duty_count: `${225 * factor}`,
  attested_count: `${225 * factor} - number % 3`,
  attestation_count: `${228 * factor}`,
  correct_target_count: `${222 * factor}`,
  correct_head_count: `${220 * factor}`,
  inclusion_delay_sum: `${230 * factor}`,
});
const validatorDay = { ...duties(1), effective_balance_gwei: "32000000000" };
const relays = "[('flashbots', 0.3), ('ultrasound', 0.3), ('agnostic', 0.2), ('bloxroute', 0.1), ('no_mev_boost', 0.1)]";
const text66 = "concat('0x', leftPad(toString(number), 64, '0'))";

/** An entity's columns by its number among those of its type; the first is that of the examples. */
const entityColumns = (type: string) => ({
  id_type: `'${type}'`,
  entity: `if(entityNumber = 0, '${exampleEntity}', concat('${type} ', toString(entityNumber)))`,
});
const ofEveryType = (fills: (type: string, count: number) => Fill[]) =>
  Object.entries(entities).flatMap(([type, count]) => fills(type, count));

const entityFills = ofEveryType((type, count) => [
  {
    table: "fct_eth_entity_window",
    counts: { entityNumber: count, windowNumber: 4 },
    columns: {
      ...entityColumns(type),
      time_window: `${windows}[windowNumber + 1]`,
      parent: type === "poolShare" ? `'${exampleEntity}'` : "''",
      pool_type: "'lst'",
      last_day: "364",
      relayer_percentages: relays,
      validator_count: "1 + number % 900",
    },
  },
  {
    table: "fct_eth_entity_rank",
    counts: { listNumber: type === "pool" || type === "poolShare" ? 2 : 1, windowNumber: 4, entityNumber: count },
    columns: {
      ...entityColumns(type),
      time_window: `${windows}[windowNumber + 1]`,
      list: `if(listNumber = 0, 'all', '${type === "pool" ? "lst" : `of ${exampleEntity}`}')`,
      rank: "entityNumber",
      parent: type === "poolShare" ? `'${exampleEntity}'` : "''",
      last_day: "364",
      list_size: `${count}`,
      relayer_percentages: relays,
    },
  },
  {
    table: "fct_eth_movement_window",
    counts: { entityNumber: count, windowNumber: 4, actionNumber: 2 },
    columns: {
      ...entityColumns(type),
      time_window: `${windows}[windowNumber + 1]`,
      stake_action: "if(actionNumber = 0, 'activation', 'exit')",
      last_day: "364",
    },
  },
  {
    table: "fct_eth_entity_performance_daily",
    counts: { kind: 2, entityNumber: count, day: 3 },
    columns: { ...entityColumns(type), ...ofDay("(362 + day)"), ...duties(100), row_count: "100" },
  },
  {
    table: "fct_eth_entity_performance_daily",
    counts: { kind: 2, entityNumber: 1, day: yearDays - 3 },
    columns: { ...entityColumns(type), ...ofDay("day"), ...duties(100), row_count: "100" },
  },
]);

const networkFills: Fill[] = [
  {
    table: "fct_eth_entity_performance_daily",
    counts: { kind: 2, day: yearDays },
    columns: { id_type: "'network'", entity: "''", ...ofDay("day"), ...duties(1_000_000), row_count: "1000000" },
  },
  ...["fct_eth_entity_window", "fct_eth_movement_window", "fct_eth_entity_rank"].map((table) => ({
    table,
    counts: { windowNumber: 4, actionNumber: table === "fct_eth_movement_window" ? 2 : 1 },
    columns: {
      id_type: "'network'",
      entity: "''",
      time_window: `${windows}[windowNumber + 1]`,
      last_day: "364",
      ...(table === "fct_eth_movement_window"
        ? { stake_action: "if(actionNumber = 0, 'activation', 'exit')" }
        : { relayer_percentages: relays }),
      ...(table === "fct_eth_entity_rank" ? { list: "'all'", rank: "0", list_size: "1" } : {}),
    },
  })),
  ...["fct_eth_network_window", "fct_eth_network_overview"].map((table) => ({
    table,
    counts: { windowNumber: 4 },
    columns: { time_window: `${windows}[windowNumber + 1]`, last_day: "364" },
  })),
];

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
    columns: { slot: "slot", epoch: "intDiv(slot, 32)", validator_index: "intHash32(slot) % 1000000", status: "'proposed'" },
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
const mappedDays = 40;
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
    table: "fct_eth_consolidation",
    counts: { consolidated: 100_000 },
    columns: { source_index: "consolidated * 2", target_index: "consolidated % 5000", epoch: "consolidated % 80000" },
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
    columns: { validator_index: "changed", slot: "changed * 6", address: "concat('0x', lower(hex(sipHash128(changed))), repeat('1', 8))" },
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

const validatorFills: Fill[] = [
  {
    table: "dim_eth_network",
    counts: { one: 1 },
    columns: {
      genesis_time: "1606824023",
      slots_per_epoch: "32",
      seconds_per_slot: "12",
      epochs_per_day: "225",
      config_name: "'mainnet'",
    },
  },
  {
    table: "dim_eth_validator",
    counts: { validator: validators },
    columns: {
      validator_index: "validator",
      pubkey: pubkeyOf("validator"),
      // A quarter of all has one address.
      withdrawal_credentials:
        "toFixedString(unhex(concat('01', repeat('00', 11), leftPad(lower(hex(toUInt32(if(validator % 4 = 0, 0, validator % 200000)))), 40, '0'))), 32)",
      effective_balance_gwei: "32000000000",
      is_slashed: "validator % 1024 = 0 and validator < 512000",
      activation_eligibility_epoch: "0",
      activation_epoch: "0",
      exit_epoch: "null",
      withdrawable_epoch: "null",
    },
  },
  {
    table: "fct_eth_validator_performance_daily",
    counts: { kind: 2, asked: validators / askedEvery, day: yearDays - allDays },
    columns: { validator_index: `asked * ${askedEvery}`, ...ofDay("day"), ...validatorDay },
  },
  {
    table: "fct_eth_validator_performance_daily",
    counts: { kind: 2, validator: validators, day: allDays },
    columns: { validator_index: "validator", ...ofDay(`(${yearDays - allDays} + day)`), ...validatorDay },
  },
  {
    table: "fct_eth_validator_window",
    counts: { validator: validators, windowNumber: 4 },
    columns: { validator_index: "validator", time_window: `${windows}[windowNumber + 1]`, last_day: "364", day_count: "7" },
  },
  { table: "int_eth_day", counts: { kind: 2, day: yearDays }, columns: ofDay("day") },
  { table: "int_eth_entity_day", counts: { kind: 2, day: yearDays }, columns: { day_type: dayType, day: "day" } },
  {
    table: "int_eth_validator_entity_daily",
    counts: { day: mappedDays, validator: validators },
    columns: {
      day_type: "'chain'",
      day: `${yearDays - mappedDays} + day`,
      validator_index: "validator",
      entities: `[
        ('pool', if(validator % 4 = 0, '${exampleEntity}', concat('pool ', toString(validator % 1000)))),
        ('depositAddress', concat('depositAddress ', toString(validator % 200000))),
        ('withdrawalAddress', concat('withdrawalAddress ', toString(validator % 200000)))
      ]`,
    },
  },
  {
    table: "app_tag",
    counts: { tag: 1_000 },
    columns: {
      organization_id: `'${organization}'`,
      tag_id: `if(tag = 0, '${exampleSet}', toString(toUUID(hex(sipHash128(tag)))))`,
      is_refused: "0",
    },
  },
  {
    table: "app_tag_validator",
    counts: { tag: 20, validator: setValidators },
    columns: {
      tag_id: `if(tag = 0, '${exampleSet}', toString(toUUID(hex(sipHash128(tag)))))`,
      pubkey: pubkeyOf(`validator * ${askedEvery}`),
      removed_at: "null",
      last_epoch: "0",
    },
  },
];

export const ethFills: readonly Fill[] = [
  ...validatorFills,
  ...entityFills,
  ...networkFills,
  ...blockFills,
  ...eventFills,
];
