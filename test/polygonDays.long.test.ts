/**
 * Which UTC days of a backfill are complete.
 * Fast counterpart: test/polygonTruth.test.ts
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { dayOf } from "../fixtures/polygon/truth.ts";
import { createDays } from "../transform/polygon/days.ts";
import { backfillPolygon, polygonOptions } from "./support/polygon.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "polygon" });
});
afterAll(() => fixture.close());

it("are all requested days, and the last of them ends the windows", async () => {
  const history = createPolygonHistory({ seed: 6, checkpoints: 26 });
  const days = [...new Set(history.checkpoints.map(({ time }) => dayOf(time)))];
  const wanted = days.slice(1, 3) as [string, string];
  const own = history.checkpoints.filter(({ time }) => wanted.includes(dayOf(time)));
  expect(days.length).toBeGreaterThan(3);
  const stub = await startPolygonStub(history);
  const range = { from: own[0]?.number ?? 0, to: own.at(-1)?.number ?? 0 };
  await backfillPolygon(fixture.store, polygonOptions(stub), range);
  await stub.close();
  const completeDays = await fixture.store.rows<{ day: string }>(
    "select toString(day) as day from int_polygon_day final where is_complete = 1 order by day",
  );
  expect(completeDays.map(({ day }) => day)).toEqual(wanted);
  const windows = await fixture.store.rows<{ first: string; last: string }>(
    `select toString(from_day) as first, toString(to_day) as last
    from fct_polygon_window final where validator = 0 and window_days = 7`,
  );
  expect(windows).toEqual([{ first: wanted[0], last: wanted[1] }]);
  // A day of an older revision is computed again, of as many checkpoints as it was.
  const { make } = createDays(fixture.store);
  expect(await make(history.network)).toEqual([]);
  const [made] = await fixture.store.rows<Record<string, string | number>>(
    "select * from int_polygon_day final where day = {day:Date}",
    { day: wanted[0] },
  );
  await fixture.store.command("delete from int_polygon_day where day = {day:Date}", { day: wanted[0] });
  await fixture.store.command(
    `insert into int_polygon_day (network, day, from_checkpoint, to_checkpoint, checkpoint_count, known_count, is_complete, version)
    values ({network:String}, {day:Date}, {from_checkpoint:UInt32}, {to_checkpoint:UInt32}, {checkpoint_count:UInt32},
      {known_count:UInt64}, 1, 1)`,
    { ...made },
  );
  expect(await make(history.network)).toEqual([wanted[0]]);
});
