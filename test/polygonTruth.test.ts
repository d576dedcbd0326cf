/** A generated network from its nodes to the API against the reference model, every field of every record. */
import { getAddress } from "ethers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPriorityFees, type PriorityFees } from "../fixtures/polygon/fees.ts";
import { createPolygonHistory, delegator, type PolygonHistory } from "../fixtures/polygon/history.ts";
import { type PolygonStub, startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { dayOf } from "../fixtures/polygon/truth.ts";
import { priorityFeesIn } from "../ingest/polygon/priorityFees.ts";
import { createReconciliation } from "../transform/polygon/reconciliation.ts";
import { thinned } from "./support/nightCases.ts";
import { backfillPolygon, polygonOptions } from "./support/polygon.ts";
import { expectedRewards } from "./support/polygonDelegatorDays.ts";
import {
  expectCountedFrom,
  expectPolygonDelegators,
  expectPolygonExplained,
  expectPolygonReconciled,
  expectPolygonSummaries,
  expectPolygonValidators,
} from "./support/polygonExplain.ts";
import { createFeesFile } from "./support/polygonFees.ts";
import { expectRatedByVersion } from "./support/polygonRatings.ts";
import { expectedMetadata, expectStateOfEarlierDay } from "./support/polygonStates.ts";
import { expectedStats, rounded, type Text, written } from "./support/polygonTruth.ts";
import { expectPolygonVerified } from "./support/polygonVerify.ts";
import {
  delegatorsOf,
  expectedDelegator,
  expectedOverview,
  expectedSummaries,
  type Window,
  windowIn,
} from "./support/polygonWindows.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

const cases = [
  // A backfill of the third one on reads the second, too.
  {
    name: "from the third checkpoint on",
    options: { seed: 1, forcedBefore: 0, statesFrom: 5 },
    range: { from: 2, to: 24 },
    hasBor: false,
  },
  {
    name: "all of them, with Bor, on Amoy",
    // Its node has the states of old blocks, which show that an epoch began without a checkpoint.
    options: { seed: 2, checkpoints: 18, checkpointSeconds: 18_000, borChainId: "80002", forcedBefore: 9 },
    range: { from: 1, to: 18 },
    hasBor: true,
  },
];

/** One warehouse holds both networks. */
let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "polygon" });
});
afterAll(() => fixture.close());

