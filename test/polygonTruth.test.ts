/** A generated network from its nodes to the API against the reference model, every field of every record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPolygonHistory, type PolygonHistory } from "../fixtures/polygon/history.ts";
import { type PolygonStub, startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { backfillPolygon, polygonOptions } from "./support/polygon.ts";
import { expectedStats, type Text, written } from "./support/polygonTruth.ts";
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
});
