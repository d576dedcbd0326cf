import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertUnpaid, servedIdentity, servedVoteAccount } from "../../../test/support/serveSolana.ts";

type Row = Record<string, unknown>;
let fixture: ServeFixture;
const voteAccount = servedVoteAccount(0);

/** Rewards of one day of the first validator, whose stake was 1,000 SOL; the newest complete day is 2026-01-22. */
async function insertReward(
  day: string,
  lamports: { staking: number; mev: number | null; fees: number; passed?: number },
  account = voteAccount,
) {
  await fixture.store.command(
    `insert into fct_solana_validator_reward_daily (
      network, vote_account, day, activated_stake_lamports, staking_reward_lamports, mev_reward_lamports,
      block_reward_lamports, voting_reward_lamports, mev_commission_lamports, passed_fee_lamports, delegator_fee_lamports,
      is_complete, version
    )
    select 'mainnet', {voteAccount:String}, {day:Date}, 1000000000000, {staking:Int64}, {mev:Nullable(UInt64)}, {fees:Int64},
      1000000, if({mev:Nullable(UInt64)} is null, null, 0), {passed:UInt64}, intDiv({passed:UInt64} * 985, 1000), 1, 1`,
    { voteAccount: account, day, passed: 0, ...lamports },
  );
}

beforeAll(async () => {
  fixture = await openServeFixture({ family: "solana" });
  await insertUnpaid(fixture.store);
  await insertReward("2026-01-18", { staking: 7_000_000_000, mev: 0, fees: 0 });
  await insertReward("2026-01-20", { staking: 100_000_000, mev: 20_000_000, fees: 8_000_000 });
  await insertReward("2026-01-21", { staking: 0, mev: 0, fees: 3_000_000 });
  await insertReward("2026-01-22", { staking: 100_000_000, mev: 80_000_000, fees: 1_000_000 });
  await insertReward("2026-01-23", { staking: 9_000_000_000, mev: 0, fees: 0 });
});
afterAll(() => fixture.close());

async function answerOf<T>(path: string): Promise<T> {
  const response = await fixture.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}
const summaryOf = (window: string) =>
  answerOf<Row>(`/v0/solana/validators/${voteAccount}/summary?window=${window}`);

describe("yields a year", () => {
  it("take three days for a window of one", async () => {
    const { delegatorApy, validatorApy } = await summaryOf("1d");
    // 0.3 SOL of 1,000 in three days; 12 + 3 million lamports of fees and commission.
    expect(delegatorApy).toBeCloseTo((0.3 / 1_000) * (365 / 3), 12);
    expect(validatorApy).toBeCloseTo((0.015 / 1_000) * (365 / 3), 12);
  });

  it("take the days that have records of longer ones", async () => {
    expect((await summaryOf("7d")).delegatorApy).toBeCloseTo((7.3 / 1_000) * (365 / 4), 12);
    const overview = await answerOf<Row[]>("/v0/solana/network/overview");
    const apys = overview.map((row) => row.delegatorApy);
    expect(apys[0]).toBeCloseTo((0.3 / 1_000) * (365 / 3), 12);
    expect(apys[3]).toBeCloseTo((7.3 / 1_000) * (365 / 4), 12);
  });

  it("take tips of the days of which they are known", async () => {
    const account = servedVoteAccount(8);
    await insertReward("2026-01-20", { staking: 100_000_000, mev: 20_000_000, fees: 8_000_000 }, account);
    await insertReward("2026-01-21", { staking: 0, mev: 0, fees: 3_000_000 }, account);
    await insertReward("2026-01-22", { staking: 100_000_000, mev: null, fees: 1_000_000 }, account);
    const summary = await answerOf<Row>(`/v0/solana/validators/${account}/summary?window=1d`);
    expect(summary.delegatorApy).toBeCloseTo((0.2 / 1_000) * (365 / 3) + (0.02 / 1_000) * (365 / 2), 12);
    expect(summary.validatorApy).toBeCloseTo((0.015 / 1_000) * (365 / 3), 12);
  });

  it("are without fees that are passed on for the validator, and with them for its delegators", async () => {
    const account = servedVoteAccount(7);
    await insertReward(
      "2026-01-22",
      { staking: 100_000_000, mev: 0, fees: 8_000_000, passed: 4_000_000 },
      account,
    );
    const summary = await answerOf<Row>(`/v0/solana/validators/${account}/summary?window=1d`);
    expect(summary.delegatorApy).toBeCloseTo((0.10394 / 1_000) * 365, 12);
    expect(summary.validatorApy).toBeCloseTo((0.005 / 1_000) * 365, 12);
  });

  it("are null for whom nothing is known, and come last in every order", async () => {
    for (const order of ["asc", "desc"]) {
      const path = `/v0/solana/validators?window=7d&sortBy=delegatorApy&sortOrder=${order}`;
      const { data } = await answerOf<{ data: Row[] }>(path);
      expect(data.map((row) => row.delegatorApy === null)).toEqual([
        ...Array(3).fill(false),
        ...Array(6).fill(true),
      ]);
    }
  });
});

