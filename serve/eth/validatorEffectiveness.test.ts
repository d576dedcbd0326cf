import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  insertDay,
  insertNetwork,
  insertValidators,
  openServeFixture,
  pubkeyOf,
  type ServeFixture,
} from "../../test/support/serve.ts";

let fixture: ServeFixture;

/** Validator 100 on chain day 803 of mainnet: counts of a published answer of the original service. */
const published = {
  validator_index: 100,
  day: 803,
  attestation_duty_count: 225,
  attested_count: 225,
  attestation_count: 237,
  correct_target_count: 224,
  correct_head_count: 221,
  inclusion_delay_sum: 226,
  attester_effectiveness: 98.82005899705014,
  validator_effectiveness: 98.82005899705014,
  attestation_reward_gwei: 2_965_823,
  wrong_target_penalty_gwei: -6_461,
  missed_attestation_reward_gwei: 19_233,
  rating_version: "v3.0",
};

/**
 * Two validators around a Monday: day 4 ends on Sunday 2020-12-06, day 5 on Monday. Validator 1 misses half of day 5;
 * validator 2 has one proposal, misses all of day 6, and sits in the sync committee on day 5.
 */
const twoWeeks = [
  {
    validator_index: 1,
    day: 4,
    ...duties(10, 10, 20, 10),
    attester_effectiveness: 100,
    validator_effectiveness: 100,
  },
  {
    validator_index: 1,
    day: 5,
    ...duties(10, 5, 8, 10),
    attester_effectiveness: 20,
    validator_effectiveness: 20,
  },
  {
    validator_index: 1,
    day: 6,
    ...duties(10, 10, 18, 13),
    attester_effectiveness: 60,
    validator_effectiveness: 60,
  },
  {
    validator_index: 2,
    day: 5,
    ...duties(10, 10, 20, 10),
    attester_effectiveness: 100,
    proposer_effectiveness: 25,
    validator_effectiveness: 71.875,
    proposer_duty_count: 1,
    proposed_count: 1,
    proposed_empty_count: 1,
    sync_signature_count: 30,
    sync_missed_count: 2,
    sync_reward_gwei: 3_000,
    sync_penalty_gwei: -200,
    proposer_attestation_reward_gwei: 40_000,
    proposer_sync_reward_gwei: 2_000,
    proposer_slashing_reward_gwei: 100,
    slashes_collected_count: 1,
    inactivity_penalty_gwei: -7,
    late_source_count: 1,
    late_source_penalty_gwei: -11,
  },
  {
    validator_index: 2,
    day: 6,
    ...duties(10, 0, 0, 0),
    attester_effectiveness: 0,
    validator_effectiveness: 0,
  },
];

/** Counts of a day. Half of the `correct` votes are for the target, half for the head; every included source is right. */
function duties(duty: number, attested: number, correct: number, delay: number) {
  return {
    attestation_duty_count: duty,
    attested_count: attested,
    attestation_count: attested + 1,
    correct_target_count: correct / 2,
    correct_head_count: correct / 2,
    inclusion_delay_sum: delay,
    attestation_reward_gwei: 1_000 * attested,
    missed_attestation_penalty_gwei: -100 * (duty - attested),
  };
}

type Page = { page: unknown; total: number; data: Record<string, unknown>[]; next: string | null };
type List = {
  results: Record<string, unknown>[];
  pages: number;
  next: string | null;
  previous: string | null;
};

async function ask<Body>(path: string): Promise<Body> {
  const response = await fixture.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Body;
}

beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 120);
  await insertDay(fixture.store, published);
  for (const row of twoWeeks) await insertDay(fixture.store, row);
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
    const body = await ask<Page>("/v0/eth/validators/1/effectiveness?granularity=week");
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

  it("are cut by from, and every granularity is built from days", async () => {
    const rangeOf = async (query: string) =>
      (await ask<Page>(`/v0/eth/validators/1/effectiveness?${query}`)).data.map((row) => [
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
    const body = await ask<Page>("/v0/eth/validators/2/effectiveness?from=6&size=1");
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
    const body = await ask<Page>("/v0/eth/validators/2/effectiveness?from=5&size=1");
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
    for (const range of ["from=6&to=5", "from=5&to=6", "from=2020-12-08&to=2020-12-07"]) {
      const body = await ask<Page>(
        `${path}?indices=2&indices=1&pubkeys=${pubkeyOf(2)}&indices=99999&${range}`,
      );
      expect(body.total).toBe(2);
      expect(body.data.map((row) => [row.validatorIndex, row.startDay, row.endDay, row.uptime])).toEqual([
        [1, 6, 5, 0.75],
        [2, 6, 5, 0.5],
      ]);
    }
  });

  it("averages the validators' ratings over time, and divides sums for the ratios", async () => {
    const query = "indices=1&indices=2&from=6&to=5&groupBy=timeWindow&granularity=week";
    const body = await ask<Page>(`${path}?${query}`);
    expect(Object.keys(body.data[0] ?? {})).not.toContain("validatorIndex");
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      startDay: 6,
      endDay: 5,
      totalAttestationAssignments: 40,
      uptime: 25 / 40,
      // Validator 1: (20 + 60) / 2 = 40. Validator 2: (100 + 0) / 2 = 50.
      attesterEffectiveness: 45,
      validatorEffectiveness: (40 + 71.875 / 2) / 2,
      proposerEffectiveness: 25,
    });
  });

  it("weighs every validator the same, however many days it has", async () => {
    const body = await ask<Page>(`${path}?indices=1&indices=2&groupBy=timeWindow&granularity=all`);
    // Validator 1: (100 + 20 + 60) / 3 = 60 over three days. Validator 2: 50 over two.
    expect(body.data[0]).toMatchObject({ startDay: 6, endDay: 4, attesterEffectiveness: 55 });
  });

  it("answers days when time is grouped without a granularity, and nothing for size 0", async () => {
    const body = await ask<Page>(`${path}?indices=1&indices=2&groupBy=timeWindow`);
    expect(body.data.map((row) => row.day)).toEqual([6, 5, 4]);
    expect(await ask<Page>(`${path}?indices=1&size=0`)).toMatchObject({ total: 1, data: [], next: null });
  });
});

describe("include", () => {
  it("answers the named fields only", async () => {
    const body = await ask<Page>("/v0/eth/validators/1/effectiveness?size=1&include=uptime&include=day");
    expect(body.data).toEqual([{ day: 6, uptime: 1 }]);
    expect(body.next).toBe(
      "/v0/eth/validators/1/effectiveness?from=5&size=1&granularity=day&filterType=day&include=uptime&include=day",
    );
    const list = await ask<List>("/v1/eth/validators/1/proposals?limit=1&include=date");
    expect(list.results).toEqual([{ date: "2020-12-06" }]);
  });
});

