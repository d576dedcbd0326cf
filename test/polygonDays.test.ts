/** Which UTC days of a backfill are complete. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { dayOf } from "../fixtures/polygon/truth.ts";
import { backfillPolygon, polygonOptions } from "./support/polygon.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
});
afterAll(() => fixture.close());

it("are all days that were asked for, and the last of them ends the windows", async () => {
  const history = createPolygonHistory({ seed: 6, checkpoints: 26 });
  const days = [...new Set(history.checkpoints.map(({ time }) => dayOf(time)))];
  const wanted = days.slice(1, 3);
  const own = history.checkpoints.filter(({ time }) => wanted.includes(dayOf(time)));
  expect(days.length).toBeGreaterThan(3);
  const stub = await startPolygonStub(history);
  const range = { from: own[0]?.number ?? 0, to: own.at(-1)?.number ?? 0 };
  await backfillPolygon(fixture.store, polygonOptions(stub), range);
  await stub.close();
  const found = await fixture.store.rows<{ day: string }>(
    "select toString(day) as day from int_polygon_day final where is_complete = 1 order by day",
  );
  expect(found.map(({ day }) => day)).toEqual(wanted);
  const windows = await fixture.store.rows<{ first: string; last: string }>(
    `select toString(from_day) as first, toString(to_day) as last
    from fct_polygon_window final where validator = 0 and window_days = 7`,
  );
  expect(windows).toEqual([{ first: wanted[0], last: wanted[1] }]);
});
