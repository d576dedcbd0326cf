/** Rows of EigenLayer, inserted by hand: 23 days of one delegator with a pod, and of its operator. */
import type { Store } from "../../lib/store/store.ts";
import { exampleAccounts } from "../../serve/eigenlayer/subjects.ts";
import type { ServedRows } from "./servedRows.ts";
import { insertEigenlayerSubjects } from "./serveSubjects.ts";

const days = 23;
const day = (number: number | string) => `toDate('2026-01-01') + ${number}`;
const whole = "toInt256('1000000000000000000')";
const { delegator, eigenpod, operator } = exampleAccounts;

/** Bytes of an address. */
const bytes = (address: string) => `toFixedString(unhex('${address.slice(2)}'), 20)`;
const token = `0x${"a1".repeat(20)}`;
const noOperator = "toFixedString('', 20)";

async function insert(store: Store): Promise<void> {
  const insertInto = (table: string, select: string) =>
    store.command(`insert into ${table} select ${select}`);
  await insertInto("dim_eigenlayer_network", "'mainnet', 1, 1");
  await insertEigenlayerSubjects(store);
  await insertInto(
    "raw_eigenlayer_span",
    `'mainnet', 1, 1000, ${day(0)}, ${day(days)}, toDateTime('2026-01-24 00:00:00', 'UTC'), 9, 1`,
  );
  await insertInto(
    "raw_eigenlayer_share",
    `'mainnet', ${bytes(delegator)}, vaEigenlayerNative(), 1, number, 0, ${day(0)}, 'pod', 1, 1 from numbers(5)`,
  );
  await insertInto(
    "int_eigenlayer_share_daily",
    `'mainnet', ${bytes(delegator)}, vaEigenlayerNative(), ${day(0)}, 1, ${whole}, ${whole}, 1`,
  );
  await insertInto(
    "raw_eigenlayer_magnitude",
    `'mainnet', ${bytes(operator)}, vaEigenlayerNative(), number, 1, ${day(0)}, 1e18 - number, 1 from numbers(9)`,
  );
  await insertInto("raw_eigenlayer_pod", `'mainnet', ${bytes(eigenpod)}, ${bytes(delegator)}, 1, 2, 1`);
  await insertInto("raw_eigenlayer_operator", `'mainnet', ${bytes(operator)}, 1, 3, null, 1`);
  await insertInto(
    "int_eigenlayer_day",
    `'mainnet', ${day("number")}, number, 0, 0, 7, 1 from numbers(${days})`,
  );
  await insertInto(
    "int_eigenlayer_delegation_daily",
    `'mainnet', ${bytes(delegator)}, ${day("number")}, if(number % 4 = 2, ${noOperator}, ${bytes(operator)}), 1
    from numbers(${days})`,
  );
  for (const strategy of ["vaEigenlayerNative()", bytes(token)])
    await insertInto(
      "fct_eigenlayer_staker_state_daily",
      `'mainnet', ${bytes(delegator)}, ${strategy}, ${day("2 * number")}, ${bytes(operator)}, ${noOperator},
      ${whole} * (number + 1), ${whole} * (number + 1) - 7, 0, 1 from numbers(5)`,
    );
  await insertInto(
    "fct_eigenlayer_operator_state_daily",
    `'mainnet', ${bytes(operator)}, vaEigenlayerNative(), ${day("number")}, ${whole} * ${whole} + number, 1
    from numbers(${days})`,
  );
  await insertInto("dim_eigenlayer_token", `'mainnet', ${bytes(token)}, 'Example', 'EX', 6, 1`);
  await insertInto("dim_eigenlayer_strategy", `'mainnet', ${bytes(token)}, ${bytes(token)}, 1`);
  await insertInto(
    "raw_eigenlayer_rate",
    `'mainnet', ${day("number")}, ${bytes(token)}, 1000, 1100, 1 from numbers(${days})`,
  );
  await insertInto(
    "raw_eigenlayer_told",
    `'mainnet', ${day("number")}, ${bytes(delegator)}, vaEigenlayerNative(), 9, 2, 1 from numbers(${days})`,
  );
  await insertInto(
    "raw_eigenlayer_root",
    `'mainnet', number, number, 1, toFixedString('', 32), toDateTime(${day("5 * number + 5")}, 'UTC'),
      toDateTime(${day("5 * number + 12")}, 'UTC'), 1 from numbers(4)`,
  );
  await insertInto(
    "dim_eigenlayer_price",
    `'mainnet', ${bytes(token)}, ${day("number")}, 0.00012, if(number = 12, null, 1.5), 1 from numbers(${days})`,
  );
  for (const earner of [delegator, operator])
    await insertInto(
      "raw_eigenlayer_reward",
      `'mainnet', ${bytes(earner)}, ${bytes(token)}, ${day("number")}, intDiv(greatest(number, 1) - 1, 5), 1,
        (number + 1) * 12345678901234567890, number * 12345678901234567890, 1 from numbers(20)`,
    );
}

const wrongOf = (address: string) => [
  "1",
  address.slice(2),
  address.slice(0, -1),
  `${address}0`,
  `0X${address.slice(2)}`,
  `${address.slice(0, -1)}g`,
  // In mixed case, but without the right checksum.
  "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  `${address} `,
];
const pathOf = (key: string, address: string) => ({
  key,
  wrong: wrongOf(address),
  unknown: [`0x${"9".repeat(40)}`, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
});

export const eigenlayerRows: ServedRows = {
  chain: "eigenlayer",
  insert,
  key: false,
  keys: {
    eigenlayerDelegatorRewards: "earner",
    eigenlayerEigenpodRewards: "earner",
    eigenlayerEntityExplain: "staker",
    eigenlayerEntityRewards: "earner",
    eigenlayerEigenpodState: "staker",
    eigenlayerOperatorDelegations: "staker",
  },
  single: ["eigenlayerApiMetadata"],
  paths: {
    delegator_address: pathOf("staker", delegator),
    eigenpod_address: pathOf("pod", eigenpod),
    operator_address: pathOf("operator", operator),
    operator_id: pathOf("operator", operator),
  },
};
