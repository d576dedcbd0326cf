import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { pageOrder } from "./pageOrder.ts";

const check = (files: Record<string, string>) => checkedSql([pageOrder], files);
const page = "limit {limit:UInt64} offset {offset:UInt64}\n";

it("finds pages whose rows may change places", async () => {
  const findings = await check({
    "queries/app/a.sql": `select validator, reward_gwei
from fct_eth_pay_daily final
where network = {network:String}
order by day asc
${page}`,
    "queries/app/b.sql": `select validator, sum(reward_gwei) as reward
from fct_eth_pay_daily final
where network = {network:String}
group by validator
order by reward desc
${page}`,
    "queries/app/c.sql": `select pay.day as day
from fct_eth_pay_daily as pay final
inner join dim_eth_validator as validators final on validators.network = pay.network
where pay.network = {network:String} and pay.validator = 1
order by day asc
${page}`,
    "queries/app/d.sql": `select day from fct_eth_pay_daily final where network = 'a' and validator = 1 ${page}`,
    "queries/app/e.sql": `select toString(validator) as id from fct_eth_pay_daily final where network = 'a'
union all
select 'a' as id from dim_eth_validator final`,
    "queries/app/f.sql": `select id
from (select validator as id from dim_eth_validator union all select 1 as id)
order by id
${page}`,
  });
  expect(findings).toEqual([
    "sql/queries/app/a.sql:4 page-order: rows that differ only in validator have no order: add it to `order by`",
    "sql/queries/app/b.sql:5 page-order: rows that differ only in validator have no order: add it to `order by`",
    "sql/queries/app/c.sql:5 page-order: rows that differ only in validator have no order: add it to `order by`",
    "sql/queries/app/d.sql:1 page-order: rows that differ only in day have no order: add it to `order by`",
    expect.stringContaining(
      "sql/queries/app/f.sql:3 page-order: what identifies a row of this page is not known",
    ),
  ]);
});

it("leaves total orders", async () => {
  expect(
    await check({
      "queries/app/a.sql": `select validator
from fct_eth_pay_daily final
where network = {network:String} and day between 1 and 5
order by toInt64(day) * if({sortOrder:String} = 'desc', -1, 1) asc, validator asc
${page}`,
      "queries/app/b.sql": `select toString(validator) as id, sum(reward_gwei) as reward
from fct_eth_pay_daily final
group by validator
order by reward desc, id asc
${page}`,
      "queries/app/c.sql": `with
  totals as (
    select validator as id, sum(reward_gwei) as reward from fct_eth_pay_daily final where network = 'a' group by id
  )
select totals.id as id, validators.pubkey as pubkey, newest.day as day
from totals
left join dim_eth_validator as validators final on validators.validator = totals.id and validators.network = 'a'
cross join (select max(day) as day from fct_eth_pay_daily) as newest
order by reward desc, id asc
${page}`,
      "queries/app/d.sql": `select distinct day, validator from fct_eth_pay_daily order by day, validator ${page}`,
      "queries/app/e.sql": `select pay.day as day
from fct_eth_pay_daily as pay final
inner join dim_eth_validator as validators final using (network, validator)
where network = 'a'
order by day, validator
${page}`,
      "queries/app/f.sql": "select count() as rows from fct_eth_pay_daily limit 1 offset {offset:UInt64}\n",
      "queries/app/g.sql": "select day from fct_eth_pay_daily limit 5\n",
    }),
  ).toEqual([]);
});
