/** Statements of a test, put through the check of SQL with a small warehouse of their own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkSql, formatFindings } from "../sqlCheck/check.ts";
import type { SqlRule } from "../sqlCheck/rule.ts";
import { writeSqlFolder } from "./sqlFolder.ts";

/** Tables that statements of tests read. */
const tables = {
  "tables/eth/fct_eth_pay_daily.sql": `create table if not exists fct_eth_pay_daily (
  network LowCardinality(String) comment 'Network',
  day UInt32 comment 'Day',
  validator UInt32 comment 'Validator',
  reward_gwei UInt64 comment 'Reward',
  penalty_gwei Nullable(UInt64) comment 'Penalty; null: unknown',
  version UInt64 comment 'Version'
)
engine = ReplacingMergeTree(version)
order by (network, day, validator)
comment 'One row per network, day and validator'
`,
  "tables/eth/dim_eth_validator.sql": `create table if not exists dim_eth_validator (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator',
  pubkey String comment 'Key',
  version UInt64 comment 'Version'
)
engine = ReplacingMergeTree(version)
order by (network, validator)
comment 'One row per network and validator'
`,
};

/**
 * The findings of these rules in the files, a line each, in the order of the paths.
 * @param files by their paths below sql/, next to two tables: `fct_eth_pay_daily` and `dim_eth_validator`
 */
export async function checkedSql(
  rules: readonly SqlRule[],
  files: Readonly<Record<string, string>>,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "checked-sql-"));
  try {
    const { findings } = await checkSql(writeSqlFolder(folder, { ...tables, ...files }), rules);
    return formatFindings(findings);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