describe("GET /v1/eth/validators/{id}/…", () => {
  it("effectiveness: ascending, with its period", async () => {
    const body = await ask<List>("/v1/eth/validators/1/effectiveness");
    expect(body).toMatchObject({ pages: 1, next: null, previous: null });
    expect(body.results.map((row) => row.day)).toEqual([4, 5, 6]);
    expect(body.results[0]).toEqual({
      validatorIndex: 1,
      day: 4,
      hour: null,
      date: "2020-12-06",
      startDay: null,
      endDay: null,
      startDate: null,
      endDate: null,
      startEpoch: 900,
      endEpoch: 1_124,
      startSlot: 28_800,
      endSlot: 35_999,
      startTimestamp: "2020-12-05T12:00:23Z",
      endTimestamp: "2020-12-06T12:00:23Z",
      validatorEffectiveness: 100,
      attesterEffectiveness: 100,
      proposerEffectiveness: null,
      uptime: 1,
      avgCorrectness: 1,
      avgInclusionDelay: 1,
      sumInclusionDelay: 10,
      isFinalized: true,
      isComplete: true,
    });
  });

  it("attestations: accuracies are over duties", async () => {
    const body = await ask<List>("/v1/eth/validators/1/attestations?fromDay=5&toDay=5");
    expect(body.results).toHaveLength(1);
    expect(body.results[0]).toMatchObject({
      day: 5,
      uptime: 0.5,
      sourceAccuracy: 0.5,
      targetAccuracy: 0.4,
      headAccuracy: 0.4,
      avgCorrectness: 13 / 15,
      sumMissedAttestations: 5,
    });
  });

  it("proposals: sorted by a field, nulls last", async () => {
    const days = async (query: string) =>
      (await ask<List>(`/v1/eth/validators/2/proposals?${query}`)).results.map((row) => row.day);
    expect(await days("sortBy=proposedCount")).toEqual([6, 5]);
    expect(await days("sortBy=proposedCount&sortOrder=desc")).toEqual([5, 6]);
    expect(await days("sortBy=proposerEffectiveness")).toEqual([5, 6]);
    expect(await days("sortBy=proposerEffectiveness&sortOrder=desc")).toEqual([5, 6]);
  });

  it("rolls up, and knows that a running week is not complete", async () => {
    const body = await ask<List>("/v1/eth/validators/1/effectiveness?granularity=week&toDate=2020-12-08");
    expect(body.results[0]).toMatchObject({
      day: null,
      date: null,
      startDay: 4,
      endDay: 4,
      startDate: "2020-12-06",
      isComplete: true,
    });
    expect(body.results[1]).toMatchObject({ startDay: 5, endDay: 6, endDate: "2020-12-08" });
    const running = await ask<List>("/v1/eth/validators/100/effectiveness?granularity=week");
    // Day 803 ends on Monday 2023-02-13 and nothing newer is known.
    expect(running.results[0]).toMatchObject({ startDate: "2023-02-13", isComplete: false });
    const day = await ask<List>("/v1/eth/validators/100/effectiveness");
    expect(day.results[0]).toMatchObject({ date: "2023-02-13", isComplete: true });
  });

  it("has UTC days of its own, and an empty list for a known validator without records", async () => {
    await insertDay(fixture.store, {
      validator_index: 3,
      day_type: "utc",
      day: 1,
      date: "2020-12-02",
      start_epoch: 113,
      end_epoch: 337,
      attestation_duty_count: 225,
    });
    const utc = await ask<List>("/v1/eth/validators/3/effectiveness?utc=true");
    expect(utc.results[0]).toMatchObject({
      day: 1,
      date: "2020-12-02",
      startSlot: 3_616,
      endSlot: 10_815,
      startTimestamp: "2020-12-02T00:03:35Z",
    });
    expect(await ask<List>("/v1/eth/validators/3/effectiveness")).toEqual({
      previous: null,
      next: null,
      pages: 0,
      results: [],
    });
  });

  it("links to both neighbours with absolute addresses", async () => {
    const body = await ask<List>("/v1/eth/validators/1/effectiveness?limit=1&offset=1&fromDate=2020-12-01");
    const link = (offset: number) =>
      `http://localhost/v1/eth/validators/1/effectiveness?limit=1&offset=${offset}&fromDate=2020-12-01&utc=false&granularity=day&sortBy=day&sortOrder=asc`;
    expect(body).toMatchObject({ previous: link(0), next: link(2), pages: 3 });
  });
});

describe("GET /v0/eth/validators", () => {
  it("tells an exited validator's epochs and filters by withdrawal address", async () => {
    expect(await ask("/v0/eth/validators/3")).toEqual({
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
      const body = await ask<Page>(`/v0/eth/validators?from=10&size=2&${field}=${spelt}`);
      expect(body.page).toEqual({ from: 10, size: 2 });
      expect(body.total).toBe(60);
      expect(body.data.map((row) => row.validatorIndex)).toEqual([11, 13]);
      expect(body.next).toBe(
        `/v0/eth/validators?from=14&size=2&withdrawalAddress=${spelt.toLowerCase()}&idType=nodeOperator`,
      );
    }
  });
});