describe("validators", () => {
  it("are counted as of the last day of the window, which is a complete one", async () => {
    // Each leads 40 slots a day, of which 2 are skipped and 5 of 38 blocks weigh a quarter: (33 + 1.25) / 40.
    const proposer = 34.25 / 40;
    const voting = 44_000 / 46_400;
    expect(await summaryOf("30d")).toMatchObject({
      voteAccount,
      validatorIdentity: servedIdentity(0),
      timeWindow: "30d",
      totalStake: 1.000000001,
      networkPenetration: 1,
      effectiveness: (3 * proposer + 5 * voting) / 8,
      voteLatency: 3_000 / 2_800,
      voteCommissionRate: 0.05,
      mevCommissionRate: null,
      stakeAccountCount: 1,
    });
  });

  it("go on with the next rank", async () => {
    const first = await answerOf<{ total: number; next: string }>("/v0/solana/validators?window=7d&size=5");
    expect(first.total).toBe(9);
    expect(first.next).toContain("from=5");
    const { data, next } = await answerOf<{ data: Row[]; next: null }>(first.next);
    expect([data.length, next]).toEqual([4, null]);
  });

  it("that are known without a record are not found in a window, and have an empty list", async () => {
    const other = servedVoteAccount(77);
    await fixture.store.command(
      "insert into raw_solana_identity select 'mainnet', {identity:String}, 1, {other:String}, 2",
      { other, identity: servedIdentity(77) },
    );
    const path = `/v0/solana/validators/${other}`;
    expect((await fixture.get(`${path}/summary?window=all`)).status).toBe(404);
    expect(await answerOf(`${path}/performance`)).toMatchObject({ total: 0, data: [], next: null });
  });
});

describe("pages back in time", () => {
  const path = `/v0/solana/validators/${voteAccount}/performance`;

  it("go on with the day before, or the interval before", async () => {
    const days = await answerOf<{ next: string }>(`${path}?size=2`);
    expect(days.next).toBe(`${path}?from=2026-01-21&granularity=day&size=2`);
    const intervals = await answerOf<{ next: string }>(`${path}?size=2&granularity=3k`);
    expect(intervals.next).toBe(`${path}?from=360000&granularity=3k&size=2`);
  });

  it("count all records wherever they begin, and may be kept once they are complete", async () => {
    const response = await fixture.get(`${path}?from=2026-01-02`);
    expect(await response.json()).toMatchObject({
      total: 23,
      data: [{ day: "2026-01-02" }, { day: "2026-01-01" }],
    });
    expect(response.headers.get("cache-control")).toBe("private, max-age=86400");
    expect((await fixture.get(path)).headers.get("cache-control")).toBe("private, max-age=60");
  });
});

describe("retired endpoints", () => {
  it.each([
    "/v0/solana/validators/x/performance/latency",
    "/v1/solana/validators/x/votePerformance",
    "/v1/solana/network/geolocation/latency",
  ])("answer 410 to every request: %s", async (path) => {
    const response = await fixture.get(path);
    expect(response.status).toBe(410);
    expect(((await response.json()) as { detail: string }).detail).toContain("retired");
  });
});
