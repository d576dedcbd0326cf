import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServeFixture } from "../../../test/support/serve.ts";
import { pubkeyOf } from "../../../test/support/serveEth.ts";
import { openPerformanceFixture, type Page } from "../../../test/support/servePerformance.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openPerformanceFixture();
});
afterAll(() => fixture.close());

describe("GET /v0/eth/validators/{id}/effectiveness", () => {
  it("answers every field of the published record", async () => {
    const response = await fixture.get("/v0/eth/validators/100/effectiveness?from=803&size=1");
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toEqual({
      page: { from: 803, to: null, size: 1, granularity: "day", filterType: "day" },
      total: 1,
      data: [
        {
          validatorIndex: 100,
          validatorPubkey: pubkeyOf(100),
          day: 803,
          hour: null,
          startDay: null,
          endDay: null,
          startEpoch: 180_899,
          endEpoch: 180_675,
          totalAttestations: 237,
          totalUniqueAttestations: 225,
          totalAttestationAssignments: 225,
          sumCorrectHead: 221,
          sumCorrectTarget: 224,
          sumCorrectSource: 225,
          sumInclusionDelay: 226,
          avgInclusionDelay: 1.0044444444444445,
          avgCorrectness: 0.9925925925925926,
          uptime: 1,
          attesterEffectiveness: 98.82005899705014,
          validatorEffectiveness: 98.82005899705014,
          proposerEffectiveness: null,
          proposedCount: 0,
          proposerDutiesCount: 0,
          executionProposedEmptyCount: 0,
          slashesCollected: 0,
          slashesReceived: 0,
          syncSignatureCount: 0,
          sumMissedSyncSignatures: null,
          earnings: 2_959_362,
          estimatedRewards: 2_965_823,
          estimatedPenalties: -6_461,
          sumPriorityFees: null,
          sumBaselineMev: null,
          sumExternallySourcedExecutionRewards: null,
          sumConsensusBlockRewards: 0,
          sumAttestationRewards: 2_965_823,
          sumMissedExecutionRewards: null,
          sumMissedConsensusBlockRewards: 0,
          sumMissedAttestationRewards: 19_233,
          sumMissedSyncCommitteeRewards: 0,
          sumLateSourceVotes: 0,
          sumLateSourcePenalties: 0,
          sumWrongTargetVotes: 1,
          sumWrongTargetPenalties: -6_461,
          sumLateTargetVotes: 0,
          sumLateTargetPenalties: 0,
          sumWrongHeadVotes: 4,
          sumWrongHeadPenalties: 0,
          sumMissedAttestations: 0,
          sumMissedAttestationPenalties: 0,
          sumSyncCommitteePenalties: 0,
          sumAllRewards: null,
        },
      ],
      next: null,
    });
  });
});

