/**
 * Solana's endpoints on a warehouse that the whole pipeline has filled, before Alpenglow, against the reference model.
 * Fast counterpart: test/solanaRewards.test.ts, test/solanaTruth.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SolanaHistory } from "../fixtures/solana/model.ts";
import type { ServeFixture } from "./support/serve.ts";
import {
  expectedNetwork,
  expectedPerformance,
  filled,
  type Grain,
  periodsOf,
  type Row,
  rounded,
  rowsAt,
  stakeOf,
} from "./support/solanaApi.ts";
import { expectSolanaSubjects } from "./support/solanaSubjects.ts";

const grains: Grain[] = ["day", "3k"];

const withoutComplete = ({ isComplete: _, ...row }: Row) => rounded(row);

describe("before Alpenglow", () => {
  let history: SolanaHistory;
  let fixture: ServeFixture;
  beforeAll(async () => {
    ({ history, fixture } = await filled({
      seed: 7,
      // The first of an epoch and of an interval; credits are timely from epoch 703 on.
      firstSlot: 2_538_000,
      slots: 7_100,
      slotsPerEpoch: 3_600,
      start: "2026-03-10T20:00:00Z",
      millisecondsPerSlot: 30_000,
    }));
  });
  afterAll(() => fixture.close());

  const performance = (version: string, index: number, query: string) =>
    rowsAt(
      fixture,
      `/${version}/solana/validators/${history.validators[index]?.voteAccount}/performance?${query}`,
    );

  it.each(grains)("v1 returns every field of every validator: %s", async (grain) => {
    for (const { index } of history.validators) {
      const rows = await performance("v1", index, `granularity=${grain}`);
      expect(rows.map(withoutComplete)).toEqual(expectedPerformance(history, grain, index).map(rounded));
    }
  });

  it.each(grains)("v0 returns the same, newest first, page by page: %s", async (grain) => {
    const seen: Row[] = [];
    let path: string | null =
      `/v0/solana/validators/${history.validators[0]?.voteAccount}/performance?granularity=${grain}&size=1`;
    while (path !== null) {
      const body = (await (await fixture.get(path)).json()) as { data: Row[]; next: string | null };
      seen.push(...body.data);
      path = body.next;
    }
    expect(seen.reverse().map(withoutComplete)).toEqual(expectedPerformance(history, grain, 0).map(rounded));
  });

  it.each(grains)("the network's effectiveness is that of all: %s", async (grain) => {
    const expected = expectedNetwork(history, grain).map(rounded);
    const rows = await rowsAt(fixture, `/v1/solana/network/effectiveness?granularity=${grain}`);
    expect(rows.map(withoutComplete)).toEqual(expected);
    const newest = await rowsAt(fixture, `/v0/solana/network/effectiveness?granularity=${grain}`);
    expect(newest.map(withoutComplete)).toEqual(expected.reverse());
  });

  it("the day between two others is complete, and so are intervals with enough slots after them", async () => {
    const completeOf = (rows: Row[]) => rows.map(({ isComplete }) => isComplete);
    expect(completeOf(await performance("v1", 0, ""))).toEqual([false, true, false, false]);
    expect(completeOf(await performance("v1", 0, "granularity=3k"))).toEqual([true, true, false]);
  });

  it("v1 takes days and intervals from and to, inclusive", async () => {
    const daysOf = (rows: Row[]) => rows.map(({ day }) => day);
    const slotsOf = (rows: Row[]) => rows.map(({ fromSlot }) => fromSlot);
    const [, second] = await performance("v1", 0, "");
    const days = async (query: string) => daysOf(await performance("v1", 0, query));
    const intervals = async (query: string) => slotsOf(await performance("v1", 0, `granularity=3k&${query}`));
    expect(await days("fromDate=2026-03-11&toDate=2026-03-12")).toEqual(["2026-03-11", "2026-03-12"]);
    expect(await days("toDate=2026-03-11&sortOrder=desc")).toEqual(["2026-03-11", "2026-03-10"]);
    expect(await days("from=2026-03-11")).toEqual(["2026-03-10", "2026-03-11"]);
    expect(await days("toSlot=2538000")).toEqual(["2026-03-10", "2026-03-11"]);
    expect(await days("fromSlot=2544000")).toEqual(["2026-03-12", "2026-03-13"]);
    expect(second).toMatchObject({ day: "2026-03-11" });
    expect(await intervals("fromSlot=2541000&toSlot=2544000")).toEqual([2_541_000, 2_544_000]);
    expect(await intervals("toSlot=2538000")).toEqual([2_538_000]);
    expect(await intervals("from=2541000&sortOrder=desc")).toEqual([2_541_000, 2_538_000]);
    expect(await intervals("fromDate=2026-03-11&toDate=2026-03-11")).toEqual([2_541_000]);
  });

  it("refuses slots that start no interval, with the reason", async () => {
    const path = `/solana/validators/${history.validators[0]?.voteAccount}/performance`;
    for (const query of [`/v1${path}?toSlot=2541001`, `/v1${path}?from=1`, `/v0${path}?from=2999`]) {
      const response = await fixture.get(query);
      expect(response.status).toBe(400);
      const { detail } = (await response.json()) as { detail: { msg: string }[] };
      expect(detail[0]?.msg).toContain("multiple of 3000");
    }
  });

  it("finds a validator by its identity, too", async () => {
    const { identity, voteAccount } = history.validators[0] ?? { identity: "", voteAccount: "" };
    const [byIdentity] = await rowsAt(fixture, `/v0/solana/validators/${identity}`);
    expect(byIdentity).toMatchObject({ voteAccount, validatorIdentity: identity });
  });

  it("returns what operators published, and the newest state", async () => {
    for (const { voteAccount, info, version, index } of history.validators) {
      const [row] = await rowsAt(fixture, `/v0/solana/validators/${voteAccount}`);
      expect(row).toMatchObject({
        voteAccount,
        validatorIdentity: history.state(history.head)?.voters[index]?.identity,
        validatorName: info?.name ?? null,
        website: info?.website ?? null,
        softwareVersion: version,
        epoch: history.slot(history.head)?.epoch,
        activatedStake: stakeOf(history, voteAccount),
      });
    }
  });

  it("sums a window up to the newest complete day", async () => {
    const [, [, day] = ["", undefined]] = periodsOf(history, "day");
    const [first] = await rowsAt(fixture, "/v0/solana/network/overview");
    expect(first).toMatchObject({ timeWindow: "1d", fromDay: "2026-03-11", toDay: "2026-03-11" });
    const [network] = expectedNetwork(history, "day").slice(1, 2).map(rounded);
    expect(rounded(first ?? {})).toMatchObject({
      networkEffectiveness: network?.networkEffectiveness,
      networkVoteSuccessRate: network?.voteSuccessRate,
      networkVotingLatency: network?.votingLatency,
      leaderSlots: day?.total.leaderSlots,
    });
    const overview = await rowsAt(fixture, "/v1/solana/network/overview");
    expect(overview.map(({ timeWindow, fromDay }) => [timeWindow, fromDay])).toEqual([
      ["1d", "2026-03-11"],
      ["7d", "2026-03-10"],
      ["30d", "2026-03-10"],
      ["all", "2026-03-10"],
    ]);
    const days = periodsOf(history, "day").slice(0, 2);
    for (const { voteAccount, index } of history.validators) {
      const [summary = {}] = await rowsAt(fixture, `/v0/solana/validators/${voteAccount}/summary?window=7d`);
      const sums = days.map(([, period]) => period.voters.get(voteAccount) ?? period.total);
      const total = (
        name: "votes" | "sumLatency" | "score" | "userBlocks" | "empty" | "voteOnly" | "leaderSlots",
      ) => sums.reduce((sum, one) => sum + one[name], 0);
      const confirmed = days.reduce((sum, [, period]) => sum + period.confirmedBlocks, 0);
      const proposer =
        (total("userBlocks") + 0.25 * (total("empty") + total("voteOnly"))) / total("leaderSlots");
      const voting = total("score") / (confirmed * 16);
      const stake = stakeOf(history, voteAccount);
      expect(rounded(summary)).toMatchObject(
        rounded({
          timeWindow: "7d",
          validatorName: history.validators[index]?.info?.name ?? null,
          totalStake: stake,
          networkPenetration: stake / Number(network?.activatedStake),
          effectiveness: total("leaderSlots") === 0 ? voting : (3 * proposer + 5 * voting) / 8,
          voteLatency: total("votes") === 0 ? null : total("sumLatency") / total("votes"),
          stakeAccountCount: history
            .state(history.head)
            ?.stakes.filter(
              (one) => one.voteAccount === voteAccount && one.deactivationEpoch === 2n ** 64n - 1n,
            ).length,
        }),
      );
    }
  });

  it("lists validators by any of their values, and those of one stake authority", async () => {
    const list = (query: string) => rowsAt(fixture, `/v0/solana/validators?window=all&${query}`);
    const byStake = (await list("")).map(({ voteAccount }) => String(voteAccount));
    expect(byStake).toHaveLength(history.validators.length);
    const stakes = byStake.map((voteAccount) => stakeOf(history, voteAccount));
    expect(stakes).toEqual([...stakes].sort((a, b) => b - a));
    const latencies = (await list("sortBy=voteLatency&sortOrder=asc")).map((row) => row.voteLatency);
    const knownLatencies = latencies.filter((latency) => latency !== null).map(Number);
    expect(latencies).toEqual([
      ...knownLatencies.sort((a, b) => a - b),
      ...latencies.slice(knownLatencies.length),
    ]);
    expect((await list("from=1&size=2")).map(({ voteAccount }) => voteAccount)).toEqual(byStake.slice(1, 3));
    const authority = history.state(history.head)?.stakes[0]?.stakeAuthority ?? "";
    const delegated = new Set(
      history
        .state(history.head)
        ?.stakes.filter((one) => one.stakeAuthority === authority && one.deactivationEpoch === 2n ** 64n - 1n)
        .map(({ voteAccount }) => voteAccount),
    );
    const ofAuthority = (await list(`stakeAuthority=${authority}`)).map(({ voteAccount }) => voteAccount);
    expect(new Set(ofAuthority)).toEqual(delegated);
    const leaders = await rowsAt(fixture, "/v0/solana/validators/leaderboard?window=30d");
    const ratings = leaders.map(({ effectiveness }) => Number(effectiveness));
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    expect(leaders.map(({ rank }) => rank)).toEqual(leaders.map((_, index) => index + 1));
  });

  it("lists vote accounts and stake authorities with the performance of complete days", async () => {
    const performance = ["2026-03-11"];
    await expectSolanaSubjects(fixture, history, { performance, rewards: [...performance, "2026-03-12"] });
  });

  it("returns the distribution of stake", async () => {
    const [row = {}] = await rowsAt(fixture, "/v0/solana/network/validatorDistributions");
    const stakes = history.validators
      .map(({ voteAccount }) => stakeOf(history, voteAccount))
      .filter((stake) => stake > 0)
      .sort((a, b) => b - a);
    const total = stakes.reduce((sum, stake) => sum + stake, 0);
    const pairs = stakes.flatMap((one) => stakes.map((other) => Math.abs(one - other)));
    const gini = pairs.reduce((sum, gap) => sum + gap, 0) / (2 * stakes.length * total);
    const sumOf = (count: number) => stakes.slice(0, count).reduce((sum, stake) => sum + stake, 0);
    const nakamoto = stakes.findIndex((_, place) => sumOf(place + 1) * 3 > total) + 1;
    expect(row.validatorCount).toBe(stakes.length);
    expect(row.giniCoefficient).toBeCloseTo(gini, 10);
    expect(row.nakamotoCoefficient).toBe(nakamoto);
    for (const list of [row.stakeBands, row.softwareVersions, row.commissions] as Row[][])
      expect(list.reduce((count, one) => count + Number(one.validatorCount), 0)).toBe(stakes.length);
  });
});
