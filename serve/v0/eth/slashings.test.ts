import { afterAll, beforeAll, expect, it } from "vitest";
import { openServeFixture, type ServeFixture, serveStore } from "../../../test/support/serve.ts";
import { insertNetwork } from "../../../test/support/serveEth.ts";

/** First epoch of the day of the slashings, and its last. */
const [first, last] = [2 * 225, 3 * 225 - 1];
const day = 2;

/** Validators of a pool, and when each began and ended. */
type Life = readonly [began: number, ended: number | null];
const always: Life = [0, null];
const pools: Readonly<Record<string, readonly Life[]>> = {
  // Ten in the first epoch, of which one ends with the day under way; an eleventh begins.
  Ten: [...Array<Life>(9).fill(always), [0, first + 5], [first + 7, null]],
  // Nine in the first epoch, ten in the last.
  Nine: [...Array<Life>(9).fill(always), [last, null]],
  // Ten: who begins with the day counts although it ends on it, who ends with it doesn't.
  Edge: [...Array<Life>(9).fill(always), [first, last], [0, first], [first + 1, first + 2]],
};

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  const { store } = fixture;
  await insertNetwork(store);
  await store.command(
    "insert into int_eth_day select 'mainnet', 'chain', 2, '2020-12-04', 450, 674, 1, 0, 1",
  );
  let index = 0;
  for (const [pool, lives] of Object.entries(pools)) {
    await store.command(
      `insert into fct_eth_slashing (network, validator_index, slot, epoch, kind, proposer_index, penalty_gwei, reward_gwei, version)
      select 'mainnet', {index:UInt32}, {epoch:UInt32} * 32, {epoch:UInt32}, 'proposer', 0, 1, 1, 1`,
      { index, epoch: first + 100 },
    );
    const isActive = ([began, ended]: Life) => began <= last && (ended === null || ended > last);
    await store.command(
      `insert into fct_eth_entity_performance_daily
        (network, day_type, id_type, entity, day, date, start_epoch, end_epoch, is_complete, row_count, validator_count, version)
      select 'mainnet', 'chain', 'pool', {pool:String}, 2, '2020-12-04', 450, 674, 1, 12, {active:UInt32}, 1`,
      { pool, active: lives.filter(isActive).length },
    );
    for (const [began, ended] of lives) {
      await store.command(
        `insert into dim_eth_validator
        select 'mainnet', {index:UInt32}, toFixedString(leftPad(toString({index:UInt32}), 48, '0'), 48), toFixedString('', 32),
          32000000000, 0, 0, {began:UInt32}, {ended:Nullable(UInt32)}, null, 1`,
        { index, began, ended },
      );
      await store.command(
        `insert into int_eth_validator_entity_daily
        select 'mainnet', 'chain', {day:UInt32}, {index:UInt32}, [('pool', {pool:String})], 1, 1`,
        { day, index, pool },
      );
      index += 1;
    }
  }
});
afterAll(() => fixture.close());

it("puts a slashed validator among those of its pool's size in the first epoch of the day", async () => {
  const none = { lastSixMonths: 0, pastYear: 0, pastTwoYears: 0, allTime: 0 };
  const counted = (all: number) => ({ lastSixMonths: all, pastYear: all, pastTwoYears: all, allTime: all });
  const cohorts = [
    { cohort: "solos", ...counted(1) },
    { cohort: "pros_between_10_to_100", ...counted(2) },
    { cohort: "pros_between_100_to_1k", ...none },
    { cohort: "pros_between_1k_to_5k", ...none },
    { cohort: "pros_more_than_5k", ...none },
  ];
  expect(await fixture.fetchBody("/v0/eth/slashings/cohortAnalysis")).toEqual(cohorts);

  // Of the same day: only those that are needed are read of them.
  const others = 200_000;
  await fixture.store.command(
    `insert into int_eth_validator_entity_daily
    select 'mainnet', 'chain', {day:UInt32}, 1000000 + number, [('pool', 'Many')], 1, 1 from numbers({others:UInt32})`,
    { day, others },
  );
  const frugal = fixture.store.within({ budget: { seconds: 0, memoryMib: 0, rows: others / 2 } });
  const served = await serveStore(frugal);
  expect(await served.fetchBody("/v0/eth/slashings/cohortAnalysis")).toEqual(cohorts);
  await served.close();
});