describe("several days in one record", () => {
  it("sum counts and amounts, divide sums, and average the daily ratings", async () => {
    const body = await fixture.fetchBody<Page>("/v0/eth/validators/1/effectiveness?granularity=week");
    expect(body.total).toBe(2);
    expect(body.data[0]).toMatchObject({
      day: null,
      startDay: 6,
      endDay: 5,
      startEpoch: 6 * 225 + 224,
      endEpoch: 5 * 225,
      totalUniqueAttestations: 15,
      totalAttestationAssignments: 20,
      uptime: 15 / 20,
      avgCorrectness: (15 + 8 + 18) / 45,
      avgInclusionDelay: 23 / 15,
      attesterEffectiveness: 40,
      validatorEffectiveness: 40,
      proposerEffectiveness: null,
      sumMissedAttestations: 5,
      earnings: 14_500,
    });
    expect(body.data[1]).toMatchObject({ startDay: 4, endDay: 4, validatorEffectiveness: 100 });
  });

  it("count the votes that the rating version of each day counts", async () => {
    const correctness = async (granularity: string) =>
      (
        await fixture.fetchBody<Page>(`/v0/eth/validators/110/effectiveness?granularity=${granularity}`)
      ).data.map((row) => row.avgCorrectness);
    expect(await correctness("day")).toEqual([(16 + 10) / 30, 16 / 20]);
    expect(await correctness("week")).toEqual([(16 + 10 + 16) / 50]);
  });

  it("leave a running day out of means, but for who has no other", async () => {
    const ratings = async (validator: number, granularity: string) =>
      (
        await fixture.fetchBody<Page>(
          `/v0/eth/validators/${validator}/effectiveness?granularity=${granularity}`,
        )
      ).data.map((row) => [row.validatorEffectiveness, row.proposerEffectiveness, row.uptime]);
    expect(await ratings(111, "day")).toEqual([
      [10, 0, 0.1],
      [90, 90, 0.9],
    ]);
    expect(await ratings(111, "all")).toEqual([[90, 90, 0.5]]);
    expect(await ratings(112, "week")).toEqual([[60, null, 0.4]]);
    expect(await ratings(113, "all")).toEqual([[30, null, 0.3]]);
    const together = await fixture.fetchBody<Page>(
      "/v0/eth/validators/effectiveness?indices=111&indices=112&indices=113&groupBy=timeWindow&granularity=week",
    );
    expect(together.data[0]).toMatchObject({
      startDay: 342,
      endDay: 341,
      validatorEffectiveness: 75,
      uptime: 0.75,
      avgCorrectness: 1 / 3,
      totalAttestationAssignments: 50,
    });
  });

  it("are cut by from, and every granularity is built from days", async () => {
    const rangeOf = async (query: string) =>
      (await fixture.fetchBody<Page>(`/v0/eth/validators/1/effectiveness?${query}`)).data.map((row) => [
        row.startDay,
        row.endDay,
      ]);
    expect(await rangeOf("granularity=week&from=5")).toEqual([
      [5, 5],
      [4, 4],
    ]);
    for (const granularity of ["month", "quarter", "year", "all"]) {
      expect(await rangeOf(`granularity=${granularity}`)).toEqual([[6, 4]]);
    }
    expect(await rangeOf("granularity=all&from=2020-12-07&filterType=datetime")).toEqual([[5, 4]]);
  });

  it("of a validator that missed all day have uptime 0 and no correctness", async () => {
    const body = await fixture.fetchBody<Page>("/v0/eth/validators/2/effectiveness?from=6&size=1");
    expect(body.data[0]).toMatchObject({
      day: 6,
      uptime: 0,
      avgCorrectness: null,
      avgInclusionDelay: null,
      attesterEffectiveness: 0,
      sumMissedSyncSignatures: null,
    });
    expect(body.next).toBe("/v0/eth/validators/2/effectiveness?from=5&size=1&granularity=day&filterType=day");
  });

  it("count every reward and penalty once", async () => {
    const body = await fixture.fetchBody<Page>("/v0/eth/validators/2/effectiveness?from=5&size=1");
    expect(body.data[0]).toMatchObject({
      earnings: 10_000 + 3_000 - 200 + 42_100 - 7 - 11,
      estimatedRewards: 10_000 + 3_000 + 42_100,
      estimatedPenalties: -211,
      sumConsensusBlockRewards: 42_100,
      sumSyncCommitteePenalties: -200,
      sumMissedSyncCommitteeRewards: 200,
      syncSignatureCount: 30,
      sumMissedSyncSignatures: 2,
      slashesCollected: 1,
      sumLateSourceVotes: 1,
      sumLateSourcePenalties: -11,
      proposerEffectiveness: 25,
      executionProposedEmptyCount: 1,
    });
    expect(body.next).toBeNull();
    expect(body.total).toBe(2);
  });
});

