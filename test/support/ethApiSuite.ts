/** From a generated node to JSON over HTTP: every field of every answer equals a day computed from the chain's truth. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { roles } from "../../fixtures/eth/scenario/registry.ts";
import { createKey } from "../../serve/access/keys.ts";
import { type RunningServer, startServer } from "../../serve/http/server.ts";
import {
  type Body,
  daysOf,
  type EthApiCase,
  expectSameRecords,
  isPhase0,
  v1Records,
  v1Segments,
} from "./ethApi.ts";
import { expectEthExplanations } from "./ethExplain.ts";
import { expectListAnswers, expectSetAnswers } from "./ethGroupAnswers.ts";
import { createSet } from "./ethGroups.ts";
import { type Granularity, periodsOf, recordV0 } from "./ethModelAnswers.ts";
import { type ModelDay, modelDays } from "./ethModelDay.ts";
import { openFilledWarehouse } from "./ethPipeline.ts";
import { atNight, isNight, thinned } from "./nightCases.ts";
import { log, type TestWarehouse } from "./warehouse.ts";

const granularities = ["day", "week", "month", "quarter", "year", "all"] as const;

/** Every answer about a chain. */
export function ethApiSuite({ chain: generate, hasManyDays, pace, explainedOneIn = 41 }: EthApiCase): void {
  let chain: EthFixture;
  let warehouse: TestWarehouse & { network: string };
  let server: RunningServer;
  let key: string;
  let from: number;
  let to: number;
  let chainDays: ModelDay[];
  let utcDays: ModelDay[];
  let validators: number[];

  beforeAll(async () => {
    chain = generate();
    from = chain.options.startEpoch === 0 ? 0 : chain.options.startEpoch + 1;
    to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    warehouse = await openFilledWarehouse(chain, { from, to }, { pace });
    server = await startServer({ store: warehouse.store, log, host: "127.0.0.1", port: 0 });
    ({ key } = await createKey(warehouse.store, { name: "test" }));
    chainDays = modelDays(chain, "chain", { from, to });
    utcDays = modelDays(chain, "utc", { from, to });
    validators = [...new Set(chainDays.map(({ validator }) => validator))].sort((a, b) => a - b);
  });
  afterAll(async () => {
    await server.close();
    await warehouse.close();
  });

  async function get(path: string): Promise<Body> {
    const url = path.startsWith("http") ? path : `${server.url}${path}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    expect([path, response.status, response.status === 200 ? "" : text]).toEqual([path, 200, ""]);
    return JSON.parse(text) as Body;
  }

  const expectSame = (
    what: string,
    actual: readonly Record<string, unknown>[],
    expected: readonly Record<string, unknown>[],
  ) => expectSameRecords(chain, what, actual, expected);
  /** At night all of the chain with the most in it, a third of the others. */
  const sampledValidators = () =>
    validators.filter((_, i) => (isNight && hasManyDays && !isPhase0(chain)) || i % (isNight ? 3 : 8) === 0);
  const pubkeyOf = (validator: number) => lastRegistry()[validator]?.pubkey ?? "";

  /** The registry as of the last published epoch. */
  function lastRegistry() {
    const slots = chain.constants.number("SLOTS_PER_EPOCH");
    for (let slot = (to + 1) * slots; ; slot--) {
      const registry = [...chain.snapshots.values()].find((snapshot) => snapshot.slot === slot);
      if (registry !== undefined) return registry.validators;
    }
  }

  const v0Of = (validator: number, granularity: Granularity) =>
    periodsOf(daysOf(chainDays, validator), granularity)
      .map((period) => ({
        validatorIndex: validator,
        validatorPubkey: pubkeyOf(validator),
        ...recordV0(period, granularity),
      }))
      .reverse();

  it("the chain holds every case that the answers distinguish", () => {
    expect(new Set(chainDays.map(({ day }) => day)).size).toBeGreaterThan(1);
    expect(new Set(utcDays.map(({ day }) => day)).size).toBeGreaterThan(1);
    expect(chainDays.some(({ isComplete }) => !isComplete)).toBe(true);
    expect(chainDays.some(({ proposer }) => proposer === null)).toBe(true);
    expect(chainDays.some(({ proposerDuties, proposed }) => proposed < proposerDuties)).toBe(true);
    if (!hasManyDays) return;
    expect(chainDays.some(({ isComplete }) => isComplete)).toBe(true);
    if (isPhase0(chain)) return;
    const has = (test: (day: ModelDay) => boolean) => chainDays.some(test);
    expect(has(({ duties, syncSigned }) => duties === 0 && syncSigned > 0)).toBe(true);
    expect(has(({ syncSigned, syncMissed }) => syncSigned + syncMissed === 0)).toBe(true);
    expect(has(({ slashesReceived, slashingPenalty }) => slashesReceived === 1 && slashingPenalty < 0)).toBe(
      true,
    );
    expect(has(({ slashesCollected }) => slashesCollected > 0)).toBe(true);
    expect(has(({ proposedEmpty }) => proposedEmpty > 0)).toBe(true);
    const statuses = chain.truth.proposals.filter(({ epoch }) => epoch >= from && epoch <= to);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(
      new Set(["proposed", "missed", "orphaned"]),
    );
  });

  it("v0 effectiveness of every validator by day and one longer period", async () => {
    for (const validator of sampledValidators()) {
      for (const granularity of ["day", granularities[1 + (validator % 5)]] as Granularity[]) {
        const path = `/v0/eth/validators/${validator}/effectiveness?size=200&granularity=${granularity}`;
        const body = await get(path);
        const expected = v0Of(validator, granularity);
        expectSame(path, body.data, expected);
        expect([body.total, body.next]).toEqual([expected.length, null]);
      }
    }
  });

  // Days by themselves, and weeks, which the chain cuts.
  it.each(thinned(granularities, 2))("v0 aggregation by %s, of each and of all", async (granularity) => {
    const some = validators.filter((validator) => validator % 2 === 1 || validator < 40);
    const indices = some.map((validator) => `indices=${validator}`).join("&");
    const days = chainDays.filter(({ validator }) => some.includes(validator));
    const byValidator: Record<string, unknown>[] = [];
    for (
      let next: string | null =
        `/v0/eth/validators/effectiveness?${indices}&size=37&granularity=${granularity}`;
      next !== null;
    ) {
      const body: Body = await get(next);
      byValidator.push(...body.data);
      next = body.next;
    }
    const expected = periodsOf(days, granularity)
      .reverse()
      .flatMap((period) =>
        some.flatMap((validator) => {
          const own = period.days.filter((day) => day.validator === validator);
          if (own.length === 0) return [];
          const record = recordV0({ ...period, days: own }, granularity);
          return [{ validatorIndex: validator, validatorPubkey: pubkeyOf(validator), ...record }];
        }),
      );
    expectSame(`by validator and ${granularity}`, byValidator, expected);
    const path = `/v0/eth/validators/effectiveness?${indices}&size=200&granularity=${granularity}&groupBy=timeWindow`;
    const together = periodsOf(days, granularity)
      .map((period) => recordV0(period, granularity, true))
      .reverse();
    expectSame(`together by ${granularity}`, (await get(path)).data, together);
  });

  it("v0 aggregation over a range in either order, and its defaults", async () => {
    const numbers = [...new Set(chainDays.map(({ day }) => day))];
    const [low, high] = [numbers[0] as number, numbers.at(-1) as number];
    const pair = [validators[1], validators[3]] as number[];
    const query = pair.map((validator) => `indices=${validator}`).join("&");
    const days = chainDays.filter((day) => pair.includes(day.validator) && day.day > low && day.day <= high);
    const expected = pair.map((validator) => ({
      validatorIndex: validator,
      validatorPubkey: pubkeyOf(validator),
      ...recordV0({ first: "", last: "", days: daysOf(days, validator) }, "all"),
    }));
    for (const range of [`from=${high}&to=${low + 1}`, `from=${low + 1}&to=${high}`]) {
      expectSame(range, (await get(`/v0/eth/validators/effectiveness?${query}&${range}`)).data, expected);
      const byTime = await get(`/v0/eth/validators/effectiveness?${query}&${range}&groupBy=timeWindow`);
      const periods = periodsOf(days, "day").reverse();
      expectSame(
        `${range} by day`,
        byTime.data,
        periods.map((period) => recordV0(period, "day", true)),
      );
    }
  });

  it.each(thinned([true, false]))("v1 records of every validator (utc=%s)", async (utc) => {
    const days = utc ? utcDays : chainDays;
    for (const [turn, segment] of v1Segments.entries()) {
      // Of the last two, which sets have too, of a few.
      for (const validator of sampledValidators().filter((_, i) => turn < 3 || i % 6 === 0)) {
        // Days of every other validator, and the longer periods in turn.
        const step = validator + turn;
        const granularity: Granularity =
          step % 2 === 0 ? "day" : (granularities[1 + (Math.floor(step / 2) % 5)] ?? "all");
        const path = `/v1/eth/validators/${validator}/${segment}?limit=200&utc=${utc}&granularity=${granularity}`;
        const body = await get(path);
        const expected = v1Records(chain, days, segment, validator, granularity);
        expectSame(path, body.results, expected);
        expect([body.pages, body.next, body.previous]).toEqual([1, null, null]);
      }
    }
  });

  const utcs = isNight ? [true, false] : [];
  it.each(utcs)("v1 records of a private set, and of a list (utc=%s)", async (utc) => {
    const members = validators.filter((validator) => validator % 3 !== 1);
    const id = await createSet(server.url, key, members);
    const answerCase = { chain, days: utc ? utcDays : chainDays, registry: lastRegistry(), utc, get };
    await expectSetAnswers({ ...answerCase, members }, id);
    await expectListAnswers({ ...answerCase, members: members.slice(0, 12) });
  });

  it("pages lead from the first to the last, forwards and back", async () => {
    const validator = validators.at(-1) as number;
    const seen: Record<string, unknown>[] = [];
    let next: string | null = `/v0/eth/validators/${validator}/effectiveness?size=1`;
    while (next !== null) {
      const body: Body = await get(next);
      expect([body.data.length, body.total]).toEqual([1, v0Of(validator, "day").length]);
      seen.push(...body.data);
      next = body.next;
    }
    expectSame("v0 pages", seen, v0Of(validator, "day"));

    const expected = v1Records(chain, utcDays, "attestations", validator, "day");
    const results: Record<string, unknown>[] = [];
    let last = "";
    next = `${server.url}/v1/eth/validators/${validator}/attestations?limit=1&utc=true`;
    while (next !== null) {
      last = next;
      const body: Body = await get(next);
      expect(body.pages).toBe(expected.length);
      results.push(...body.results);
      next = body.next;
    }
    expectSame("v1 pages", results, expected);
    const back: Record<string, unknown>[] = [];
    let previous: string | null = last;
    while (previous !== null) {
      const body: Body = await get(previous);
      back.unshift(...body.results);
      previous = body.previous;
    }
    expectSame("v1 pages, backwards", back, expected);
  });

  it("v1 applies ranges and order", async () => {
    const validator = validators[2] as number;
    const expected = v1Records(chain, utcDays, "effectiveness", validator, "day");
    const [first, last] = [expected[0], expected.at(-1)];
    const base = `/v1/eth/validators/${validator}/effectiveness?utc=true&limit=200`;
    const inner = expected.filter((record) => record !== first);
    expectSame("fromDay", (await get(`${base}&fromDay=${Number(first?.day) + 1}`)).results, inner);
    expectSame(
      "fromDate",
      (await get(`${base}&fromDate=${String(inner[0]?.date)}&toDate=${String(last?.date)}`)).results,
      inner,
    );
    expectSame("desc", (await get(`${base}&sortOrder=desc`)).results, [...expected].reverse());
  });

  it("metadata equals the registry; validators without duties have metadata and no records", async () => {
    const registry = lastRegistry();
    const records: Record<string, unknown>[] = [];
    let next: string | null = "/v0/eth/validators?size=50";
    while (next !== null) {
      const body: Body = await get(next);
      expect(body.total).toBe(registry.length);
      records.push(...body.data);
      next = body.next;
    }
    const epoch = (value: number) => (Number.isFinite(value) ? value : null);
    const expected = registry.map((validator, validatorIndex) => ({
      validatorIndex,
      validatorPubkey: validator.pubkey,
      pool: null,
      dvtNetwork: null,
      nodeOperators: [],
      depositAddresses: [],
      dvtOperators: [],
      activationEpoch: epoch(validator.activationEpoch),
      activationEligibilityEpoch: epoch(validator.activationEligibilityEpoch),
      exitEpoch: epoch(validator.exitEpoch),
      withdrawableEpoch: epoch(validator.withdrawableEpoch),
      withdrawalAddress: validator.withdrawalCredentials.startsWith("0x00")
        ? null
        : `0x${validator.withdrawalCredentials.slice(26)}`,
    }));
    expect(records).toEqual(expected);
    const { pendingInitialized } = roles;
    expect(await get(`/v0/eth/validators/${pendingInitialized}`)).toEqual(expected[pendingInitialized]);
    const idle = [...registry.keys()].filter((index) => !validators.includes(index));
    expect(idle).toContain(roles.withdrawalDone);
    for (const index of idle)
      expect(await get(`/v0/eth/validators/${index}/effectiveness`)).toMatchObject({ total: 0, data: [] });
  });

  atNight("explanations add up to every number of validators' days", async () => {
    const seen = await expectEthExplanations(warehouse.store, chain, warehouse.network, explainedOneIn);
    expect(seen.get("attestation")).toBeGreaterThan(20);
    // Balances of validators that wait or have left.
    expect(seen.get("day without duties")).toBeGreaterThan(0);
  });
}
