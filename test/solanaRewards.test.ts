/** Solana's rewards, compared with the reference model: every lamport of every validator, delegator, epoch and day. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolanaHistory, type SolanaHistory } from "../fixtures/solana/model.ts";
import { type StubNode, startSolanaStub } from "../fixtures/solana/stubNode.ts";
import { atNight } from "./support/nightCases.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { backfillSolanaParts } from "./support/solana.ts";
import { expectSolanaPaysExplained } from "./support/solanaExplain.ts";
import { creditEdges, dayOfSlot, feeShares, sumPayouts, tipShares } from "./support/solanaRewards.ts";
import { expectSolanaVerified } from "./support/solanaVerify.ts";

type Row = Record<string, string | number | null>;
const lamports = (row: Row | undefined, name: string) => BigInt(String(row?.[name]));
const sol = (amount: bigint) => Number(amount) / 1e9;

describe("rewards before Alpenglow", () => {
  let history: SolanaHistory;
  let fixture: ServeFixture;
  let stub: StubNode;
  /** Last slot before the first and the second reading of state. */
  let readings: [number, number];

  const rows = (sql: string) => fixture.store.rows<Row>(sql);
  type Page = { total: number; next: string | null; data: Row[] };
  const page = (path: string) => fixture.fetchBody<Page>(`/v0/solana/${path}`);
  const one = async (path: string) => (await (await fixture.get(`/v0/solana/${path}`)).json()) as Row;

  beforeAll(async () => {
    history = createSolanaHistory({ seed: 7, slots: 500, epochNumberOffset: 704 });
    readings = [history.first + 249, history.head];
    stub = await startSolanaStub(history);
    fixture = await openServeFixture({ family: "solana" });
    await backfillSolanaParts(fixture.store, stub, { first: history.first, edges: readings });
  });
  afterAll(() => Promise.all([stub.close(), fixture.close()]));

  atNight("explains every number of validators' days by slots, votes and payouts", () =>
    expectSolanaPaysExplained(fixture, history),
  );

  it.each(["daily", "interval"])("has what validators were paid, %s", async (grain) => {
    const truth = history.truth();
    const periods = grain === "daily" ? truth.days : truth.intervals;
    const key = grain === "daily" ? "toString(day)" : "interval_slot";
    const paid = await rows(`select *, ${key} as period from fct_solana_validator_reward_${grain} final`);
    expect(paid).toHaveLength(periods.size * history.validators.length);
    for (const [period, { voters, fromSlot, toSlot }] of periods)
      for (const [account, truly] of voters) {
        const row = paid.find((one) => one.period === period && one.vote_account === account);
        expect(row).toMatchObject({ from_slot: fromSlot, to_slot: toSlot });
        expect([
          lamports(row, "block_reward_lamports"),
          lamports(row, "voting_reward_lamports"),
          lamports(row, "staking_reward_lamports"),
        ]).toEqual([truly.fees, truly.votingPayouts, truly.stakingPayouts]);
      }
  });

  it("splits the whole reward between validator and delegators, within the pool of the epoch", async () => {
    const epochRows = await rows(
      `select epoch, vote_account, sum(staking_reward_lamports) as staking, sum(staking_commission_lamports) as commission
      from int_solana_stake_reward_epoch final group by epoch, vote_account`,
    );
    let compared = 0;
    for (const [epoch, pool] of history.epochPools) {
      const voting = history.payouts.filter((one) => one.epoch === epoch && one.kind === "Voting");
      let paid = 0n;
      for (const { voteAccount, lamports: commission, commissionBps } of voting) {
        const row = epochRows.find((one) => one.epoch === epoch && one.vote_account === voteAccount);
        paid += commission + lamports(row, "staking");
        // Delegators of a validator that keeps everything are paid nothing that would show it.
        expect(lamports(row, "commission")).toBe(commissionBps === 10_000 ? 0n : commission);
        compared += 1;
      }
      expect(paid).toBeLessThanOrEqual(pool);
    }
    expect(compared).toBeGreaterThan(12);
  });

  it("leaves nothing unattributed but remainders, and keeps unknown amounts as null", async () => {
    const days = await rows("select * from fct_solana_network_reward_daily final order by day");
    expect(days).toHaveLength(2);
    for (const row of days) {
      for (const kind of ["block", "voting", "staking"])
        expect(lamports(row, `unattributed_${kind}_reward_lamports`)).toBe(0n);
    }
    // Tips of the last epoch, which ended on the second day, are not uploaded yet.
    expect(lamports(days[0], "unattributed_mev_reward_lamports")).toBeLessThan(40n);
    expect(days[1]?.unattributed_mev_reward_lamports).toBeNull();
    expect(days[0]).toMatchObject({ other_reward_count: 2, other_reward_lamports: "-7" });
  });

  it("has what stake accounts and their authorities were paid", async () => {
    const days = sumPayouts(history, ({ account, slot }) => `${account}/${dayOfSlot(history, slot)}`);
    const stakeDays = await rows("select *, toString(day) as date from fct_solana_stake_reward_daily final");
    for (const row of stakeDays)
      expect(lamports(row, "staking_reward_lamports")).toBe(
        days.get(`${row.stake_account}/${row.date}`) ?? 0n,
      );
    for (const key of days.keys())
      expect(stakeDays.some((row) => `${row.stake_account}/${row.date}` === key)).toBe(true);
    const owners = new Map(history.state(history.head)?.stakes.map((one) => [one.address, one]));
    const owned = sumPayouts(history, ({ account, voteAccount, slot }) =>
      [owners.get(account)?.stakeAuthority, dayOfSlot(history, slot), voteAccount].join("/"),
    );
    const byAuthority = await rows(
      "select *, toString(day) as date from fct_solana_authority_reward_daily final",
    );
    for (const row of byAuthority)
      expect(lamports(row, "staking_reward_lamports")).toBe(
        owned.get(`${row.stake_authority}/${row.date}/${row.vote_account}`) ?? 0n,
      );
    expect(byAuthority.filter((row) => row.staking_reward_lamports !== "0")).toHaveLength(owned.size);
  });

  it.each([
    ["tips", "mev_reward_lamports", tipShares],
    ["passed on fees", "fee_reward_lamports", feeShares],
  ] as const)("divides %s by stake, once they are settled", async (_, column, sharesOf) => {
    const parts = await rows(
      `select epoch, stake_account, ${column} from int_solana_stake_reward_epoch final where ${column} > 0`,
    );
    const divided = parts.map((row) => [`${row.epoch}/${row.stake_account}`, lamports(row, column)] as const);
    const shares = [704, 705, 706, 707].flatMap((epoch) => [
      ...sharesOf(history, epoch, readings[epoch === 707 ? 1 : 0]),
    ]);
    expect(new Map(divided)).toEqual(new Map(shares.filter(([, part]) => part > 0n)));
  });

  it("has no balance that rewards don't explain", async () => {
    const balances = await rows("select * from fct_solana_account_reconciliation_epoch final");
    const ofType = (type: string) => balances.filter((row) => row.account_type === type);
    expect(ofType("stake")).toHaveLength(history.state(history.head)?.stakes.length ?? 0);
    expect(ofType("vote").length).toBeGreaterThan(12);
    for (const row of balances) expect(row.residual_lamports).toBe("0");
    for (const row of ofType("vote")) expect(row.told_reward_lamports).toBe(row.reward_lamports);
  });

  it("explains differences of credits and votes by edges and expired lockouts", async () => {
    const { epochs } = history.truth();
    const creditRows = await rows("select * from fct_solana_vote_credit_epoch final");
    for (const epoch of [704, 705, 706, 707])
      for (const { voteAccount, index } of history.validators) {
        const row = creditRows.find((one) => one.epoch === epoch && one.vote_account === voteAccount);
        const truly = epochs.get(epoch)?.voters.get(voteAccount);
        // A validator that earned nothing in an epoch has no credits in it.
        if (row === undefined) expect(truly?.score).toBe(0);
        if (row === undefined || row.credits === null) continue;
        expect([Number(row.vote_score), BigInt(row.credits ?? "")]).toEqual([truly?.score, truly?.credits]);
        const edges = creditEdges(history, epoch, index);
        const areEdgesKnown = epoch > 704 && index !== 3;
        expect([row.carried_in_score, row.carried_out_score, row.expired_score]).toEqual(
          areEdgesKnown
            ? [edges.carriedIn, edges.carriedOut, edges.expired].map(String)
            : [null, index === 3 ? null : String(edges.carriedOut), null],
        );
        if (areEdgesKnown)
          expect(Number(row.credit_difference)).toBe(edges.carriedIn - edges.carriedOut - edges.expired);
      }
  });

  it("returns a validator's rewards, by day and by interval", async () => {
    const { days, intervals } = history.truth();
    const account = history.validators[0]?.voteAccount ?? "";
    const byDay = await page(`validators/${account}/rewards`);
    expect(byDay.data.map(({ day }) => day)).toEqual([...days.keys()].reverse());
    for (const row of byDay.data) {
      const truly = days.get(String(row.day))?.voters.get(account);
      expect(row).toMatchObject({
        blockRewards: sol(truly?.fees ?? 0n),
        voteCommissionRewards: sol(truly?.votingPayouts ?? 0n),
        delegatorStakingRewards: sol(truly?.stakingPayouts ?? 0n),
        commissionResidual: 0,
        mevCommissionRate: 0.08,
      });
    }
    const [interval] = (await page(`validators/${account}/rewards?granularity=3k`)).data;
    const [[, whole] = []] = intervals;
    expect(interval).toMatchObject({ blockRewards: sol(whole?.voters.get(account)?.fees ?? 0n), day: null });
    const first = await page(`validators/${account}/rewards?size=1`);
    const second = await fixture.get(String(first.next));
    expect(((await second.json()) as { data: Row[] }).data).toEqual(byDay.data.slice(1));
  });

  it("returns delegators' rewards", async () => {
    const [first, second] = readings;
    const stakes = history.state(second)?.stakes ?? [];
    const stake = stakes.find(({ activationEpoch }) => activationEpoch < 704n);
    const days = sumPayouts(history, ({ account, slot }) => `${account}/${dayOfSlot(history, slot)}`);
    const { data } = await page(`delegators/stakeAccounts/${stake?.address}/rewards`);
    expect(data).toHaveLength(2);
    for (const row of data)
      expect(row.stakingRewards).toBe(sol(days.get(`${stake?.address}/${row.day}`) ?? 0n));
    const total = data.reduce((sum, row) => sum + Number(row.stakingRewards), 0);
    // Of the first day: on the second one an epoch ended whose tips are not uploaded yet.
    const firstDay = dayOfSlot(history, history.first);
    const ended = history.epochs.filter(({ lastSlot }) => dayOfSlot(history, lastSlot) === firstDay);
    const tips = ended.map(
      ({ epoch }) => tipShares(history, epoch, first).get(`${epoch}/${stake?.address}`) ?? 0n,
    );
    const summary = await one(`delegators/stakeAccounts/${stake?.address}/summary?window=all`);
    const ratio = data.reduce((sum, row) => sum + Number(row.stakingRewards) / Number(row.delegatedStake), 0);
    expect(summary).toMatchObject({ status: "active", delegatedStake: sol(stake?.stake ?? 0n) });
    expect(summary.sumStakingRewards).toBeCloseTo(total, 9);
    expect(summary.sumMevRewards).toBe(sol(tips.reduce((sum, one) => sum + one, 0n)));
    expect(summary.stakingRewardsApy).toBeCloseTo((ratio * 365) / 2, 12);
    expect(summary.delegatorApy).toBeCloseTo(
      Number(summary.stakingRewardsApy) + Number(summary.mevRewardsApr) + Number(summary.blockRewardsApr),
      12,
    );
    const { data: largest, total: all } = await page("delegators/stakeAccounts?window=7d&size=3");
    const sorted = stakes.map((one) => one.stake).sort((a, b) => (a < b ? 1 : -1));
    expect(all).toBe(stakes.length);
    expect(largest.map(({ delegatedStake }) => delegatedStake)).toEqual(sorted.slice(0, 3).map(sol));
  });

  it("gives no yield to stake that wasn't active all the time", async () => {
    const stakes = history.state(history.head)?.stakes ?? [];
    const late = stakes.find(({ activationEpoch }) => activationEpoch === 704n);
    const left = stakes.find(({ deactivationEpoch }) => deactivationEpoch === 704n);
    for (const [account, status] of [
      [late, "active"],
      [left, "inactive"],
    ] as const) {
      const summary = await one(`delegators/stakeAccounts/${account?.address}/summary?window=7d`);
      expect(summary).toMatchObject({ status, delegatorApy: null, stakingRewardsApy: null });
    }
  });

  it("returns stake authorities' rewards, and which of them are pools", async () => {
    const [pool] = history.pools;
    const authority = pool?.withdrawAuthority ?? "";
    const own = (history.state(history.head)?.stakes ?? []).filter((one) => one.stakeAuthority === authority);
    const total = own.reduce((sum, { stake }) => sum + stake, 0n);
    const days = sumPayouts(history, ({ account, slot }) =>
      own.some(({ address }) => address === account) ? dayOfSlot(history, slot) : "",
    );
    const path = `delegators/stakeAuthorities/${authority}`;
    const { data } = await page(`${path}/rewards?includeDelegations=true`);
    for (const row of data) expect(row.stakingRewards).toBe(sol(days.get(String(row.day)) ?? 0n));
    expect(data[0]).toMatchObject({ delegatedStake: sol(total), validatorDelegates: 2 });
    const delegations = (data[0] as unknown as { delegations: { percentage: number }[] }).delegations;
    expect(delegations.reduce((sum, { percentage }) => sum + percentage, 0)).toBeCloseTo(100, 9);
    expect((await page(`${path}/rewards`)).data[0]).not.toHaveProperty("delegations");
    expect(await one(`${path}/summary?window=all`)).toMatchObject({
      poolName: "Pooled SOL",
      delegatedStake: sol(total),
      sumStakingRewards: sol([...days].reduce((sum, [day, paid]) => (day === "" ? sum : sum + paid), 0n)),
    });
    expect(await one(`${path}/poolMetadata`)).toMatchObject({ symbol: "pSOL", pool: pool?.address });
    const [pools, others, all] = await Promise.all(
      ["&type=stakePool", "&type=other", ""].map((type) =>
        page(`delegators/stakeAuthorities?window=7d${type}`),
      ),
    );
    expect(pools?.total).toBe(2);
    expect((pools?.total ?? 0) + (others?.total ?? 0)).toBe(all?.total);
    const other = String(others?.data[0]?.stakeAuthority);
    const refused = await fixture.get(`/v0/solana/delegators/stakeAuthorities/${other}/poolMetadata`);
    expect(refused.status).toBe(404);
  });

  it("returns the same in v1 as in v0, oldest first, between two days", async () => {
    const [pool] = history.pools;
    const authority = `delegators/stakeAuthorities/${pool?.withdrawAuthority}`;
    const stake = `delegators/stakeAccounts/${history.state(history.head)?.stakes[0]?.address}`;
    const rewards = `validators/${history.validators[0]?.voteAccount}/rewards`;
    const list = async (path: string) => {
      const response = await fixture.get(`/v1/solana/${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      return (await response.json()) as { pages: number; next: string | null; results: Row[] };
    };
    for (const path of [rewards, `${rewards}?granularity=3k`, `${stake}/rewards`, `${authority}/rewards`]) {
      const { data } = await page(path);
      expect(data.length).toBeGreaterThan(0);
      expect((await list(path)).results).toEqual(data.toReversed());
    }
    const { data: byDay } = await page(rewards);
    for (const path of [rewards, `${authority}/rewards`]) {
      const day = String(byDay.at(-1)?.day);
      const bounded = await list(`${path}?fromDate=${day}&toDate=${day}`);
      expect(bounded).toMatchObject({ pages: 1, next: null, results: [{ day }] });
      const second = await list(`${path}?limit=1&offset=1&sortOrder=desc`);
      expect(second).toMatchObject({ pages: 2, next: null, results: [{ day }] });
    }
    for (const path of ["delegators/stakeAccounts?window=7d", "delegators/stakeAuthorities?window=7d"]) {
      const { data, total } = await page(`${path}&from=1&size=2`);
      const { results, pages } = await list(`${path}&offset=1&limit=2`);
      expect([results, pages]).toEqual([data, Math.ceil(total / 2)]);
    }
    const summaries = [`${stake}/summary?window=7d`, `${authority}/summary?window=7d`];
    for (const path of [...summaries, `${authority}/poolMetadata`])
      expect(await (await fixture.get(`/v1/solana/${path}`)).json()).toEqual(await one(path));
  });

  it("agrees with figures that the node reports itself, and lists the ones that differ", () =>
    expectSolanaVerified({ store: fixture.store, stub, history }));
});
