import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadConfig } from "../../chains/config.ts";
import { registry } from "../../lib/metrics.ts";
import type { Store } from "../../lib/store/store.ts";
import { noteVerified } from "../backup/verified.ts";
import { readBackupGauges } from "./backupGauges.ts";

const none = undefined as unknown as Store;
const gauge = async (name: string) =>
  (await registry.getSingleMetric(`validator_analytics_backup_last_${name}_timestamp_seconds`)?.get())
    ?.values[0]?.value;

it("no backup, and none that was read whole, are 0; a trial is remembered in the folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "backup-gauges-"));
  try {
    const config = loadConfig({ DATA_DIR: folder });
    await readBackupGauges(config, none);
    expect([await gauge("good"), await gauge("verified")]).toEqual([0, 0]);
    mkdirSync(join(folder, "backups"));
    noteVerified(join(folder, "backups"), "20260301T000000.000Z", new Date("2026-03-02T00:00:00Z"));
    await readBackupGauges(config, none);
    expect(await gauge("verified")).toBe(Date.parse("2026-03-02T00:00:00Z") / 1000);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("the newest good backup of servers comes from their list, and the newest trial from the newest row", async () => {
  const manifest = {
    ...{
      format: 1,
      name: "20260301",
      createdAt: "2026-03-01T00:00:00.000Z",
      version: "1",
      id: "a",
      base: null,
    },
    ...{ destination: "disk:b", engine: "26", database: "d", migrations: [], tables: [], cursors: [] },
  };
  const row = (name: string, state: string, createdAt: string) => ({
    name,
    state,
    manifest: JSON.stringify({ ...manifest, name, createdAt }),
  });
  const listed = [
    row("a", "good", "2026-03-01T00:00:00.000Z"),
    row("b", "failed", "2026-03-03T00:00:00.000Z"),
  ];
  let verifiedAt = "";
  const rows = async (sql: string) => (sql.includes("verifiedAt") ? [{ verified_at: verifiedAt }] : listed);
  const read = () =>
    readBackupGauges(loadConfig({ CLICKHOUSE_URL: "http://house:8123" }), { rows } as unknown as Store);
  await read();
  expect([await gauge("good"), await gauge("verified")]).toEqual([
    Date.parse("2026-03-01T00:00:00Z") / 1000,
    0,
  ]);
  verifiedAt = "2026-03-02T00:00:00.000Z";
  await read();
  expect(await gauge("verified")).toBe(Date.parse(verifiedAt) / 1000);
});
