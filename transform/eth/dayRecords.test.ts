/** Days of rows put in by hand: what no generated chain holds. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSql } from "../../lib/sql/file.ts";
import { daysOf } from "../../schemas/eth/calendar.ts";
import { ratingsOf } from "../../schemas/eth/rating.ts";
import { openWarehouse } from "../../test/support/ethPipeline.ts";
import { log, type TestWarehouse } from "../../test/support/warehouse.ts";
import { createDayRecords } from "./dayRecords.ts";
import { writeEntityDay } from "./entityDays.ts";
import type { NetworkInfo } from "./networks.ts";
import { createSpans } from "./spans.ts";
import { writeWindows } from "./windows.ts";

const spec = { EPOCHS_PER_SLASHINGS_VECTOR: "8192", ALTAIR_FORK_EPOCH: "0", BELLATRIX_FORK_EPOCH: "0" };
const info: NetworkInfo = {
  network: "n",
  spec,
  calendar: { network: "n", genesisTime: 0, slotsPerEpoch: 32, secondsPerSlot: 12 },
  ratings: ratingsOf("n", spec),
  genesisValidatorsRoot: "",
};
const day = { dayType: "chain", day: 0, date: "1970-01-02", firstEpoch: 0, lastEpoch: 224 } as const;

let warehouse: TestWarehouse;
beforeAll(async () => {
  warehouse = await openWarehouse();
});
afterAll(() => warehouse.close());

describe("a day of epochs without duties", () => {
  beforeAll(async () => {
    const { store } = warehouse;
    await store.command(
      "insert into int_eth_epoch (network, epoch, version) select 'n', number, 1 from numbers(3)",
    );
    await store.command(
      "insert into fct_eth_slashing (network, validator_index, slot, epoch, kind, penalty_gwei, version) values ('n', 7, 40, 1, 'proposer', 5, 1)",
    );
    await store.command(
      `insert into fct_eth_proposal_slot (network, slot, epoch, validator_index, status, sync_reward_gwei, version)
      values ('n', 70, 2, 8, 'proposed', 9, 1), ('n', 71, 2, 7, 'missed', 0, 1)`,
    );
    await createDayRecords({ store, spans: createSpans(store), log }).write(info, day);
  });

  it("has a row for every validator that was slashed or proposed", async () => {
    const rows = await warehouse.store.rows(
      `select validator_index, attestation_duty_count, proposer_duty_count, slashes_received_count,
        toInt32(slashing_penalty_gwei) as slashing_penalty_gwei,
        toInt32(proposer_sync_reward_gwei) as proposer_sync_reward_gwei, attester_effectiveness, validator_effectiveness
      from fct_eth_validator_performance_daily final where network = 'n' order by validator_index`,
    );
    const none = { attestation_duty_count: 0, proposer_duty_count: 1, attester_effectiveness: null };
    expect(rows).toEqual([
      {
        ...none,
        validator_index: 7,
        slashes_received_count: 1,
        slashing_penalty_gwei: -5,
        proposer_sync_reward_gwei: 0,
        validator_effectiveness: 0,
      },
      {
        ...none,
        validator_index: 8,
        slashes_received_count: 0,
        slashing_penalty_gwei: 0,
        proposer_sync_reward_gwei: 9,
        validator_effectiveness: 100,
      },
    ]);
  });
});

const electra = { EPOCHS_PER_SLASHINGS_VECTOR: "64", ALTAIR_FORK_EPOCH: "0", ELECTRA_FORK_EPOCH: "0" };
const never = 2n ** 64n - 1n;
const shared = { slotsPerEpoch: 8, secondsPerSlot: 2_700 };

/** Four epochs a day. A validator's activation or exit, and the first registry that shows it. */
type Facts = { activations: [number, number, number][]; exits: [number, number, number][]; churnEth: number };

const right: Facts = {
  activations: [[1, 9, 4]],
  exits: [
    [2, 10, 5],
    [3, 10, 8],
  ],
  churnEth: 224,
};
const wrong: Facts = {
  // Another day.
  activations: [[1, 6, 4]],
  exits: [
    [2, 6, 5],
    // Decided on too early.
    [3, 10, 6],
    // Never did.
    [4, 10, 8],
  ],
  churnEth: 160,
};