describe("GET /v0/eth/validators/effectiveness", () => {
  const path = "/v0/eth/validators/effectiveness";

  it("answers each validator over the whole range, in either order of its ends", async () => {
    const ofOneKind = ["from=6&to=5", "from=5&to=6", "from=2020-12-08&to=2020-12-07"];
    const ofBoth = ["from=6&to=2020-12-07", "from=2020-12-07&to=6", "from=5&to=2020-12-08"];
    for (const range of [...ofOneKind, ...ofBoth]) {
      const body = await fixture.fetchBody<Page>(
        `${path}?indices=2&indices=1&pubkeys=${pubkeyOf(2)}&indices=99999&${range}`,
      );
      expect(body.total).toBe(2);
      expect(body.data.map((row) => [row.validatorIndex, row.startDay, row.endDay, row.uptime])).toEqual([
        [1, 6, 5, 0.75],
        [2, 6, 5, 0.5],
      ]);
    }
  });

  it("averages the daily values of all validators, ratings and ratios alike", async () => {
    const query = "indices=1&indices=2&from=6&to=5&groupBy=timeWindow&granularity=week";
    const body = await fixture.fetchBody<Page>(`${path}?${query}`);
    expect(Object.keys(body.data[0] ?? {})).not.toContain("validatorIndex");
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      startDay: 6,
      endDay: 5,
      totalAttestationAssignments: 40,
      // Validator 1: 0.5 and 1. Validator 2: 1 and 0.
      uptime: 2.5 / 4,
      // Validator 1: 13/15 and 28/30. Validator 2: 1, and nothing included.
      avgCorrectness: (13 / 15 + 28 / 30 + 1) / 3,
      avgInclusionDelay: (2 + 1.3 + 1) / 3,
      attesterEffectiveness: 45,
      validatorEffectiveness: (40 + 71.875 / 2) / 2,
      proposerEffectiveness: 25,
    });
  });

  it("weighs every day of a validator the same, however many days each has", async () => {
    const body = await fixture.fetchBody<Page>(
      `${path}?indices=1&indices=2&groupBy=timeWindow&granularity=all`,
    );
    // Validator 1: 100, 20 and 60. Validator 2: 100 and 0.
    expect(body.data[0]).toMatchObject({ startDay: 6, endDay: 4, attesterEffectiveness: 280 / 5 });
  });

  it("answers days when time is grouped without a granularity, and nothing for size 0", async () => {
    const body = await fixture.fetchBody<Page>(`${path}?indices=1&indices=2&groupBy=timeWindow`);
    expect(body.data.map((row) => row.day)).toEqual([6, 5, 4]);
    expect(await fixture.fetchBody<Page>(`${path}?indices=1&size=0`)).toMatchObject({
      total: 1,
      data: [],
      next: null,
    });
  });
});

describe("include", () => {
  it("answers the named fields only", async () => {
    const body = await fixture.fetchBody<Page>(
      "/v0/eth/validators/1/effectiveness?size=1&include=uptime&include=day",
    );
    expect(body.data).toEqual([{ day: 6, uptime: 1 }]);
    expect(body.next).toBe(
      "/v0/eth/validators/1/effectiveness?from=5&size=1&granularity=day&filterType=day&include=uptime&include=day",
    );
  });
});

describe("GET /v0/eth/validators", () => {
  it("has an exited validator's epochs and filters by withdrawal address", async () => {
    expect(await fixture.fetchBody("/v0/eth/validators/3")).toEqual({
      validatorIndex: 3,
      validatorPubkey: pubkeyOf(3),
      pool: null,
      dvtNetwork: null,
      nodeOperators: [],
      depositAddresses: [],
      dvtOperators: [],
      activationEpoch: 0,
      activationEligibilityEpoch: 0,
      exitEpoch: 900,
      withdrawableEpoch: 1_156,
      withdrawalAddress: `0x${"ab".repeat(20)}`,
    });
    const spelt = `0x${"AB".repeat(20)}`;
    for (const field of ["withdrawalAddress", "withdrawal_address"]) {
      const body = await fixture.fetchBody<Page>(`/v0/eth/validators?from=10&size=2&${field}=${spelt}`);
      expect(body.page).toEqual({ from: 10, size: 2 });
      expect(body.total).toBe(60);
      expect(body.data.map((row) => row.validatorIndex)).toEqual([11, 13]);
      expect(body.next).toBe(
        `/v0/eth/validators?from=14&size=2&withdrawalAddress=${spelt.toLowerCase()}&idType=nodeOperator`,
      );
    }
  });
});
