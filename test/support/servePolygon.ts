/** Rows of Polygon, inserted by hand: 23 days of two checkpoints and nine validators. */
import { exampleDelegator } from "../../serve/polygon/subjects.ts";
import { announceNetwork } from "../../transform/frame/networks.ts";
import { writeRatings } from "../../transform/frame/ratings.ts";
import { polygonRatings } from "../../transform/polygon/ratings.ts";
import { numberRefusals, type ServedRows } from "./servedRows.ts";
import { insertPolygonSubjects } from "./serveSubjects.ts";

const days = 23;
const validators = 9;
const checkpoints = `(
    select toUInt32(number + 1) as checkpoint, toDate('2026-01-01') + intDiv(number, 2) as day,
      toUInt64(number + 1) * 6553600 as place
    from numbers(${days * 2})
  )`;
const unknownDelegator = `0x${"07".repeat(20)}`;
/** The right checksum of 0x52908400098527886e0f7030069857d2e4169ee7 is all capitals. */
const checksummed = "0x52908400098527886E0F7030069857D2E4169EE7";

export const polygonRows: ServedRows = {
  chain: "polygon",
  key: false,
  insert: async (store) => {
    await insertPolygonSubjects(store);
    const values = { network: "mainnet", delegator: exampleDelegator };
    await writeRatings(store, values.network, polygonRatings);
    await announceNetwork(store, "polygon", values.network);
    await store.command(
      `insert into raw_polygon_stake_event
      select {network:String}, number + 1, 'staked', concat('0x', hex(number)), number + 1, 0, number, 1e24, 0, 1, 1, 1
      from numbers(${validators})`,
      values,
    );
    await store.command(
      `insert into raw_polygon_share_event
      select {network:String}, if(number < 5, {delegator:String}, concat('0x', repeat(hex(number % 4 + 160), 20))), number + 100,
        'mint', number % 5 + 1, 0, toInt128('123456789012345678901') * (number + 1), 1
      from numbers(25)`,
      values,
    );
    await store.command(
      "insert into raw_polygon_rule (network, validator_count, block_number, block_at, version) values ({network:String}, 9, 1, '2026-01-05 10:00:00', 1)",
      values,
    );
    await store.command(
      `insert into fct_polygon_stake_reconciliation
      select {network:String}, number + 1, '2026-01-05', 1, 1000 * number, 6, 0, 1, null, null, 1 from numbers(${validators})`,
      values,
    );
    await store.command(
      `insert into fct_polygon_checkpoint
      select {network:String}, checkpoint, day, place, checkpoint * 1000, checkpoint * 1000 + 999, ${validators}, ${validators - 1},
        9e24, 3e22, 8e24, 7e22, 7e21, 63e21, 1e20, 1e21, 3, 7e22, 0, 0, toDateTime(day, 'UTC') + 60, 4294967299
      from ${checkpoints}`,
      values,
    );
    await store.command(
      `insert into raw_polygon_checkpoint
      select {network:String}, checkpoint, concat('0x', repeat('ab', 32)), concat('0x', repeat('cd', 32)), '0x01', null, [], checkpoint * 100, 1, place,
        checkpoint * 1000, checkpoint * 1000 + 999, null, 7e22, toDateTime(day, 'UTC') + 60, 1
      from ${checkpoints}`,
      values,
    );
    await store.command(
      `insert into fct_polygon_validator_checkpoint
      select {network:String}, validator, checkpoint, day, toUInt128('1000000000000000000000001') * validator, 3e21, 7, 1, 1, null,
        null, 7e21, 1e20, 1e19, 1e18, 0, 0, 0, 1, 1, 4294967299
      from ${checkpoints} as checkpoints
      cross join (select toUInt32(number + 1) as validator from numbers(${validators})) as validators`,
      values,
    );
    await store.command(
      `insert into fct_polygon_validator_daily
      select {network:String}, validator, day, day_number * 2 + 1, day_number * 2 + 2, day_number * 2 + 2,
        toUInt128('1000000000000000000000001') * validator, 3e21, 7, 2, 2, 1, 1, null, null, 14e21, 1e20, 1e19, 1e18, 0, 1e14, 1e13, 0,
        day_number < ${days - 1}, 1
      from (
        select toUInt32(number % ${validators} + 1) as validator, intDiv(number, ${validators}) as day_number,
          toDate('2026-01-01') + day_number as day
        from numbers(${days * validators})
      )`,
      values,
    );
    await store.command(
      `insert into dim_polygon_priority_fee
      select {network:String}, toDate('2026-01-01') + number, number % ${validators} + 1, '12.000000000000000003', 1
      from numbers(${days})`,
      values,
    );
    await store.command(
      `insert into int_polygon_day
      select {network:String}, toDate('2026-01-01') + number, number * 2 + 1, number * 2 + 2, 2, 6, number < ${days - 1}, 7, 1
      from numbers(${days})`,
      values,
    );
    await store.command(
      `insert into fct_polygon_window
      select {network:String}, length, validator, toDate('2026-01-${days - 1}') - (day_count - 1), toDate('2026-01-${days - 1}'),
        day_count, day_count * 2, ${2 * days - 1} - 2 * day_count, ${2 * days - 2}, 5, 1e14, 1
      from (
        select number % ${validators + 1} as validator, [1, 7, 30, 0][intDiv(number, ${validators + 1}) + 1] as length,
          [1, 7, ${days - 1}, ${days - 1}][intDiv(number, ${validators + 1}) + 1] as day_count
        from numbers(${4 * (validators + 1)})
      )`,
      values,
    );
  },
  // Of each validator there are the three stakes of one day.
  single: ["polygonValidatorReconciliation"],
  paths: {
    validator_id: { key: "validator", wrong: numberRefusals, unknown: ["4294967295", "77"] },
    delegator_address: {
      key: "account",
      wrong: [
        "0x",
        exampleDelegator.slice(2),
        exampleDelegator.slice(0, -1),
        `${exampleDelegator}0`,
        exampleDelegator.replace("3", "g"),
        exampleDelegator.replace("0x", "0X"),
        checksummed.replace("E0F7", "e0F7"),
      ],
      unknown: [unknownDelegator],
    },
  },
};
