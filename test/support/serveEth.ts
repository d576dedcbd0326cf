/** Rows of Ethereum, inserted by hand. */
import { loadTable } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";
import { numberRefusals, type ServedRows, testOrganization } from "./servedRows.ts";
import { anyValue, insertConsolidations, insertEntities, insertPeers } from "./serveEthEntities.ts";

/** The public key of a validator in these tests: its index in hex, repeated. */
export function pubkeyOf(index: number): string {
  return `0x${index.toString(16).padStart(8, "0").repeat(12)}`;
}

const genesisTime = 1_606_824_023;

/** Mainnet's constants, as `network`. */
export async function insertNetwork(store: Store, network = "mainnet"): Promise<void> {
  await store.command(
    `insert into dim_eth_network
    select {network:String}, ${genesisTime}, '0x${"4b".repeat(32)}', 32, 12, 225, 'mainnet', 1`,
    { network },
  );
}

/** Validators 0 to count - 1; those with an odd index withdraw to 0xabab… */
export async function insertValidators(store: Store, count: number, network = "mainnet"): Promise<void> {
  await store.command(
    `insert into dim_eth_validator
    select
      {network:String}, number, toFixedString(unhex(repeat(leftPad(lower(hex(toUInt32(number))), 8, '0'), 12)), 48),
      toFixedString(if(number % 2 = 1, unhex(concat('01', repeat('00', 11), repeat('ab', 20))), ''), 32), 32000000000,
      0, 0, 0, if(number = 3, 900, null), if(number = 3, 1156, null), 1
    from numbers({count:UInt32})`,
    { network, count },
  );
}

type DayRow = Record<string, number | string | null>;

/** One day record; fields default to 0. */
export async function insertDay(store: Store, row: DayRow): Promise<void> {
  const full: DayRow = { network: "mainnet", day_type: "chain", is_complete: 1, version: 1, ...row };
  const day = Number(full.day);
  full.date ??= new Date((genesisTime + (day + 1) * 86_400) * 1_000).toISOString().slice(0, 10);
  full.start_epoch ??= day * 225;
  full.end_epoch ??= day * 225 + 224;
  const names = Object.keys(full);
  const literal = (value: number | string | null) =>
    typeof value === "string" ? `'${value}'` : String(value);
  await store.command(
    `insert into fct_eth_validator_performance_daily (${names.join(", ")})
    select ${names.map((name) => literal(full[name] ?? null)).join(", ")}`,
  );
}

/** A perfect day for validators `first` to `last` and days 0 to `days` - 1. */
export async function insertDays(
  store: Store,
  options: { first: number; last: number; days: number; network?: string; dayType?: "chain" | "utc" },
): Promise<void> {
  await store.command(
    `insert into fct_eth_validator_performance_daily (
      network, day_type, validator_index, day, date, start_epoch, end_epoch, is_complete, attestation_duty_count,
      attested_count, attestation_count, correct_target_count, correct_head_count,
      inclusion_delay_sum, attestation_reward_gwei, attester_effectiveness, validator_effectiveness, version
    )
    select
      {network:String}, {dayType:String}, {first:UInt32} + intDiv(number, {days:UInt32}) as validator,
      number % {days:UInt32} as day_number, toDate('2020-12-02') + day_number, day_number * 225,
      day_number * 225 + 224, 1, 225, 225, 230, 225, 225, 225, 1000 * validator + day_number, 100, 100, 1
    from numbers(({last:UInt32} - {first:UInt32} + 1) * {days:UInt32})`,
    { network: "mainnet", dayType: "chain", ...options },
  );
}

/**
 * Newer versions of days of validators 0 to 5 with a value in every column, in a separate part that is not merged
 * with the older ones. Days 360 to 371 are in two partitions.
 */
async function insertNewerDays(store: Store, dayType: "chain" | "utc"): Promise<void> {
  const own: Record<string, string> = {
    network: "'mainnet'",
    day_type: "{dayType:String}",
    validator_index: "number % 6",
    day: "if(number < 60, 5 + intDiv(number, 6), 350 + intDiv(number, 6)) as day_number",
    date: "toDate('2020-12-02') + day_number",
    start_epoch: "day_number * 225",
    end_epoch: "day_number * 225 + 224",
    version: "2",
  };
  const columns = loadTable("fct_eth_validator_performance_daily").columns.filter(
    (column) => column.default?.kind !== "alias",
  );
  await store.command(
    `insert into fct_eth_validator_performance_daily (${columns.map(({ name }) => name).join(", ")})
    select ${columns.map((column) => own[column.name] ?? anyValue(column)).join(", ")} from numbers(132)`,
    { dayType },
  );
}

