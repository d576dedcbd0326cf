/**
 * The notebook of the documentation, cell by cell, through the SQL port.
 * Fast counterpart: test/documentation.test.ts
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "./support/cli.ts";
import { blocksOf } from "./support/documentation.ts";
import { installPython } from "./support/python.ts";
import { openSqlPort, type SqlPort } from "./support/sqlPort.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run = promisify(execFile);
const notebook = join(projectRoot, "docs/notebooks/validator_days.ipynb");

let opened: Awaited<ReturnType<typeof openTemporaryStore>>;
let port: SqlPort;

beforeAll(async () => {
  opened = await openTemporaryStore();
  const { store } = opened;
  await store.command(
    `insert into int_eth_day (network, day_type, day, date, is_complete)
    values ('mainnet', 'utc', 1, '2026-02-28', 1), ('mainnet', 'utc', 2, '2026-03-01', 1), ('mainnet', 'utc', 3, '2026-03-02', 0)`,
  );
  // Twice, because a message may come twice.
  for (let time = 0; time < 2; time += 1) {
    await store.command(
      `insert into fct_eth_validator_performance_daily (network, day_type, validator_index, day, date, is_complete,
        attestation_duty_count, attested_count, inclusion_delay_sum, attester_effectiveness, attestation_reward_gwei)
      values ('mainnet', 'utc', 20, 1, '2026-02-28', 1, 200, 200, 200, 100, 2000), ('mainnet', 'utc', 20, 2, '2026-03-01', 1, 200, 100, 150, 30, 1000),
        ('mainnet', 'utc', 20, 3, '2026-03-02', 0, 10, 0, 0, 0, 0), ('mainnet', 'utc', 21, 1, '2026-02-28', 1, 9, 9, 9, 9, 9)`,
    );
  }
  await store.command(
    `insert into fct_eth_validator_reconciliation_daily (network, day_type, validator_index, day, residual_gwei)
    values ('mainnet', 'utc', 20, 1, 0), ('mainnet', 'utc', 20, 2, null)`,
  );
  port = await openSqlPort(store);
});
afterAll(async () => {
  await port.close();
  await opened.close();
});

it("runs, and shows the warehouse's rows", async () => {
  const programs = await installPython("clickhouse-connect", "1.12.0", ["pandas==3.1.1"]);
  const { hostname, port: number } = new URL(port.url);
  const { stdout } = await run(
    join(programs, "python"),
    [
      join(projectRoot, "test/support/notebook.py"),
      ...[notebook, blocksOf("docs/notebook.md", ["python"])[0]?.text ?? ""],
      ...["freshness", "days", "monthly", "residuals", "documented"],
    ],
    {
      env: {
        VALIDATOR_ANALYTICS_HOST: hostname,
        VALIDATOR_ANALYTICS_SQL_PORT: number,
        VALIDATOR_ANALYTICS_KEY: port.key,
      },
    },
  );
  const shown = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>;
  expect(shown.freshness).toMatchObject([{ day_type: "utc", days: 2 }]);
  expect(shown.documented).toMatchObject([
    { attester_effectiveness: 100 },
    { attester_effectiveness: 30 },
    {},
  ]);
  expect(shown.days).toMatchObject([
    {
      attested_count: 200,
      uptime: 1,
      inclusion_delay: 1,
      attester_effectiveness: 100,
      attestations_gwei: 2000,
    },
    {
      attested_count: 100,
      uptime: 0.5,
      inclusion_delay: 1.5,
      attester_effectiveness: 30,
      attestations_gwei: 1000,
    },
  ]);
  expect(shown.monthly).toMatchObject([
    { date: "2026-02", effectiveness: 100, uptime: 1, earned_gwei: 2000 },
    { date: "2026-03", effectiveness: 30, uptime: 0.5, earned_gwei: 1000 },
  ]);
  expect(shown.residuals).toMatchObject([
    { day: 1, residual_gwei: 0 },
    { day: 2, residual_gwei: null },
  ]);
});

it("holds no outputs and no key", () => {
  const text = readFileSync(notebook, "utf8");
  const { cells } = JSON.parse(text) as { cells: { cell_type: string; outputs?: unknown[] }[] };
  for (const { outputs } of cells) expect(outputs ?? []).toEqual([]);
  expect(text).not.toMatch(/va_[0-9a-f]{12}/);
});
