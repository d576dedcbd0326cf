import { beforeAll, expect, it } from "vitest";
import { migrate } from "../../lib/sql/migrate.ts";
import { useStore } from "../../test/support/stores.ts";
import { writeCorrelations } from "./correlations.ts";
import type { NetworkInfo } from "./networks.ts";

const { store } = useStore("embedded");
const info: NetworkInfo = {
  network: "n",
  spec: { EPOCHS_PER_SLASHINGS_VECTOR: "16" },
  calendar: { network: "n", genesisTime: 0, slotsPerEpoch: 8, secondsPerSlot: 2_700 },
  ratings: [],
  genesisValidatorsRoot: "",
};

/** Validators 1 to 4 are slashed in epoch 22, with a third of the stake or more, and penalised in epoch 30 by Bellatrix's rule. */
beforeAll(async () => {
  await migrate(store(), {});
  await store().command(
    `insert into int_eth_slashing_correlation
    select 'n', 30, number, 31000000000, 96000000000, 1000000000, 3, 0, 1 from numbers(1, 4)`,
  );
  await store().command(
    `insert into fct_eth_slashing (network, validator_index, slot, epoch, effective_balance_gwei, version)
    select 'n', number, 176, 22, 32000000000, 1 from numbers(1, 4)`,
  );
  // The second one has less than its penalty, the third even less after the penalty of a missed vote. No node
  // returned the balance of the fourth one.
  await store().command(
    `insert into raw_eth_slashed_balance
    select 'n', number, 30, 247, [31500000000, 30900000000, 31000000001][number], 1 from numbers(1, 3)`,
  );
  await store().command(
    `insert into fct_eth_validator_duty_epoch (network, epoch, validator_index, source_reward_gwei, target_reward_gwei, version)
    select 'n', 29, 3, -40, -60, 1`,
  );
});

const penalties = () =>
  store().rows(
    `select validator_index, penalty_gwei as gwei from fct_eth_slashing_correlation final order by validator_index`,
  );

it("penalties are not known as long as an epoch of the window isn't, and stop at the balance", async () => {
  const epochs = (from: number, count: number) =>
    store().command(
      "insert into int_eth_epoch (network, epoch, version) select 'n', number, 1 from numbers({from:UInt32}, {count:UInt32})",
      { from, count },
    );
  await epochs(16, 15);
  expect(await writeCorrelations(store(), info, [{ from: 16, to: 30 }])).toEqual([]);
  expect(await penalties()).toEqual([1, 2, 3, 4].map((index) => ({ validator_index: index, gwei: null })));
  // Epochs that are dropped since count by the record of their day.
  await store().command("insert into int_eth_day select 'n', 'chain', 3, '1970-01-04', 12, 15, 1, 0, 1");
  expect(await writeCorrelations(store(), info, [{ from: 15, to: 15 }])).toEqual([{ from: 30, to: 30 }]);
  expect(await penalties()).toEqual([
    { validator_index: 1, gwei: "31000000000" },
    { validator_index: 2, gwei: "30900000000" },
    { validator_index: 3, gwei: "30999999901" },
    { validator_index: 4, gwei: "31000000000" },
  ]);
  // What is known stays as it is.
  expect(await writeCorrelations(store(), info, [{ from: 15, to: 30 }])).toEqual([]);
});

it("penalties follow slashings and balances that were corrected later", async () => {
  await store().command(
    `insert into fct_eth_slashing (network, validator_index, slot, epoch, effective_balance_gwei, version)
    select 'n', number, 176, 22, 4000000000, 1 from numbers(1, 4)`,
  );
  expect(await writeCorrelations(store(), info, [{ from: 22, to: 22 }])).toEqual([{ from: 30, to: 30 }]);
  // 3 times 16 ETH of 96: half of 31 ETH, in whole ones.
  const half = [1, 2, 3, 4].map((index) => ({ validator_index: index, gwei: "15000000000" }));
  expect(await penalties()).toEqual(half);
  expect(await writeCorrelations(store(), info, [{ from: 22, to: 22 }])).toEqual([]);
  await store().command("insert into raw_eth_slashed_balance select 'n', 2, 30, 247, 9000000000, 1");
  await writeCorrelations(store(), info, [{ from: 30, to: 30 }]);
  expect(await penalties()).toEqual(
    half.map((row) => (row.validator_index === 2 ? { ...row, gwei: "9000000000" } : row)),
  );
});
