import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { unknownAsZero } from "./unknownAsZero.ts";

const check = (files: Record<string, string>) => checkedSql([unknownAsZero], files);

it("finds sums and zeros of nullable values, through subqueries too", async () => {
  const findings = await check({
    "queries/app/a.sql": "select\n  sum(penalty_gwei) as penalties\nfrom fct_eth_pay_daily",
    "queries/app/b.sql":
      "select day, reward_gwei - ifNull(penalty_gwei, 0) as net, sumIf(penalty_gwei, validator = 1) as own\nfrom fct_eth_pay_daily\ngroup by all",
    "queries/app/c.sql": `select
  day,
  coalesce(total, 0) as total
from (select day, max(penalty_gwei) as total from fct_eth_pay_daily group by day)`,
    "queries/app/d.sql": `select sum(penalty_gwei) as penalties
from fct_eth_pay_daily
where reward_gwei is not null`,
  });
  expect(findings.map((finding) => finding.split(": ")[0])).toEqual([
    "sql/queries/app/a.sql:2 unknown-as-zero",
    "sql/queries/app/b.sql:1 unknown-as-zero",
    "sql/queries/app/b.sql:1 unknown-as-zero",
    "sql/queries/app/c.sql:3 unknown-as-zero",
    "sql/queries/app/d.sql:1 unknown-as-zero",
  ]);
  expect(findings[0]).toContain("penalty_gwei is null where it is unknown, and sum takes that for 0");
});

it("leaves values whose unknowns are counted, left out, or null", async () => {
  expect(
    await check({
      "queries/app/a.sql": `select sum(penalty_gwei) as penalties, countIf(penalty_gwei is null) as unknown_count
from fct_eth_pay_daily`,
      "queries/app/b.sql": `select if(count() = count(penalty_gwei), sum(penalty_gwei), null) as penalties
from fct_eth_pay_daily`,
      "queries/app/c.sql":
        "select sum(penalty_gwei) as penalties from fct_eth_pay_daily where penalty_gwei is not null",
      "queries/app/d.sql": "select day from fct_eth_pay_daily where ifNull(penalty_gwei, 0) = 0",
      // No row on the optional side means zero, not an unknown number.
      "queries/app/e.sql": `select pay.day as day, ifNull(found.named, 0) as named
from fct_eth_pay_daily as pay
left join (select validator, toNullable(1) as named from dim_eth_validator) as found on found.validator = pay.validator`,
      "queries/app/f.sql": "select sum(reward_gwei) as rewards from fct_eth_pay_daily",
    }),
  ).toEqual([]);
});