async function record(network: string, facts: Facts): Promise<void> {
  const { store } = warehouse;
  await store.command(
    `insert into dim_eth_network (network, genesis_time, slots_per_epoch, seconds_per_slot)
    select {network:String}, 0, 8, 2700`,
    { network },
  );
  await store.command(
    `insert into raw_eth_epoch (network, epoch, registry_epoch, role)
    select {network:String}, number + 4, number + 4, 'full' from numbers(9)`,
    { network },
  );
  await store.command(
    "insert into int_eth_epoch (network, epoch, version) select {network:String}, number + 4, 1 from numbers(8)",
    { network },
  );
  await store.command(
    `insert into int_eth_churn_epoch (network, epoch, total_active_balance_gwei, version)
    select {network:String}, number + 4, 65536 * 1000000000 * {eth:UInt64}, 1 from numbers(8)`,
    { network, eth: facts.churnEth },
  );
  const epochOf = (moves: Facts["exits"], validator: number, epoch: number, before: bigint) =>
    BigInt(moves.find(([own, , recordedAt]) => own === validator && recordedAt <= epoch)?.[1] ?? before);
  const rows = Array.from({ length: 45 }, (_, place) => ({
    epoch: 4 + Math.floor(place / 5),
    one: place % 5,
  }));
  await store.command(
    `insert into raw_eth_registry
      (network, epoch, validator_index, effective_balance_gwei, activation_epoch, exit_epoch, version)
    select {network:String}, 4 + intDiv(row.1, 5), row.1 % 5, 32000000000, row.2, row.3, 1
    from (select arrayJoin(arrayZip(range(45), {active:Array(UInt64)}, {exits:Array(UInt64)})) as row)`,
    {
      network,
      active: rows.map(({ epoch, one }) => epochOf(facts.activations, one, epoch, one === 1 ? never : 0n)),
      exits: rows.map(({ epoch, one }) => epochOf(facts.exits, one, epoch, never)),
    },
  );
  await store.command(
    `insert into dim_eth_validator (network, validator_index, pubkey, activation_epoch, exit_epoch, version)
    select network, validator_index, toString(validator_index), activation_epoch,
      if(exit_epoch = {never:UInt64}, null, toUInt32(exit_epoch)), 12
    from raw_eth_registry final where network = {network:String} and epoch = 12`,
    { network, never },
  );
}

/** Days, their entities, and windows. */
async function compute(network: string): Promise<void> {
  const { store } = warehouse;
  const calendar = { ...shared, network, genesisTime: 0 };
  const info = {
    ...{ network, spec: electra, calendar, genesisValidatorsRoot: "" },
    ratings: ratingsOf(network, electra),
  };
  const records = createDayRecords({ store, spans: createSpans(store), log });
  for (const epoch of [4, 8])
    for (const day of daysOf(calendar, epoch)) {
      if (day.dayType !== "chain") continue;
      const made = await records.write(info, day);
      if (made !== undefined) await writeEntityDay(store, made);
    }
  await writeWindows(store, network);
}

const madeOf = (table: string, network: string) =>
  warehouse.store.rows<Record<string, unknown>>(
    `select * except (network, version) from ${table} final where network = {network:String} order by all`,
    { network },
  );

it("of corrected facts, movements and their windows are those of the right ones", async () => {
  await record("fresh", right);
  await compute("fresh");
  await record("corrected", wrong);
  await compute("corrected");
  const tables = [
    "int_eth_churn_daily",
    "int_eth_exit_request",
    "int_eth_stake_movement",
    "fct_eth_stake_movement",
    "fct_eth_movement_window",
  ];
  const expected = await Promise.all(tables.map((table) => madeOf(table, "fresh")));
  const spoilt = await Promise.all(tables.map((table) => madeOf(table, "corrected")));
  expect(
    tables.filter((_, place) => JSON.stringify(spoilt[place]) === JSON.stringify(expected[place])),
  ).toEqual([]);
  // By hand: the exit of 2 was initiated in epoch 4, that of 3 in epoch 7, both for epoch 10; seven of 32 ETH an epoch, 4 epochs.
  expect(
    (expected.at(-1) ?? []).filter(
      ({ id_type, time_window }) => id_type === "network" && time_window === "1d",
    ),
  ).toMatchObject([
    { stake_action: "activation", validator_count: 1, amount_gwei: "32000000000", exit_limit: "28" },
    { stake_action: "exit", validator_count: 2, wait_epoch_sum: "9", wait_count: 2, action_limit: "28" },
  ]);
  await record("corrected", right);
  await compute("corrected");
  expect(await Promise.all(tables.map((table) => madeOf(table, "corrected")))).toEqual(expected);
});

it("exits of before days were read by themselves belong to the chain day of their epoch", async () => {
  const { store } = warehouse;
  await store.command(
    `insert into int_eth_day (network, day_type, day, start_epoch, end_epoch)
    values ('before', 'chain', 3, 8, 11), ('before', 'utc', 4, 8, 11)`,
  );
  await store.command(
    `insert into int_eth_exit_request (network, validator_index, epoch, version)
    select 'before', number, number + 6, 4294967296 - (number + 6) from numbers(1, 3)`,
  );
  for (const name of ["0123_fill", "0124_clear"])
    await store.command(loadSql(`migrations/${name}_int_eth_exit_request.sql`).text);
  // 1 was decided on before the history.
  expect(await madeOf("int_eth_exit_request", "before")).toEqual([
    { validator_index: 2, day: 3, epoch: 8 },
    { validator_index: 3, day: 3, epoch: 9 },
  ]);
});
