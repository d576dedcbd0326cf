/** Polygon: a year of 105 validators with 48 checkpoints a day, 30,000 delegators. */
import { exampleDelegator } from "../../serve/polygon/subjects.ts";
import type { Fill } from "./fill.ts";

const days = 365;
const validators = 105;
const perDay = 48;
const checkpoints = days * perDay;
const accounts = 30_000;
/** Where the events before a checkpoint end. */
const blocksOf = (checkpoint: string) => `${checkpoint} * 6553600`;
/** The day that explanations have as their example is the last but two. */
const date = (day: string) => `toDate('2025-01-05') + ${day}`;
const stake = "toUInt128(1000000000000000000) * (1 + number % 900)";
const stakes = { self_stake: stake, delegated_stake: stake };
const duties = {
  signing_duty_count: `${perDay}`,
  signed_count: `${perDay}`,
  bor_duty_count: "9",
  bor_made_count: "9",
};

const eventFills: Fill[] = [
  {
    table: "raw_polygon_checkpoint",
    counts: { checkpoint: checkpoints },
    columns: {
      checkpoint: "1 + checkpoint",
      block_hash: "concat('0x', leftPad(lower(hex(toUInt32(checkpoint))), 64, 'b'))",
      position: blocksOf("(1 + checkpoint)"),
    },
  },
  ...[
    { holder: accounts, event: 10 },
    { holder: 1, event: 5_000 },
  ].map((counts, place) => ({
    table: "raw_polygon_share_event",
    counts,
    columns: {
      account:
        place === 0
          ? "concat('0x', leftPad(lower(hex(toUInt32(holder))), 40, 'a'))"
          : `'${exampleDelegator}'`,
      position: `${blocksOf(`((holder * 7 + event * ${place === 0 ? 1_700 : 3}) % ${checkpoints})`)} + number % 6553600`,
      kind: "'mint'",
      validator: `1 + (holder + event) % ${place === 0 ? 3 : validators}`,
      amount: "toInt128(1000000000000000000) * (1 + number % 9)",
    },
  })),
  {
    table: "raw_polygon_stake_event",
    counts: { validator: validators, event: 50 },
    columns: {
      validator: "1 + validator",
      position: blocksOf("event"),
      kind: "if(event = 0, 'staked', 'restaked')",
    },
  },
  {
    table: "raw_polygon_validator",
    counts: { validator: validators },
    columns: { validator: "1 + validator", day: "toDate('2025-12-30')", block_number: "7" },
  },
  {
    table: "fct_polygon_stake_reconciliation",
    counts: { validator: validators },
    columns: { validator: "1 + validator", day: "toDate('2025-12-30')", block_number: "7" },
  },
  {
    table: "fct_polygon_reward_reconciliation",
    counts: { validator: validators },
    columns: { validator: "1 + validator", day: "toDate('2025-12-30')", block_number: "7" },
  },
  {
    table: "raw_polygon_rule",
    counts: { one: 1 },
    columns: { block_number: "7", block_at: "toDateTime('2025-12-30 10:00:00', 'UTC')" },
  },
  {
    table: "dim_polygon_priority_fee",
    counts: { day: days, validator: validators },
    columns: { day: date("day"), validator: "1 + validator" },
  },
];

export const polygonFills: readonly Fill[] = [
  { table: "dim_polygon_network", counts: { one: 1 }, columns: {} },
  {
    table: "dim_polygon_rating_version",
    counts: { one: 1 },
    columns: {
      from_checkpoint: "0",
      rating_version: "'polygon-1'",
      signer_weight: "0.9",
      proposer_weight: "0.1",
    },
  },
  {
    table: "fct_polygon_checkpoint",
    counts: { checkpoint: checkpoints },
    columns: {
      checkpoint: "1 + checkpoint",
      day: date(`intDiv(checkpoint, ${perDay})`),
      position: blocksOf("(1 + checkpoint)"),
      checkpoint_at: `toDateTime(${date(`intDiv(checkpoint, ${perDay})`)}, 'UTC') + (checkpoint % ${perDay}) * 1800`,
      ...stakes,
    },
  },
  {
    table: "fct_polygon_validator_checkpoint",
    counts: { validator: validators, checkpoint: checkpoints },
    columns: {
      validator: "1 + validator",
      checkpoint: "1 + checkpoint",
      day: date(`intDiv(checkpoint, ${perDay})`),
      ...stakes,
    },
  },
  {
    table: "fct_polygon_validator_daily",
    counts: { validator: validators, day: days },
    columns: {
      validator: "1 + validator",
      day: date("day"),
      from_checkpoint: `1 + day * ${perDay}`,
      to_checkpoint: `(day + 1) * ${perDay}`,
      last_duty: `(day + 1) * ${perDay}`,
      ...stakes,
      ...duties,
    },
  },
  {
    table: "int_polygon_day",
    counts: { day: days },
    columns: {
      day: date("day"),
      from_checkpoint: `1 + day * ${perDay}`,
      to_checkpoint: `(day + 1) * ${perDay}`,
      checkpoint_count: `${perDay}`,
    },
  },
  {
    table: "fct_polygon_window",
    counts: { length: 4, validator: validators + 1 },
    columns: {
      window_days: "[1, 7, 30, 0][length + 1]",
      validator: "validator",
      to_day: date(`${days - 1}`),
      from_day: date(`(${days} - [1, 7, 30, ${days}][length + 1])`),
      day_count: `[1, 7, 30, ${days}][length + 1]`,
      checkpoint_count: `[1, 7, 30, ${days}][length + 1] * ${perDay}`,
      from_checkpoint: `1 + (${days} - [1, 7, 30, ${days}][length + 1]) * ${perDay}`,
      to_checkpoint: `${checkpoints}`,
    },
  },
  ...eventFills,
];