/** The rows that result from the last computed epoch of a chain. */
export async function insertComputedEpoch(store: Store, epoch: number, network = "mainnet"): Promise<void> {
  await store.command(
    "insert into int_eth_epoch (network, epoch, fork, version) select {network:String}, {epoch:UInt32}, 'electra', 1",
    { network, epoch },
  );
}

/** Slashings of validators `first` to `last`, each in a separate epoch and slot, three chain days apart. */
export async function insertSlashings(store: Store, first: number, last: number): Promise<void> {
  const params = { first, count: last - first + 1 };
  await store.command(
    `insert into fct_eth_slashing
      (network, validator_index, slot, epoch, kind, proposer_index, penalty_gwei, reward_gwei, version)
    select 'mainnet', {first:UInt32} + number, (100 + 700 * number) * 32 + number, 100 + 700 * number, 'proposer',
      number % 3, 7812500, 7812500, 1
    from numbers({count:UInt32})`,
    params,
  );
  await store.command(
    `insert into raw_eth_slashed_balance
    select 'mainnet', {first:UInt32} + intDiv(number, 2) as validator, 100 + 700 * intDiv(number, 2) as own_epoch,
      own_epoch * 32 + if(number % 2 = 0, -1, 31), 32000000000 - number, 1
    from numbers(2 * {count:UInt32})`,
    params,
  );
}

/** A block whose sync aggregate pays ten validators. */
async function insertSyncSlot(store: Store, slot: number): Promise<void> {
  const epoch = Math.floor(slot / 32);
  await insertComputedEpoch(store, epoch);
  await store.command(
    `insert into fct_eth_proposal_slot (network, slot, epoch, validator_index, status, version)
    select 'mainnet', {slot:UInt32}, {epoch:UInt32}, 1, 'proposed', 1`,
    { slot, epoch },
  );
  await store.command(
    `insert into int_eth_sync_slot (network, slot, epoch, participant_reward_gwei, signature_count, validator_indices, member_reward_gwei, version)
    select 'mainnet', {slot:UInt32}, {epoch:UInt32}, 20000, 9, range(10), arrayMap(i -> if(i = 3, -20000, 20000), range(10)), 1`,
    { slot, epoch },
  );
}

/** Blocks of an epoch's slots, the last of which is missed. */
async function insertBlocks(store: Store): Promise<void> {
  await store.command(
    `insert into fct_eth_block (network, slot, epoch, validator_index, status, block_root, block_number, block_hash,
      fee_recipient, base_fee_per_gas_wei, gas_used, transaction_count, transaction_type_counts, type_0_tips_wei,
      type_1_tips_wei, type_2_tips_wei, type_3_tips_wei, tips_wei, burnt_wei, proposer_tips_wei, baseline_mev_wei,
      execution_rewards_wei, missed_execution_rewards_wei, consensus_rewards_gwei, missed_consensus_rewards_gwei, relays,
      builder_pubkeys, is_relay_known, version)
    select 'mainnet', 3300 + number as slot_number, intDiv(slot_number, 32), number, if(number < 19, 'proposed', 'missed'),
      concat('0x', repeat('1', 64)), slot_number, concat('0x', repeat('2', 64)), concat('0x', repeat('a', 40)),
      '20000000000', 15000000, 7, [1, 2, 3, 1, 0], '1000000000000000001', 0, 5, 0, '1000000000000000006',
      '300000000000000000123', '1000000000000000006', 0, '1000000000000000006', 0, 40000000, 0,
      if(number % 2 = 0, ['flashbots'], []), if(number % 2 = 0, [concat('0x', repeat('b', 96))], []), 1, 1
    from numbers(20)`,
  );
  await store.command(
    `insert into raw_eth_execution_block (network, slot, epoch, block_number, block_hash, version)
    select 'mainnet', 3300, 103, 3300, concat('0x', repeat('2', 64)), 1`,
  );
}