describe.each(thinned(cases))("$name", ({ options, range, hasBor }) => {
  let history: PolygonHistory;
  let stub: PolygonStub;
  let fees: PriorityFees;
  const file = createFeesFile();

  beforeAll(async () => {
    history = createPolygonHistory(options);
    fees = createPriorityFees(history);
    stub = await startPolygonStub(history, { isExtended: true, hasBor });
    if (options.forcedBefore > 0) stub.root.settings.faults.stateBlocks = Number.POSITIVE_INFINITY;
    const [first, second] = fees.editions;
    const readPriorityFees = priorityFeesIn(file.path);
    file.edit(first);
    const wanted = { from: range.from + 1, to: range.to };
    await backfillPolygon(fixture.store, polygonOptions(stub, { readPriorityFees }), wanted);
    file.edit(second);
    const last = { from: range.to, to: range.to };
    await backfillPolygon(fixture.store, polygonOptions(stub, { readPriorityFees }), last);
  });
  afterAll(async () => {
    await stub.close();
    file.remove();
  });

  async function get(path: string): Promise<unknown> {
    const answer = await fixture.get(`/v0/polygon/${path}`, { "x-service-network": history.network });
    expect([answer.status, answer.headers.get("deprecation")], path).toEqual([200, "true"]);
    return written(await answer.text());
  }
  const dataOf = async (path: string) => ((await get(path)) as { data: Text[] }).data;
  const validators = () => history.checkpoints.at(-1)?.validators ?? [];

  it.each(["checkpoint", "day"] as const)("answers validators' performance by %s", async (granularity) => {
    for (const { id } of validators()) {
      const records = await dataOf(`validators/${id}/effectiveness?granularity=${granularity}&size=200`);
      expect(records, String(id)).toEqual(expectedStats(history, range, id, granularity, { hasBor, fees }));
    }
  });
  it("explains every number of validators' days by checkpoints and their blocks on the root chain", async () => {
    await expectPolygonExplained(fixture, history, range, { hasBor, fees });
  });

  it("agrees with every figure that contracts and Heimdall report themselves", async () => {
    await expectPolygonVerified({ served: fixture, history, stub }, { from: range.to - 3, to: range.to });
  });

  it("lists validators as the contract has them, with the performance of a window", async () => {
    await expectPolygonValidators(fixture, history, range);
  });

  it("lists delegators with their holdings, and counts them and validators like the overview", async () => {
    await expectPolygonDelegators(fixture, history, range);
    await expectPolygonSummaries(fixture, history);
  });

  const each = thinned<Window>(["all", "1d", "7d", "30d"]);

  it.each(each)("answers validators over %s", async (window) => {
    const expected = expectedSummaries(windowIn(history, range, window), { hasBor, fees });
    const summaries = await dataOf(`validators?window=${window}&size=200`);
    const health = summaries.map(({ healthStatus }) => healthStatus);
    expect(rounded(summaries.map(({ healthStatus: _, ...fields }) => fields))).toEqual(rounded(expected));
    expect(health).toContain("green");
    for (const record of summaries.slice(0, 2))
      expect(await get(`validators/${record.validatorId}/summary?window=${window}`)).toEqual(record);
    expect(await dataOf(`validators?window=${window}&from=1&size=2`)).toEqual(summaries.slice(1, 3));
  });

  it("answers the network over all windows", async () => {
    expect(rounded(await get("network/overview"))).toEqual(
      rounded(expectedOverview(history, range, { hasBor, fees })),
    );
  });

  it.each(each)("answers delegators over %s", async (window) => {
    const expected = delegatorsOf(history).map((account) =>
      expectedDelegator(history, range, window, account),
    );
    // One by one where windows are as long as can be, and as short.
    for (const { fields } of window === "1d" || window === "all" ? expected : [])
      expect(rounded(await get(`delegators/${fields.delegatorAddress}/summary?window=${window}`))).toEqual(
        rounded(fields),
      );
    const ranked = expected.filter(({ stake }) => stake > 0n).sort((a, b) => (a.stake > b.stake ? -1 : 1));
    const page = (await get(`delegators?window=${window}&size=200`)) as { data: Text[]; total: string };
    expect(rounded(page.data)).toEqual(rounded(ranked.map(({ fields }) => fields)));
    expect(page.total).toBe(String(ranked.length));
  });

  const grains = thinned(["day", "checkpoint"] as const);
  it.each(grains)("answers delegators' rewards by %s", async (granularity) => {
    for (const account of delegatorsOf(history)) {
      const expected = expectedRewards(history, range, account, granularity);
      const path = `delegators/${account}/rewards?granularity=${granularity}`;
      expect(await dataOf(`${path}&size=200`), account).toEqual(expected);
    }
  });
  it("answers validators' metadata", async () => {
    for (const one of validators())
      expect(await get(`validators/${one.id}`), String(one.id)).toEqual(expectedMetadata(history, one));
  });

  it("pages by periods, both ends included, by checkpoint or date", async () => {
    const account = delegator(history.options.seed, 0);
    const path = `/v0/polygon/delegators/${account}/rewards`;
    for (const granularity of grains) {
      const whole = expectedRewards(history, range, account, granularity);
      const records: Text[] = [];
      let next: string | null = `${path}?granularity=${granularity}&size=3`;
      while (next !== null) {
        const page = (await get(next.replace("/v0/polygon/", ""))) as {
          data: Text[];
          next: string;
          total: string;
        };
        const column = granularity === "day" ? "fromDate" : "fromCheckpoint";
        expect(new Set(page.data.map((record) => record[column])).size).toBeLessThanOrEqual(3);
        expect(page.total).toBe(String(whole.length));
        records.push(...page.data);
        next = page.next === "null" ? null : page.next;
      }
      expect(records).toEqual(whole);
    }
    const [from, to] = [range.to - 2, range.from + 4];
    const some = (await dataOf(`delegators/${account}/rewards?from=${from}&to=${to}&size=200`)).map(
      ({ fromCheckpoint }) => Number(fromCheckpoint),
    );
    expect([Math.max(...some), Math.min(...some)]).toEqual([from, to]);
    await expectCountedFrom(get, expectedRewards(history, range, account, "checkpoint"), { account, from });
    const day = dayOf(history.checkpoints[9]?.time ?? 0);
    const ofDay = await dataOf(`delegators/${account}/rewards?from=${day}&to=${day}&size=200`);
    expect(new Set(ofDay.map(({ fromDate }) => fromDate))).toEqual(new Set([day]));
    const id = validators()[0]?.id;
    const older = await dataOf(`validators/${id}/effectiveness?from=${day}&granularity=day&size=1`);
    expect(older[0]?.fromDate).toBe(day);
  });

  it("knows every account that ever had a share, in any spelling, and no others", async () => {
    const [account = ""] = delegatorsOf(history);
    const spelt = await get(`delegators/${getAddress(account)}/summary?window=all`);
    expect(spelt).toMatchObject({ delegatorAddress: account });
    const validator = history.checkpoints
      .at(-1)
      ?.validators.find(({ delegations }) => delegations.has(account));
    const own = await dataOf(`validators?window=1d&delegatorAddress=${account}&size=200`);
    expect(own.map(({ validatorId }) => validatorId)).toContain(String(validator?.id));
    expect(await dataOf(`validators?window=1d&delegatorAddress=0x${"07".repeat(20)}`)).toEqual([]);
  });

  it("conserves the rewards of checkpoints, and stakes", async () => {
    const rows = await fixture.store.rows<Record<string, string | null>>(
      `select checkpoint, toString(reward_residual) as rewards, toString(emission_residual) as emission,
        toString(range_residual) as blocks, validator_count as validators
      from fct_polygon_checkpoint final where network = '${history.network}' order by checkpoint`,
    );
    expect(rows).toHaveLength(range.to - range.from + 1);
    for (const { checkpoint, rewards, emission, blocks, validators: count } of rows) {
      // Rounding of each validator's part.
      expect(Number(rewards)).toBeGreaterThanOrEqual(0);
      expect(Number(rewards)).toBeLessThan(Number(count));
      // Before the parameters changed for the first time, no node reports them.
      expect(emission, String(checkpoint)).toBe(Number(checkpoint) < 11 ? null : "0");
      expect(blocks).toBe(Number(checkpoint) === range.from ? null : "0");
    }
    const stakes = await fixture.store.rows<Record<string, string | null>>(
      `select validator, toString(heimdall_residual) as heimdall
      from fct_polygon_stake_reconciliation final where network = '${history.network}' order by validator`,
    );
    const active = history.checkpoints.at(-1)?.active;
    expect(stakes).toHaveLength(validators().length);
    for (const { validator, heimdall } of stakes)
      expect(heimdall, String(validator)).toBe(active?.has(Number(validator)) ? "0" : null);
    const block = history.blockAt(history.end) - 64;
    await expectPolygonReconciled(fixture, history, { block, isCovered: false });
    // Facts up to the block at which the contract was read; here no event came after the last checkpoint.
    const coverage = { coveredTo: async () => 4_294_967_295, forget: () => undefined };
    await createReconciliation(fixture.store, coverage).make(history.network);
    const held = await fixture.store.rows<Record<string, string | null>>(
      `select validator, toString(self_residual) as self, toString(delegated_residual) as delegated
      from fct_polygon_stake_reconciliation final where network = '${history.network}' order by validator`,
    );
    expect(held).toEqual(validators().map(({ id }) => ({ validator: id, self: "0", delegated: "0" })));
    await expectPolygonReconciled(fixture, history, { block, isCovered: true });
    await expectStateOfEarlierDay(fixture, history);
    const [parts] = await fixture.store.rows<Record<string, string>>(
      `select toString(max(abs(toInt256(signing_reward) - toInt256(commission_reward) - toInt256(delegator_reward)
        - toInt256(intDiv(toUInt256(signing_reward) * self_stake, self_stake + delegated_stake))))) as rest,
        toString(sumIf(signing_reward, is_signed = 0)) as unsigned
      from fct_polygon_validator_checkpoint final where network = '${history.network}'`,
    );
    expect(parts).toEqual({ rest: "0", unsigned: "0" });
  });

  it("rates checkpoints by the version in force, and windows by that of their last day", async () => {
    await expectRatedByVersion(fixture.store, history, range, { hasBor, fees }, dataOf);
  });
});

