/**
 * Ethereum as large as mainnet: a year of 1,048,576 validators in 408,000 entities. Each validator has the year's last days;
 * of those that requests name (one in 64), and of the network and one entity of each type, there is the whole year. So
 * a request reads as many of the table's blocks of rows, and as many rows of its own, as with a year of all of them.
 */
import {
  dayType,
  duties,
  exampleEntity,
  ofDay,
  pubkeyOf,
  requestedEvery,
  validators,
  windows,
  yearDays,
} from "./ethColumns.ts";
import type { Fill } from "./fill.ts";
import { ethEntityFills } from "./fillsEthEntities.ts";
import { ethEventFills, mappedDays } from "./fillsEthEvents.ts";

/** Days of validators that are not requested. */
const allDays = Number(process.env.BENCH_WORST_DAYS ?? 8);
export const exampleSet = "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10";
/** Members of a set that leave room for a call that adds a thousand. */
const setValidators = 14_900;
export const organization = "bench";

const validatorDay = { ...duties(1), effective_balance_gwei: "32000000000" };

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
    counts: { kind: 2, requested: validators / requestedEvery, day: yearDays - allDays },
    columns: { validator_index: `requested * ${requestedEvery}`, ...ofDay("day"), ...validatorDay },
  },
  {
    table: "fct_eth_validator_performance_daily",
    counts: { kind: 2, validator: validators, day: allDays },
    columns: { validator_index: "validator", ...ofDay(`(${yearDays - allDays} + day)`), ...validatorDay },
  },
  {
    table: "fct_eth_validator_window",
    counts: { validator: validators, windowNumber: 4 },
    columns: {
      validator_index: "validator",
      time_window: `${windows}[windowNumber + 1]`,
      last_day: "364",
      day_count: "7",
    },
  },
  {
    table: "fct_eth_validator_duty_window",
    counts: { windowNumber: 4, validator: validators },
    columns: {
      validator_index: "validator",
      time_window: `${windows}[windowNumber + 1]`,
      last_day: "364",
      day_count: "7",
      effective_balance_gwei: "32000000000",
      reward_gwei: "15000000 + intHash32(validator) % 1000000",
      penalty_gwei: "-(intHash32(validator) % 1000)",
      validator_effectiveness: "intHash32(validator) % 1000000 / 10000",
    },
  },
  { table: "int_eth_day", counts: { kind: 2, day: yearDays }, columns: ofDay("day") },
  {
    table: "int_eth_entity_day",
    counts: { kind: 2, day: yearDays },
    columns: { day_type: dayType, day: "day" },
  },
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
      pubkey: pubkeyOf(`validator * ${requestedEvery}`),
      removed_at: "null",
      last_epoch: "0",
    },
  },
];

export const ethFills: readonly Fill[] = [...validatorFills, ...ethEntityFills, ...ethEventFills];
