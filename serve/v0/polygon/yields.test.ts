/** Yields a year of windows of more than 18 days, of which the days in parts of 10^18 don't fit into 64 bits. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { polygonRows } from "../../../test/support/servePolygon.ts";

type Row = Record<string, unknown>;
let fixture: ServeFixture;

beforeAll(async () => {
  fixture = await openServeFixture({ family: "polygon" });
  await polygonRows.insert(fixture.store);
});
afterAll(() => fixture.close());

async function answerOf<T>(path: string): Promise<T> {
  const response = await fixture.get(`/v0/polygon/${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

/** Every day has a yield of 0.0001 before commission and of 0.00001 after it; 22 of 23 days are complete. */
it.each(["7d", "30d", "all"])("are those of a day times 365, over %s", async (window) => {
  const { aprGross, aprNet } = await answerOf<Row>(`validators/1/summary?window=${window}`);
  expect(aprGross).toBeCloseTo(0.0365, 12);
  expect(aprNet).toBeCloseTo(0.00365, 12);
});

/** The rows have a yield of 10^14 for each window of any length. */
it("of delegators fall with the days of the window", async () => {
  const yearly = async (window: string) =>
    (await answerOf<Row>(`validators/1/summary?window=${window}`)).delegatorApr;
  expect(await yearly("7d")).toBeCloseTo((0.0001 * 365) / 7, 12);
  expect(await yearly("30d")).toBeCloseTo((0.0001 * 365) / 22, 12);
  const overview = await answerOf<Row[]>("network/overview");
  const rates = overview.map(({ timeWindow, delegatorApr }) => [timeWindow, delegatorApr]);
  expect(new Map(rates as [string, number][]).get("30d")).toBeCloseTo((0.0001 * 365) / 22, 12);
});
