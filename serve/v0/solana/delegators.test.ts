/** Delegators one of whose days has a payment and no stake: an account is paid for an epoch, and deactivated since. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertUnpaid } from "../../../test/support/serveSolana.ts";
import { insertSolanaRewards } from "../../../test/support/serveSolanaRewards.ts";
import { exampleStakeAccount, exampleStakeAuthority } from "../../solana/addresses.ts";

type Row = Record<string, unknown>;
let fixture: ServeFixture;

/** The row of one day again, paid as before, with no stake left. */
async function withdrawStake(table: string, day: string) {
  await fixture.store.command(
    `insert into ${table} select * replace (0 as delegated_stake_lamports, version + 1 as version) from ${table} final
    where day = {day:Date}`,
    { day },
  );
}

beforeAll(async () => {
  fixture = await openServeFixture({ family: "solana" });
  await insertUnpaid(fixture.store);
  await insertSolanaRewards(fixture.store, "mainnet");
  await withdrawStake("fct_solana_stake_reward_daily", "2026-01-20");
  await withdrawStake("fct_solana_authority_reward_daily", "2026-01-20");
});
afterAll(() => fixture.close());

async function answerOf<T>(path: string): Promise<T> {
  const response = await fixture.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

/** Rewards of a day over its stake, of which six of the window's seven days have some. */
const yearly = (lamports: number) => (6 * Math.floor((lamports * 1e18) / 1_000_000_001) * 365) / 7 / 1e18;

it("answers an authority with a day of payments and no stake, and lists it", async () => {
  const path = `/v0/solana/delegators/stakeAuthorities`;
  const one = await answerOf<Row>(`${path}/${exampleStakeAuthority}/summary?window=7d`);
  expect(one.stakingRewardsApy).toBeCloseTo(yearly(950), 12);
  expect(one.mevRewardsApr).toBeCloseTo(yearly(92), 12);
  const { data } = await answerOf<{ data: Row[] }>(`${path}?window=7d`);
  expect(data.find(({ stakeAuthority }) => stakeAuthority === exampleStakeAuthority)).toEqual(one);
});

it("answers a stake account with a day of payments and no stake, and lists it", async () => {
  const path = `/v0/solana/delegators/stakeAccounts`;
  const one = await answerOf<Row>(`${path}/${exampleStakeAccount}/summary?window=7d`);
  expect(one.sumMevRewards).toBe(92 * 7e-9);
  const { data } = await answerOf<{ data: Row[] }>(`${path}?window=7d`);
  expect(data.length).toBeGreaterThan(0);
});
