import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { optionalDefault } from "./optionalDefault.ts";

const check = (files: Record<string, string>) => checkedSql([optionalDefault], files);
const joined = (selected: string, side = "fct_eth_pay_daily") => `select
  days.day as day,
  ${selected}
from fct_eth_pay_daily as days
left join ${side} as paid on paid.day = days.day + 1
`;

it("finds numbers of the optional side of a join that reach the answer", async () => {
  const findings = await check({
    "queries/v0/a.sql": joined("paid.reward_gwei as reward"),
    "queries/v0/b.sql": joined("paid.reward_gwei - 1 as reward"),
    // Through a subquery, and as the result of a choice about something else.
    "models/eth/fct_eth_pay_daily.sql": `/* ---
grain: network, day
reads: [fct_eth_pay_daily]
window: day
--- */
insert into fct_eth_pay_daily
with
  found as (
    select days.day as day, paid.reward_gwei as reward
    from fct_eth_pay_daily as days
    left join fct_eth_pay_daily as paid on paid.day = days.day + 1
  )
select 'n' as network, day, if(day > 3, reward, 0) as reward_gwei
from found
`,
    // An empty text is a name in an answer.
    "queries/v0/d.sql": joined("paid.network as network"),
    "queries/v0/e.sql": joined(
      "paid.newest as newest",
      "(select day, max(reward_gwei) as newest from fct_eth_pay_daily group by day)",
    ),
  });
  expect(findings.map((finding) => finding.split(": ")[0])).toEqual([
    "sql/models/eth/fct_eth_pay_daily.sql:9 optional-default",
    "sql/queries/v0/a.sql:3 optional-default",
    "sql/queries/v0/b.sql:3 optional-default",
    "sql/queries/v0/d.sql:3 optional-default",
    "sql/queries/v0/e.sql:3 optional-default",
  ]);
  expect(findings[1]).toContain("reward_gwei is 0 where the other side of the join has no match");
});

it("leaves values with a check of the side, sums over no rows, flags, and conditions", async () => {
  expect(
    await check({
      "queries/v0/a.sql": joined("if(paid.network = '', null, paid.reward_gwei) as reward"),
      "queries/v0/b.sql": joined("nullIf(paid.reward_gwei, 0) as reward"),
      "queries/v0/c.sql": joined("days.reward_gwei as reward, paid.reward_gwei > 3 as is_more"),
      "queries/v0/d.sql": joined("paid.reward_gwei as reward").replace(/\n$/, "\nwhere paid.network != ''\n"),
      "queries/v0/e.sql": joined(
        "paid.total as total, paid.days as days_of, paid.is_there as is_there",
        "(select day, sum(reward_gwei) as total, count() as days, 1 as is_there from fct_eth_pay_daily group by day)",
      ),
      "queries/v0/f.sql": joined(
        "paid.reward as reward",
        "(select day, toNullable(reward_gwei) as reward from fct_eth_pay_daily)",
      ),
      "queries/v0/g.sql": `${joined("paid.reward_gwei as reward")}settings join_use_nulls = 1\n`,
      "queries/v0/h.sql": joined("paid.reward_gwei as reward").replace("left join", "inner join"),
      "queries/internal/i.sql": joined("paid.reward_gwei as reward"),
    }),
  ).toEqual([]);
});
