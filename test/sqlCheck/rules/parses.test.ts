import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { parses } from "./parses.ts";

it("finds errors of the engine, at their line", async () => {
  const findings = await checkedSql([parses], {
    "queries/app/two.sql": "select 1;\nselect 2\n",
    "queries/app/unknown_column.sql": "select\n  day,\n  rewards\nfrom fct_eth_pay_daily\n",
    "queries/app/unknown_table.sql": "select 1 from fct_eth_pay\n",
    "queries/app/no_sql.sql": "-- What is it?\nselect day\nfrom from where\n",
    "migrations/0001_add.sql": "alter table fct_eth_pay_daily\nadd colum x UInt8\n",
    "models/eth/fct_eth_pay_daily.sql": "insert into fct_eth_pay_daily select 1\n",
  });
  const refused: readonly [string, RegExp][] = [
    ["migrations/0001_add.sql:2", /Syntax error/],
    ["models/eth/fct_eth_pay_daily.sql:1", /the file starts with its front matter/],
    ["queries/app/no_sql.sql:3", /Syntax error/],
    ["queries/app/two.sql:1", /one statement without a semicolon is needed/],
    ["queries/app/unknown_column.sql:3", /Unknown .* `rewards`/],
    ["queries/app/unknown_table.sql:1", /Unknown table .* 'fct_eth_pay'/],
  ];
  expect(findings.map((finding) => finding.split(" ")[0])).toEqual(refused.map(([place]) => `sql/${place}`));
  for (const [index, [, message]] of refused.entries()) expect(findings[index]).toMatch(message);
});

it("finds a function, table or view that can't be created, before its readers", async () => {
  const findings = await checkedSql([parses], {
    "functions/vaHalf.sql": "create or replace function vaHalf as (x) -> x / / 2\n",
    "queries/app/half.sql": "select vaHalf(2) as half\n",
  });
  expect(findings).toEqual([expect.stringMatching(/^sql\/functions\/vaHalf\.sql:1 parses: Syntax error/)]);
});

it("accepts statements of each kind", async () => {
  expect(
    await checkedSql([parses], {
      "functions/vaHalf.sql": "create or replace function vaHalf as (x) -> x / 2\n",
      "views/eth/view_eth_pay.sql": `create or replace view view_eth_pay as
select day, sum(reward_gwei) as reward from eth_pay_daily where network = {network:String} group by day
comment 'One row per day'
`,
      "queries/app/half.sql": "select vaHalf(reward) as half from view_eth_pay(network = 'mainnet')\n",
      "queries/app/add.sql":
        "insert into dim_eth_validator (network, validator) select {network:String}, {index:UInt32}\n",
      "queries/app/drop.sql": "alter table dim_eth_validator delete where network = {network:String}\n",
      "migrations/0001_add_gone.sql": "alter table of_another_version add column if not exists gone UInt8\n",
    }),
  ).toEqual([]);
});
