import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { nullableExtreme } from "./nullableExtreme.ts";

const check = (files: Record<string, string>) => checkedSql([nullableExtreme], files);

it("finds greatest and least of nullable values, where they are called", async () => {
  const findings = await check({
    "functions/vaAtLeast.sql": "create or replace function vaAtLeast as (x, y) -> greatest(x, y)\n",
    "queries/app/a.sql": `select
  greatest(reward_gwei, 0) as reward,
  greatest(toInt64(reward_gwei) - penalty_gwei, 0) as pay
from fct_eth_pay_daily`,
    "queries/app/b.sql": `with
  paid as (select toNullable(reward_gwei) as reward from fct_eth_pay_daily)
select sum(reward)
from paid
where least(reward, 5) < 3`,
    "queries/app/c.sql":
      "select\n  1 as one,\n  vaAtLeast(penalty_gwei, 1) as penalty\nfrom fct_eth_pay_daily\n",
    "queries/app/d.sql": `select day
from fct_eth_pay_daily
where day <= least(day, (select day from fct_eth_pay_daily where network = 'x'))`,
  });
  expect(findings.map((finding) => finding.split(": ")[0])).toEqual([
    "sql/queries/app/a.sql:3 nullable-extreme",
    "sql/queries/app/b.sql:5 nullable-extreme",
    "sql/queries/app/c.sql:3 nullable-extreme",
    "sql/queries/app/d.sql:3 nullable-extreme",
  ]);
  expect(findings[0]).toContain("greatest skips null, and minus is Nullable(Int64)");
});

it("leaves values that can't be null, of any type", async () => {
  expect(
    await check({
      "queries/app/a.sql": `select
  greatest(reward_gwei, 0) as reward,
  greatest(ifNull(penalty_gwei, 0), 1) as penalty,
  if(penalty_gwei is null, null, greatest(assumeNotNull(penalty_gwei), 1)) as checked,
  least(day, (select max(day) from fct_eth_pay_daily)) as newest,
  least(day, (select if(max(day) > 3, max(day), 0) - 1 from fct_eth_pay_daily)) as before_newest
from fct_eth_pay_daily`,
    }),
  ).toEqual([]);
});
