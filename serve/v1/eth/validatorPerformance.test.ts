import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServeFixture } from "../../../test/support/serve.ts";
import { insertDay } from "../../../test/support/serveEth.ts";
import { type List, openPerformanceFixture } from "../../../test/support/servePerformance.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openPerformanceFixture();
});
afterAll(() => fixture.close());

describe("GET /v1/eth/validators/{id}/…", () => {
  it("effectiveness: ascending, with its period", async () => {
    const body = await fixture.fetchBody<List>("/v1/eth/validators/1/effectiveness");
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
    const body = await fixture.fetchBody<List>("/v1/eth/validators/1/attestations?fromDay=5&toDay=5");
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

  it.each(["effectiveness", "attestations"])(
    "%s: correctness counts the votes that the rating version does",
    async (segment) => {
      const correctness = async (granularity: string) =>
        (
          await fixture.fetchBody<List>(`/v1/eth/validators/110/${segment}?granularity=${granularity}`)
        ).results.map((row) => row.avgCorrectness);
      expect(await correctness("day")).toEqual([16 / 20, (16 + 10) / 30]);
      expect(await correctness("week")).toEqual([(16 + 10 + 16) / 50]);
    },
  );

  it.each([
    ["effectiveness", "validatorEffectiveness"],
    ["attestations", "attesterEffectiveness"],
    ["proposals", "proposerEffectiveness"],
  ])("%s: means leave a running day out", async (segment, field) => {
    const values = async (granularity: string) =>
      (
        await fixture.fetchBody<List>(`/v1/eth/validators/111/${segment}?granularity=${granularity}`)
      ).results.map((row) => row[field]);
    expect(await values("day")).toEqual([90, field === "proposerEffectiveness" ? 0 : 10]);
    expect(await values("week")).toEqual([90]);
  });

  it("proposals: sorted by a field, nulls last", async () => {
    const days = async (query: string) =>
      (await fixture.fetchBody<List>(`/v1/eth/validators/2/proposals?${query}`)).results.map(
        (row) => row.day,
      );
    expect(await days("sortBy=proposedCount")).toEqual([6, 5]);
    expect(await days("sortBy=proposedCount&sortOrder=desc")).toEqual([5, 6]);
    expect(await days("sortBy=proposerEffectiveness")).toEqual([5, 6]);
    expect(await days("sortBy=proposerEffectiveness&sortOrder=desc")).toEqual([5, 6]);
  });

  it("rolls up, and knows that a running week is not complete", async () => {
    const body = await fixture.fetchBody<List>(
      "/v1/eth/validators/1/effectiveness?granularity=week&toDate=2020-12-08",
    );
    expect(body.results[0]).toMatchObject({
      day: null,
      date: null,
      startDay: 4,
      endDay: 4,
      startDate: "2020-12-06",
      isComplete: true,
    });
    expect(body.results[1]).toMatchObject({ startDay: 5, endDay: 6, endDate: "2020-12-08" });
    const running = await fixture.fetchBody<List>("/v1/eth/validators/100/effectiveness?granularity=week");
    // Day 803 ends on Monday 2023-02-13 and nothing newer is known.
    expect(running.results[0]).toMatchObject({ startDate: "2023-02-13", isComplete: false });
    const day = await fixture.fetchBody<List>("/v1/eth/validators/100/effectiveness");
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
    const utc = await fixture.fetchBody<List>("/v1/eth/validators/3/effectiveness?utc=true");
    expect(utc.results[0]).toMatchObject({
      day: 1,
      date: "2020-12-02",
      startSlot: 3_616,
      endSlot: 10_815,
      startTimestamp: "2020-12-02T00:03:35Z",
    });
    expect(await fixture.fetchBody<List>("/v1/eth/validators/3/effectiveness")).toEqual({
      previous: null,
      next: null,
      pages: 0,
      results: [],
    });
  });

  it("links to both neighbours with absolute addresses", async () => {
    const body = await fixture.fetchBody<List>(
      "/v1/eth/validators/1/effectiveness?limit=1&offset=1&fromDate=2020-12-01",
    );
    const link = (offset: number) =>
      `http://localhost/v1/eth/validators/1/effectiveness?limit=1&offset=${offset}&fromDate=2020-12-01&utc=false&granularity=day&sortBy=day&sortOrder=asc`;
    expect(body).toMatchObject({ previous: link(0), next: link(2), pages: 3 });
  });

  it("answers the included fields only", async () => {
    const list = await fixture.fetchBody<List>("/v1/eth/validators/1/proposals?limit=1&include=date");
    expect(list.results).toEqual([{ date: "2020-12-06" }]);
  });
});

describe("GET /v1/eth/validators/effectiveness", () => {
  const path = "/v1/eth/validators/effectiveness?indices=1&indices=2";

  it("is sorted by any number of the record that is answered", async () => {
    const { results } = await fixture.fetchBody<List>(`${path}&sortBy=uptime&sortOrder=desc`);
    const uptimes = results.map(({ uptime }) => Number(uptime ?? -1));
    expect(uptimes.length).toBeGreaterThan(2);
    expect(uptimes).toEqual([...uptimes].sort((one, other) => other - one));
    expect((await fixture.get(`${path}&groupBy=granularity&sortBy=avgUptime`)).status).toBe(200);
  });

  it.each([
    ["groupBy=granularity&include=validatorIndex", ["query", "include", 0]],
    ["groupBy=granularity&sortBy=uptime", ["query", "sortBy"]],
    ["sortBy=avgUptime", ["query", "sortBy"]],
  ])("refuses a field of the other record: %s", async (query, loc) => {
    const response = await fixture.get(`${path}&${query}`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { detail: { loc: unknown }[] }).detail[0]?.loc).toEqual(loc);
  });
});
