import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { zeroDivisor } from "./zeroDivisor.ts";

const check = (files: Record<string, string>) => checkedSql([zeroDivisor], files);

it("finds divisions by values that may be 0, where they are written", async () => {
  const findings = await check({
    "functions/vaPart.sql": "create or replace function vaPart as (x, y) -> intDiv(x, y)\n",
    "queries/app/a.sql": `select
  sumIf(intDiv(reward_gwei * 100, day), day > 0) as if_aggregate,
  day / reward_gwei as plain
from fct_eth_pay_daily
group by day, reward_gwei`,
    "queries/app/b.sql": "select\n  1 as one,\n  vaPart(day, validator) as part\nfrom fct_eth_pay_daily\n",
    "queries/app/c.sql": `select paid.day % found.places as place
from fct_eth_pay_daily as paid
left join (select validator, 1 as places from dim_eth_validator) as found on found.validator = paid.validator`,
    "queries/app/d.sql": `select sum(day) / (select count() from dim_eth_validator) as share
from fct_eth_pay_daily`,
  });
  expect(findings.map((finding) => finding.split(": ")[0])).toEqual([
    "sql/queries/app/a.sql:2 zero-divisor",
    "sql/queries/app/a.sql:3 zero-divisor",
    "sql/queries/app/b.sql:3 zero-divisor",
    "sql/queries/app/c.sql:1 zero-divisor",
    "sql/queries/app/d.sql:1 zero-divisor",
  ]);
  expect(findings[0]).toContain("day may be 0 in intDiv");
});

it("leaves divisions that the statement guards", async () => {
  expect(
    await check({
      "queries/app/a.sql": `select
  intDiv(reward_gwei, greatest(day, 1)) as at_least,
  reward_gwei / nullIf(day, 0) as unknown,
  if(day = 0, 0, intDiv(reward_gwei, day)) as chosen,
  intDiv(reward_gwei, if(day = 0, 1, day)) as replaced,
  intDiv(reward_gwei, 7200) + reward_gwei / {days:UInt32} as constant,
  intDiv(reward_gwei, validator) as filtered,
  reward_gwei / (day + 1) as added
from fct_eth_pay_daily
where validator > 0`,
      "queries/app/b.sql": `select day, sum(share) / count() as mean
from (select day, reward_gwei / places as share from (select day, reward_gwei, greatest(day, 1) as places from fct_eth_pay_daily))
group by day`,
    }),
  ).toEqual([]);
});
