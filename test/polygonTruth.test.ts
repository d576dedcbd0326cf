/** A generated network from its nodes to the API against the reference model, every field of every record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPolygonHistory, type PolygonHistory } from "../fixtures/polygon/history.ts";
import { type PolygonStub, startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { backfillPolygon, polygonOptions } from "./support/polygon.ts";
import { expectedStats, type Text, written } from "./support/polygonTruth.ts";
import {
  delegatorsOf,
  expectedDelegator,
  expectedOverview,
  expectedRewards,
  expectedSummaries,
  type Window,
  windows,
} from "./support/polygonWindows.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

const cases = [{ name: "some checkpoints a day", options: { seed: 1 }, range: { from: 3, to: 24 } }];

describe.each(cases)("$name", ({ options, range }) => {
  let history: PolygonHistory;
  let stub: PolygonStub;
  let fixture: ServeFixture;

  beforeAll(async () => {
    history = createPolygonHistory(options);
    stub = await startPolygonStub(history, { isExtended: true });
    fixture = await openServeFixture();
    await backfillPolygon(fixture.store, polygonOptions(stub), range);
  });
  afterAll(async () => {
    await stub.close();
    await fixture.close();
  });

  async function get(path: string): Promise<unknown> {
    const answer = await fixture.get(`/v0/polygon/${path}`);
    expect([answer.status, answer.headers.get("deprecation")], path).toEqual([200, "true"]);
    return written(await answer.text());
  }
  const dataOf = async (path: string) => ((await get(path)) as { data: Text[] }).data;
  const validators = () => history.checkpoints.at(-1)?.validators ?? [];

  it.each(["checkpoint", "day"] as const)("answers validators' performance by %s", async (granularity) => {
    for (const { id } of validators()) {
      const found = await dataOf(`validators/${id}/effectiveness?granularity=${granularity}&size=200`);
      expect(found, String(id)).toEqual(expectedStats(history, range, id, granularity));
    }
  });
  const each = Object.keys(windows) as Window[];
  /** Floats to twelve digits: sums may come in another order. */
  const rounded = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rounded);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rounded(one)]));
    return /^-?\d+\.\d{13,}(e-?\d+)?$|e-/.test(String(value)) && Number(value) < 10
      ? Number(value).toPrecision(12)
      : value;
  };

  it.each(each)("answers validators over %s", async (window) => {
    const expected = expectedSummaries(history, range, window);
    const found = await dataOf(`validators?window=${window}&size=200`);
    const health = found.map(({ healthStatus }) => healthStatus);
    expect(rounded(found.map(({ healthStatus: _, ...fields }) => fields))).toEqual(rounded(expected));
    expect(health).toContain("green");
    for (const record of found)
      expect(await get(`validators/${record.validatorId}/summary?window=${window}`)).toEqual(record);
    expect(await dataOf(`validators?window=${window}&from=1&size=2`)).toEqual(found.slice(1, 3));
  });

  it("answers the network over all windows", async () => {
    expect(rounded(await get("network/overview"))).toEqual(rounded(expectedOverview(history, range)));
  });

  it.each(each)("answers delegators over %s", async (window) => {
    const expected = delegatorsOf(history).map((account) =>
      expectedDelegator(history, range, window, account),
    );
    for (const { fields } of expected)
      expect(rounded(await get(`delegators/${fields.delegatorAddress}/summary?window=${window}`))).toEqual(
        rounded(fields),
      );
    const ranked = expected.filter(({ stake }) => stake > 0n).sort((a, b) => (a.stake > b.stake ? -1 : 1));
    const found = (await get(`delegators?window=${window}&size=200`)) as { data: Text[]; total: string };
    expect(rounded(found.data)).toEqual(rounded(ranked.map(({ fields }) => fields)));
    expect(found.total).toBe(String(ranked.length));
  });

  it.each(["checkpoint", "day"] as const)("answers delegators' rewards by %s", async (granularity) => {
    for (const account of delegatorsOf(history)) {
      const expected = expectedRewards(history, range, account, granularity);
      const path = `delegators/${account}/rewards?granularity=${granularity}`;
      expect(await dataOf(`${path}&size=200`), account).toEqual(expected);
    }
  });
});
