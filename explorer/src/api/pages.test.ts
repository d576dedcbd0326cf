import { expect, it } from "vitest";
import type { Call } from "./call.ts";
import { readPages } from "./pages.ts";

/** Forty days, the newest first, ten on a page, as lists of v0 are. */
const days = Array.from({ length: 40 }, (_, place) => ({
  fromDate: new Date(Date.UTC(2026, 2, 40 - place)).toISOString().slice(0, 10),
}));

async function answer({ query = {} }: Call): Promise<unknown> {
  const from = Number(query.from ?? 0);
  const next = from + 10 < days.length ? `/v0/polygon/validators?from=${from + 10}&size=10` : null;
  return { data: days.slice(from, from + 10), next };
}

const call: Call = { path: "/v0/polygon/validators", query: { size: 10 } };

it("reads all pages, and says what was called for each", async () => {
  const { rows, isCut, calls } = await readPages(call, answer);
  expect([rows, isCut]).toEqual([days, false]);
  expect(calls.map(({ path, query }) => [path, query?.from ?? "0"])).toEqual(
    ["0", "10", "20", "30"].map((from) => ["/v0/polygon/validators", from]),
  );
});

it("ends lists without an oldest day at the first day of the range, and reads no further page", async () => {
  const day = days[6]?.fromDate ?? "";
  const { rows, isCut, calls } = await readPages({ ...call, since: { field: "fromDate", day } }, answer);
  expect([rows, isCut, calls.length]).toEqual([days.slice(0, 7), false, 1]);
});