/** Duties of validator 1 in 25 epochs of its second chain day, and its balance changes in each of 23 days. */
async function insertFacts(store: Store): Promise<void> {
  await store.command(
    `insert into fct_eth_validator_duty_epoch (network, epoch, validator_index, vote_flags, inclusion_delay,
      inclusion_count, source_reward_gwei, target_reward_gwei, head_reward_gwei, version)
    select 'mainnet', 225 + number, 1, 63, 1, 1, 10, 20, 10, 1 from numbers(25)`,
  );
  await store.command(
    `insert into int_eth_day
    select 'mainnet', 'chain', number, toDate('2020-12-02') + number, number * 225, number * 225 + 224, 1, 0, 1
    from numbers(23)`,
  );
  await store.command(
    `insert into fct_eth_validator_reconciliation_daily (network, day_type, validator_index, day, start_epoch, end_epoch,
      start_balance_gwei, end_balance_gwei, attestation_gwei, residual_gwei, version)
    select 'mainnet', 'chain', 1, number, number * 225, (number + 1) * 225, 32000000000, 32000009000, 9000, 0, 1
    from numbers(23)`,
  );
}

/** The private set that examples name, with validators 0 to 5, and eleven others. */
async function insertTags(store: Store): Promise<void> {
  const example = "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10";
  await store.command(
    `insert into app_tag (network, organization_id, tag_id, name, created_by, created_at, updated_at, version)
    select
      'mainnet', {organization:String}, if(number = 0, {example:String}, toString(generateUUIDv4())) as id,
      concat('set ', toString(number)), id, now64(6) - number, if(number % 2 = 1, now64(6), null), 1
    from numbers(12)`,
    { organization: testOrganization, example },
  );
  await store.command(
    `insert into app_tag_validator (tag_id, pubkey, added_at, version)
    select {example:String}, pubkey, now64(6), 1 from dim_eth_validator where validator_index < 6`,
    { example },
  );
}

const uuidRefusals = [
  "1",
  "2f6f8a54",
  "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e1g",
  "2f6f8a548d4b4c1e9d0a5b7f3f2c9e10",
];
const unknownUuids = ["2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e11"];

/** Validators 0 to 249, and 35 days of six of them. */
export const ethRows: ServedRows = {
  chain: "eth",
  insert: async (store) => {
    await insertNetwork(store);
    await insertValidators(store, 250);
    await insertDays(store, { first: 0, last: 5, days: 23 });
    await insertDays(store, { first: 0, last: 5, days: 23, dayType: "utc" });
    await insertNewerDays(store, "chain");
    await insertNewerDays(store, "utc");
    await insertSlashings(store, 1, 9);
    await insertComputedEpoch(store, 100 + 700 * 8);
    await insertSyncSlot(store, 3300);
    await insertEntities(store);
    await store.command(
      "insert into int_eth_day select 'mainnet', 'chain', 25, '2020-12-27', 25 * 225, 26 * 225 - 1, 1, 0, 1",
    );
    await insertConsolidations(store);
    await insertTags(store);
    await insertBlocks(store);
    await insertPeers(store);
    await insertFacts(store);
  },
  key: "validator_index",
  keys: {
    slashings: false,
    slashingLeaderboard: false,
    p2pHostingProvider: false,
    operators: "id_type",
    networkDailyRewards: "day_type",
    blocks: "slot",
    validatorExplain: "epoch",
    networkChainDailyRewards: "day_type",
  },
  paths: {
    validator_index_or_pubkey: {
      key: "validator_index",
      wrong: [...numberRefusals, `0x${"zz".repeat(48)}`, `0x${"ab".repeat(47)}`],
      unknown: ["4294967295", `0x${"ff".repeat(48)}`],
    },
    date: { key: "day_type", wrong: ["1", "2020-12-32", "2020-2-3"], unknown: ["2149-06-06"] },
    day: { key: "day_type", wrong: ["-1", "1.5", "2020-12-32"], unknown: ["4294967295", "2149-06-06"] },
    entity_id: { key: "entity", wrong: ["x".repeat(201)], unknown: ["No Pool", "example pool"] },
    operator_id: { key: "entity", wrong: ["x".repeat(201)], unknown: ["No Pool", "example pool"] },
    consensus_slot: { key: "slot", wrong: numberRefusals, unknown: ["4294967295", "3299"] },
    set_id: { key: "validator_index", wrong: uuidRefusals, unknown: unknownUuids },
    tag_id: { key: "tag_id", wrong: uuidRefusals, unknown: unknownUuids },
    pubkey: { key: "pubkey", wrong: ["1", `0x${"ab".repeat(47)}`], unknown: [`0x${"ff".repeat(48)}`] },
  },
};
