import { expect, it } from "vitest";
import { cancelledCode } from "../../lib/store/limits.ts";
import { createAtOnce, type Place } from "./atOnce.ts";
import { type TierName, tiers } from "./tiers.ts";

async function isReady({ ready }: Place): Promise<boolean> {
  return await Promise.race([ready.then(() => true), Promise.resolve().then(() => false)]);
}

it.each([
  [0, "free", 4],
  [0, "build", 8],
  [0, "operator", 1_000],
  [16, "operator", 16],
  [16, "free", 4],
  [2, "free", 2],
] as const)("with a setting of %i an organization of tier %s has %i at once", async (most, tier, count) => {
  const atOnce = createAtOnce(most);
  const requestCount = Math.min(count + 5, 1_000);
  const places = Array.from({ length: requestCount }, () =>
    atOnce({ organizationId: "one", tier: tiers[tier as TierName] }),
  );
  const ready = await Promise.all(places.map(isReady));
  expect(ready.filter(Boolean)).toHaveLength(count);
});

it("has the others wait in their order, apart from other organizations", async () => {
  const atOnce = createAtOnce(2);
  const enter = (organizationId: string) => atOnce({ organizationId, tier: tiers.operator });
  const places = [enter("one"), enter("one"), enter("one"), enter("one")] as const;
  const states = () => Promise.all(places.map(isReady));
  expect(await isReady(enter("other"))).toBe(true);
  expect(await states()).toEqual([true, true, false, false]);
  places[0].release();
  // A place that is given back twice is one.
  places[0].release();
  expect(await states()).toEqual([true, true, true, false]);
  places[2].release();
  expect(await states()).toEqual([true, true, true, true]);
});

it("forgets who leaves while it waits", async () => {
  const atOnce = createAtOnce(1);
  const enter = () => atOnce({ organizationId: "one", tier: tiers.operator });
  const first = enter();
  const gone = enter();
  const next = enter();
  gone.release();
  await expect(gone.ready).rejects.toMatchObject({ code: cancelledCode });
  first.release();
  await next.ready;
  next.release();
  expect(await isReady(enter())).toBe(true);
});

it("refuses a request when too many are waiting", () => {
  const atOnce = createAtOnce(1);
  const enter = () => atOnce({ organizationId: "one", tier: tiers.operator });
  for (let count = 0; count < 257; count += 1) enter();
  expect(enter).toThrow(expect.objectContaining({ status: 429, headers: { "retry-after": "1", age: "0" } }));
});