it("rates health by 700 checkpoints, by the 700 before, and by those before them", async () => {
  const { store } = fixture;
  const [last, day] = [2_150, "2026-04-01"];
  await store.command("insert into dim_polygon_network values ('health', 1)");
  await store.command(
    `insert into fct_polygon_checkpoint
      select 'health', ${last}, toDate('${day}'), 1, 1, 1, 7, 7, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1`,
  );
  // Of 700 each misses 35 from some checkpoint on: the first and the last two never, the seventh has left.
  await store.command(
    `insert into fct_polygon_validator_checkpoint
      select 'health', validator, checkpoint, toDate('${day}'), 1, 1, 0, 0, 0, null, null, 0, 0, 0, 0, 0, 0, 0,
        not (checkpoint % 20 = 0 and checkpoint > ${last} - [0, 700, 1400, 2100, 0, 0, 0][validator]), 1, 1
      from (select toUInt32(number % 7 + 1) as validator, toUInt32(intDiv(number, 7) + 1) as checkpoint
        from numbers(${7 * last}))
      where validator < 7 or checkpoint < ${last}`,
  );
  await store.command(
    `insert into fct_polygon_validator_daily
      select 'health', number + 1, toDate('${day}'), 1, ${last}, ${last}, 1, 1, 0, 1, 1, 0, 0, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1
      from numbers(7)`,
  );
  await store.command(
    `insert into fct_polygon_window
      select 'health', 0, number, toDate('${day}'), toDate('${day}'), 1, ${last}, 1, ${last}, 0, null, 1 from numbers(8)`,
  );
  const answer = await fixture.get("/v0/polygon/validators?window=all", {
    "x-service-network": "health",
  });
  const { data } = (await answer.json()) as {
    data: { validatorId: number; healthStatus: string | null }[];
  };
  expect(data.map(({ validatorId, healthStatus }) => [validatorId, healthStatus])).toEqual([
    [1, "green"],
    [2, "orange"],
    [3, "red"],
    [4, "black"],
    [5, "green"],
    [6, "green"],
    [7, null],
  ]);
});
