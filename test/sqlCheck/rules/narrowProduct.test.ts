import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { narrowProduct } from "./narrowProduct.ts";

const check = (files: Record<string, string>) => checkedSql([narrowProduct], files);

it("finds products that may not fit into 64 bits, where they are written", async () => {
  const findings = await check({
    "functions/vaWei.sql": "create or replace function vaWei as (gwei) -> gwei * 1000000000\n",
    "queries/app/a.sql": `select
  day * 2 as twice,
  1000000000000000000 * validator as wei,
  36500 * sum(reward_gwei) as yearly
from fct_eth_pay_daily
group by day, validator`,
    "queries/app/b.sql": "select\n  1 as one,\n  vaWei(reward_gwei) as wei\nfrom fct_eth_pay_daily\n",
    "queries/app/c.sql": `select paid.rewards[1] * 365 as yearly
from (select sumForEach([reward_gwei]) as rewards from fct_eth_pay_daily) as paid`,
  });
  expect(findings.map((finding) => finding.split(": ")[0])).toEqual([
    "sql/queries/app/a.sql:3 narrow-product",
    "sql/queries/app/a.sql:4 narrow-product",
    "sql/queries/app/b.sql:1 narrow-product",
    "sql/queries/app/c.sql:1 narrow-product",
  ]);
  expect(findings[0]).toContain("a literal of ten digits or more times something is UInt64");
  expect(findings[1]).toContain("a sum times something is UInt64");
});

it("leaves wide and small ones", async () => {
  expect(
    await check({
      "queries/app/a.sql": `select
  toUInt256(reward_gwei) * 1000000000 as wei,
  toDecimal256(reward_gwei, 9) * 1000000000 as decimal,
  36500 * toInt128(sum(reward_gwei)) as yearly,
  1e18 * validator as float,
  1000000000 * (day > 5) as truth,
  toUInt64(validator) * 1000000000 as index,
  24 * count() as hours
from fct_eth_pay_daily
group by day, validator, reward_gwei`,
    }),
  ).toEqual([]);
});
