/** How long the disks last, from looks at them in the past. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failureOf, useStore } from "../../test/support/stores.ts";
import { registry } from "../metrics.ts";
import { migrate } from "../sql/migrate.ts";
import { loadDiskPaces, readDisks, recordDisks } from "./disks.ts";

describe("days until a disk is full", () => {
  const { store } = useStore("embedded");
  beforeAll(() => migrate(store()).then(() => undefined));
  afterAll(() => undefined);

  const look = (hoursAgo: number, freeBytes: string) =>
    store().command(
      `insert into app_disk select name, toStartOfHour(now('UTC') - toIntervalHour({hours:UInt32})), ${freeBytes}, total_space,
        toUnixTimestamp(now()) - {hours:UInt32} * 3600
      from system.disks where type = 'Local'`,
      { hours: hoursAgo },
    );

  it("are unknown at first", async () => {
    await recordDisks(store());
    expect(await loadDiskPaces(store())).toEqual([]);
  });

  it("follow from how much was free some days ago; older looks don't count", async () => {
    await look(48, "toUInt64(free_space * 1.5)");
    await look(24 * 30, "toUInt64(free_space * 50)");
    const [pace] = await loadDiskPaces(store());
    expect(pace?.days).toBeCloseTo(2, 1);
    // Half of what is left went in two days.
    expect(pace?.daysLeft).toBeGreaterThan(3.5);
    expect(pace?.daysLeft).toBeLessThan(4.5);
    await readDisks(store());
    const metric = await registry.getSingleMetric("validator_analytics_store_disk_days_left")?.get();
    expect(metric?.values.map(({ value }) => Math.round(value))).toEqual([4]);
  });

  it("are endless where files go", async () => {
    await look(72, "toUInt64(free_space / 2)");
    const [pace] = await loadDiskPaces(store());
    expect(pace?.daysLeft).toBe(Number.POSITIVE_INFINITY);
    expect(pace?.bytesPerDay).toBeLessThan(0);
  });

  it("need the table that keeps the looks", async () => {
    await store().command("drop table app_disk");
    expect((await failureOf(loadDiskPaces(store()))).code).toBe("unknown_table");
  });
});
