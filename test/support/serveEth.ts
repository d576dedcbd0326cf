/** Rows of Ethereum, put into the warehouse by hand. */
import { loadTable, type SqlColumn } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";
import { numberRefusals, type ServedRows } from "./servedRows.ts";

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

/** One day record; what isn't given is 0. */
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

/** What a column of a day record may hold, by its type, as an expression of `number`. */
function anyValue({ name, type }: SqlColumn): string {
  const hash = `cityHash64('${name}', number)`;
  if (type.startsWith("Nullable(")) return `if(${hash} % 5 = 0, null, ${hash} % 100000 / 1000)`;
  if (type === "UInt8") return `${hash} % 4 > 0`;
  if (name.endsWith("_gwei")) return `toInt64(${hash} % 9000000) - 4500000`;
  return /Int|Float/.test(type) ? `${hash} % 300` : "''";
}

/**
 * Newer versions of days of validators 0 to 5 with something in every column, in a part of their own: nothing has merged
 * them with the older ones. Days 360 to 371 lie in two partitions.
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
  },
  key: "validator_index",
  paths: {
    validator_index_or_pubkey: {
      key: "validator_index",
      wrong: [...numberRefusals, `0x${"zz".repeat(48)}`, `0x${"ab".repeat(47)}`],
      unknown: ["4294967295", `0x${"ff".repeat(48)}`],
    },
  },
};
