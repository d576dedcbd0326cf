/**
 * `export` as a process against ClickHouse servers: killed and stopped in the middle, and run again.
 * Fast counterpart: test/export.test.ts
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createServerStore } from "../lib/store/server.ts";
import { binary, runVerb, startProcess, temporaryFolder } from "./support/cli.ts";
import { type ClickhouseFront, startClickhouseFront } from "./support/clickhouseFront.ts";
import { insertExportRows } from "./support/exportRows.ts";

const table = "fct_cosmos_validator_reward_daily";
const months = 120;
const made = temporaryFolder();
let front: ClickhouseFront;
let settings: Record<string, string>;

beforeAll(async () => {
  front = await startClickhouseFront({ path: join(made.path, "servers") });
  settings = { CLICKHOUSE_URL: front.url };
  const log = createLogger("silent");
  const store = createServerStore({ url: front.url, log });
  await migrate(store, { log });
  await insertExportRows(store);
  await store.command(
    `insert into ${table} (network, validator, day, version)
    select 'celestia', 'v', toDate('2010-01-01') + number, 1 from numbers(toUInt64(toDate('2020-01-01') - toDate('2010-01-01')))`,
  );
  await store.close();
}, 120_000);
afterAll(async () => {
  await front?.close();
  made.remove();
});

const args = (out: string) => ["export", "celestia", table, "--to", "2019-12-31", "--out", out];
const written = (out: string) =>
  existsSync(out) ? readdirSync(out).filter((name) => /^\d.*\.parquet$/.test(name)) : [];
const filesOf = (out: string) =>
  (JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as { files: unknown[] }).files;

it("ends with the same files after SIGKILL and SIGINT as without them", async () => {
  const whole = join(made.path, "whole");
  const first = await runVerb(args(whole), settings);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining(`${months} files written`)]);
  expect(front.statements.some((statement) => statement.includes(table))).toBe(true);

  const out = join(made.path, "stopped");
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    const before = written(out).length;
    const running = startProcess(process.execPath, [binary, ...args(out)], settings);
    await expect
      .poll(() => written(out).length, { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(before + 2);
    const { code } = await running.stop(signal);
    // Ctrl-C stops any verb in order.
    expect(code).toBe(signal === "SIGINT" ? 0 : null);
    expect(written(out).length).toBeLessThan(months);
    if (signal === "SIGINT") expect(readdirSync(out).filter((name) => /unfinished/.test(name))).toEqual([]);
  }

  const { code, stdout } = await runVerb(args(out), settings);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/[1-9]\d* files? as before/)]);
  expect(filesOf(out)).toEqual(filesOf(whole));
  expect(written(out)).toEqual(written(whole));
}, 180_000);
