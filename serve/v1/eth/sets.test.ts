import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServeFixture } from "../../../test/support/serve.ts";
import { insertDay, insertDays, pubkeyOf } from "../../../test/support/serveEth.ts";
import { type List, openPerformanceFixture } from "../../../test/support/servePerformance.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openPerformanceFixture();
});
afterAll(() => fixture.close());

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  return fixture.app.request(path, {
    method,
    headers: { authorization: `Bearer ${fixture.key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The address of a new set's records. */
async function setOf(body: object): Promise<{ records: string; validators: string }> {
  const response = await send("POST", "/v1/eth/tags", { name: "set", ...body });
  const { id } = (await response.json()) as { id: string };
  return { records: `/v1/eth/sets/${id}`, validators: `/v1/eth/tags/${id}/validators` };
}

const resultsOf = async (path: string) => (await fixture.fetchBody<List>(path)).results;
const pick = (rows: Record<string, unknown>[], field: string) => rows.map((row) => row[field]);

describe("GET /v1/eth/sets/{set_id}/…", () => {
  it("effectiveness: unweighted means over all validator-days, with the period", async () => {
    const { records } = await setOf({ indices: [1, 2] });
    const week = await resultsOf(`${records}/effectiveness?granularity=week`);
    expect(week).toHaveLength(2);
    // Days 5 and 6: validator 1 has 20 and 60, validator 2 has 71.875 and 0.
    expect(week[1]).toEqual({
      day: null,
      hour: null,
      date: null,
      startDay: 5,
      endDay: 6,
      startDate: "2020-12-07",
      endDate: "2020-12-08",
      startEpoch: 1_125,
      endEpoch: 1_574,
      startSlot: 36_000,
      endSlot: 50_399,
      startTimestamp: "2020-12-06T12:00:23Z",
      endTimestamp: "2020-12-08T12:00:23Z",
      validatorCount: 2,
      avgValidatorEffectiveness: (20 + 60 + 71.875 + 0) / 4,
      avgProposerEffectiveness: 25,
      avgAttesterEffectiveness: (20 + 60 + 100 + 0) / 4,
      avgUptime: (0.5 + 1 + 1 + 0) / 4,
      // Nothing was included of validator 2 on day 6: three days have a correctness and a delay.
      avgCorrectness: (13 / 15 + 28 / 30 + 1) / 3,
      avgInclusionDelay: (2 + 1.3 + 1) / 3,
      isFinalized: true,
      isComplete: true,
    });
  });

  it("attestations, proposals, rewards, penalties: sums", async () => {
    const { records } = await setOf({ indices: [1, 2] });
    const day5 = async (segment: string) =>
      (await resultsOf(`${records}/${segment}?fromDay=5&toDay=5`))[0] ?? {};
    expect(await day5("attestations")).toMatchObject({
      day: 5,
      date: "2020-12-07",
      totalAttestationAssignments: 20,
      totalUniqueAttestations: 15,
      sumMissedAttestations: 5,
      sumCorrectHead: 14,
      sumInclusionDelay: 20,
      syncSignatureCount: 30,
      sumSyncSignatureCount: 30,
      sumMissedSyncSignatures: 2,
    });
    expect(await day5("proposals")).toMatchObject({
      avgProposerEffectiveness: 25,
      proposerDutiesCount: 1,
      proposedCount: 1,
      executionProposedEmptyCount: 1,
    });
    expect(await day5("rewards")).toMatchObject({
      earnings: 15_000 - 500 - 11 - 7 + 3_000 - 200 + 42_100,
      estimatedRewards: 15_000 + 3_000 + 42_100,
      sumAttestationRewards: 15_000,
      sumSyncCommitteeRewards: 3_000,
      sumConsensusBlockRewards: 42_100,
      sumMissedSyncCommitteeRewards: 200,
      sumPriorityFeesWei: null,
      sumAllRewards: null,
    });
    expect(await day5("penalties")).toMatchObject({
      estimatedPenalties: -500 - 11 - 200,
      sumMissedAttestationPenalties: -500,
      sumLateSourcePenalties: -11,
      sumSyncCommitteePenalties: -200,
    });
  });

  it("leaves a running day out of means, and counts who is active in the last epoch", async () => {
    const { records } = await setOf({ indices: [111, 112, 113] });
    const rows = await resultsOf(`${records}/effectiveness?granularity=all`);
    expect(rows).toMatchObject([{ avgValidatorEffectiveness: 75, validatorCount: 3, isComplete: false }]);
    // Validator 3 exits at epoch 900, which is the first of day 4; one of them is not on the chain yet.
    await insertDays(fixture.store, { first: 3, last: 4, days: 5 });
    const exited = await setOf({ indices: [3, 4], pubkeys: [pubkeyOf(5_000)] });
    const days = await resultsOf(`${exited.records}/proposals`);
    expect(pick(days, "validatorCount")).toEqual([2, 2, 2, 2, 1]);
  });

  it("has all days at once when a validator is added, and keeps those before its removal", async () => {
    const { store } = fixture;
    for (const validator_index of [20, 21]) {
      for (const day of [3_000, 3_001, 3_002]) {
        await insertDay(store, { validator_index, day, attestation_duty_count: 225, attested_count: 225 });
      }
    }
    // Records reach into day 3001, as far as they did when the validator is removed.
    const covered = (day: number, lastEpoch: number) =>
      store.command(
        `insert into int_eth_day select 'mainnet', 'chain', {day:UInt32}, '2029-01-01', {day:UInt32} * 225, {lastEpoch:UInt32}, 0, 0, 1`,
        { day, lastEpoch },
      );
    await covered(3_000, 3_001 * 225 - 1);
    await covered(3_001, 3_001 * 225 + 7);
    const { records, validators } = await setOf({ indices: [20] });
    const counts = async () => {
      const rows = await resultsOf(`${records}/attestations`);
      return rows.map((row) => [row.day, row.totalAttestationAssignments, row.validatorCount]);
    };
    const alone = [
      [3_000, 225, 1],
      [3_001, 225, 1],
      [3_002, 225, 1],
    ];
    const together = alone.map(([day]) => [day, 450, 2]);
    expect(await counts()).toEqual(alone);
    await send("POST", validators, { pubkeys: [pubkeyOf(21)] });
    expect(await counts()).toEqual(together);
    expect((await send("DELETE", `${validators}/${pubkeyOf(21)}`)).status).toBe(200);
    await covered(3_002, 3_003 * 225 - 1);
    // The day that had begun keeps it, the one that came later does without it.
    expect(await counts()).toEqual([...together.slice(0, 2), alone[2]]);
    const [all] = await resultsOf(`${records}/attestations?granularity=all`);
    expect(all).toMatchObject({ totalAttestationAssignments: 450 + 450 + 225, validatorCount: 1 });
    await send("POST", validators, { pubkeys: [pubkeyOf(21)] });
    expect(await counts()).toEqual(together);
  });

  it("is an empty list while no validator of the set has a record", async () => {
    for (const body of [{}, { pubkeys: [pubkeyOf(5_000)] }, { indices: [50] }]) {
      const { records } = await setOf(body);
      const list = await fixture.fetchBody<List>(`${records}/effectiveness`);
      expect(list).toEqual({ previous: null, next: null, pages: 0, results: [] });
    }
  });

  it("may be cached, but not be used without revalidation: the set may change any time", async () => {
    const { records, validators } = await setOf({ indices: [1] });
    const path = `${records}/effectiveness?toDay=5`;
    const first = await fixture.get(path);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const etag = first.headers.get("etag") ?? "";
    expect((await fixture.get(path, { "if-none-match": etag })).status).toBe(304);
    await send("POST", validators, { pubkeys: [pubkeyOf(2)] });
    expect((await fixture.get(path, { "if-none-match": etag })).status).toBe(200);
  });
});
