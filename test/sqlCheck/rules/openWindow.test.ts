import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { openWindow } from "./openWindow.ts";

const newest = "(select max(day) from eth_pay_daily where network = 'mainnet')";
const query = (condition: string) =>
  `select sum(reward_gwei) as reward\nfrom eth_pay_daily\nwhere\n  network = 'mainnet'\n  and ${condition}\n`;

it("finds windows of an example without an end", async () => {
  const findings = await checkedSql([openWindow], {
    "examples/eth/a.sql": query(`day > ${newest} - 30`),
    "examples/eth/b.sql": query(`${newest} - 30 <= day`),
    "examples/eth/c.sql": query(`toDate(day) >= '2026-01-01'\n  and validator < 5`),
  });
  expect(findings).toEqual(
    ["a", "b", "c"].map(
      (name) =>
        `sql/examples/eth/${name}.sql:5 open-window: the window of day has no end: add \`and day <= …\`, the last one that it is meant to have`,
    ),
  );
});

it("leaves windows with an end, other columns and other statements", async () => {
  expect(
    await checkedSql([openWindow], {
      "examples/eth/a.sql": query(`day > ${newest} - 30\n  and day <= ${newest}`),
      "examples/eth/b.sql": query(`day between ${newest} - 30 and ${newest}`),
      "examples/eth/c.sql": query("validator > 5"),
      "examples/eth/d.sql": query(`day = ${newest}`),
      "queries/app/a.sql": query(`day > ${newest} - 30`),
    }),
  ).toEqual([]);
});
