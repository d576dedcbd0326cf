/**
 * The cost of hostile statements of the free tier, including their analysis, which no limit of the engine ends. Each shape
 * has the tier's maximum size. The worst must stay below a second on an idle machine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { tiers } from "../serve/access/tiers.ts";
import { checkSize } from "../serve/sql/check/canonical.ts";
import { createRunner } from "../serve/sql/runner.ts";
import type { Bench, Figure } from "./report.ts";

const log = createLogger("error");
const limitMs = 1_000;
const tier = tiers.free.sql;
const size = { bytes: tier.statementKib * 1_024, tokens: tier.statementTokens };
const table = "fct_eth_validator_performance_daily";

function isAllowed(sql: string): boolean {
  try {
    checkSize(sql, size);
    return true;
  } catch {
    return false;
  }
}

/** The largest that the tier allows. */
function largest(make: (count: number) => string): string {
  let low = 1;
  let high: number = size.tokens;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isAllowed(make(middle))) low = middle;
    else high = middle;
  }
  return make(low);
}

const each = (count: number, part: (index: number) => string, separator = ", ") =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator);
const nested = (count: number, before: string, after: string) =>
  `${before.repeat(count)}1${after.repeat(count)}`;

/** Common table expressions of which each names the one before twice. */
const doubled = (count: number, select: (name: string) => string) =>
  `with c0 as (select 1 as x), ${each(count, (i) => `c${i + 1} as (${select(`c${i}`)})`)} select count() from c${count}`;

/** Shapes of which each was seconds with larger limits, and kinds that grow faster than their text. */
const shapes: Readonly<Record<string, string>> = {
  columns: largest((n) => `select ${each(n, () => "validator_index")} from ${table}`),
  unknown_columns: largest((n) => `select ${each(n, (i) => `x${i}`)} from ${table}`),
  stars: largest((n) => `select ${each(n, () => "*")} from ${table} limit 0`),
  nested_stars: `select 1 from ${"(select *, * from ".repeat(8)}${table}${")".repeat(8)}`,
  replaced_stars: largest(
    (n) => `select ${each(n, (i) => `* replace(day + ${i} as day)`)} from ${table} limit 0`,
  ),
  brackets: largest((n) => `select ${nested(Math.min(n, 900), "[", "]")}`),
  mixed_brackets: largest((n) => `select ${nested(Math.min(n, 450), "([", "])")}`),
  calls: largest((n) => `select ${nested(Math.min(n, 240), "abs(", ")")}`),
  cases: largest((n) => `select ${nested(Math.min(n, 240), "case when 1 then ", " end")}`),
  lambdas: largest((n) => `select ${nested(n, "arrayMap(x -> ", ", [1])")}`),
  aliases: largest((n) => `select 1 as a0, ${each(n, (i) => `(a${i}, a${i}) as a${i + 1}`)}`),
  unions_of_expressions: doubled(14, (name) => `select x from ${name} union all select x from ${name}`),
  joins_of_expressions: doubled(
    14,
    (name) => `select l.x as x from ${name} as l join ${name} as r on l.x = r.x`,
  ),
  functions: `select ${nested(5, "vaPeriodEnd('month', ", ")").replace("1)", "today())")}`,
  // As many as any statement may join.
  joins: `select 1 from ${table} as t0 ${each(32, (i) => `join ${table} as t${i + 1} using (day)`, " ")} limit 0`,
  joined_stars: `select * from ${table} as t0 ${each(32, (i) => `join ${table} as t${i + 1} on t${i}.day = t${i + 1}.day`, " ")} limit 0`,
  views: largest((n) => each(n, () => "select 1 from eth_entity_performance_daily limit 0", " union all ")),
  unions_of_stars: largest((n) => each(n, () => `select * from ${table} limit 0`, " union all ")),
  conditions: largest(
    (n) =>
      `select 1 from ${table} where ${each(n, (i) => `(day = ${i} or validator_index = ${i})`, " and ")}`,
  ),
  list: largest((n) => `select 1 from ${table} where validator_index in (${each(n, String)})`),
  grouping_sets: largest(
    (n) => `select 1 from ${table} group by grouping sets (${each(n, (i) => `(day + ${i})`)}) limit 0`,
  ),
};

async function open() {
  const path = mkdtempSync(join(tmpdir(), "bench-sql-analysis-"));
  const store = createEmbeddedStore({ path, log });
  await migrate(store, { log });
  const most = { seconds: 60, memoryMib: 2_048, rows: 0, resultMib: 256, threads: 1 };
  const runner = createRunner({ store, most, atOnce: 1 });
  const { signal } = new AbortController();
  // Only the time counts, whether the statement is refused or answered.
  const runStatement = (sql: string) =>
    runner.run({ sql, params: {}, format: "TSV", tier, signal }).catch(() => undefined);
  await runStatement("select 1");
  const close = async () => {
    await store.close();
    rmSync(path, { recursive: true, force: true });
  };
  return { runStatement, close };
}

let setup: ReturnType<typeof open> | undefined;
let runs = 0;

async function run(): Promise<Figure[]> {
  setup ??= open();
  const { runStatement } = await setup;
  runs += 1;
  const input = `${size.tokens} words and signs, ${tier.statementKib} KiB`;
  const figures: Figure[] = [];
  for (const [shape, sql] of Object.entries(shapes)) {
    const started = performance.now();
    // A different text every time, because verdicts are cached.
    await runStatement(`${sql} -- ${runs}`);
    figures.push({ metric: `${shape}_ms`, value: performance.now() - started, unit: "ms", input });
  }
  const worst = Math.max(...figures.map(({ value }) => value));
  return [
    ...figures,
    { metric: "worst_ms", value: worst, unit: "ms", input },
    { metric: "worst_of_limit", value: worst / limitMs, unit: "ratio", input: `of ${limitMs} ms` },
  ];
}

export const sqlAnalysis: Bench = { name: "sql-analysis", run, close: async () => (await setup)?.close() };
