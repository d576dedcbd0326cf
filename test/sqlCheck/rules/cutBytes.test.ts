import { expect, it } from "vitest";
import { checkedSql } from "../../support/checkedSql.ts";
import { cutBytes } from "./cutBytes.ts";

/** A table with a key as bytes, next to one that has it as a text. */
const files = {
  "tables/eth/raw_eth_key.sql": `create table if not exists raw_eth_key (
  network LowCardinality(String) comment 'Network',
  pubkey FixedString(48) comment 'Key, bytes',
  root FixedString(66) comment 'Root, hex with 0x',
  version UInt64 comment 'Version'
)
engine = ReplacingMergeTree(version)
order by (network, pubkey)
comment 'One row per network and key'
`,
  "functions/vaBytes.sql": "create or replace function vaBytes as (bytes) -> concat(bytes, '')\n",
};
const check = (more: Record<string, string>) => checkedSql([cutBytes], { ...files, ...more });

it("finds bytes that are converted to a text, or compared with one", async () => {
  const findings = await check({
    "queries/app/a.sql": `select
  toString(pubkey) as text,
  cast(pubkey as String) as converted,
  if(version > 1, pubkey, '') as chosen
from raw_eth_key`,
    "queries/app/b.sql": `select validator
from dim_eth_validator as validators
inner join raw_eth_key as keys on keys.pubkey = validators.pubkey`,
    "queries/app/c.sql":
      "select version\nfrom raw_eth_key\nwhere pubkey in (select pubkey from dim_eth_validator)",
    "queries/app/d.sql": "select pubkey from raw_eth_key\nunion all\nselect pubkey from dim_eth_validator",
  });
  expect(findings.map((finding) => finding.split(": ")[0])).toEqual([
    "sql/queries/app/a.sql:2 cut-bytes",
    "sql/queries/app/a.sql:3 cut-bytes",
    "sql/queries/app/a.sql:4 cut-bytes",
    "sql/queries/app/b.sql:3 cut-bytes",
    "sql/queries/app/c.sql:3 cut-bytes",
    "sql/queries/app/d.sql:1 cut-bytes",
  ]);
  expect(findings[0]).toContain("toString drops the zeros that pubkey ends with: write vaBytes(pubkey)");
});

it("leaves bytes among bytes, conversions of all bytes, and hex", async () => {
  expect(
    await check({
      "queries/app/a.sql": `select
  vaBytes(keys.pubkey) as text,
  lower(hex(keys.pubkey)) as digits,
  toString(keys.root) as root,
  keys.pubkey = toFixedString(unhex({key:String}), 48) as is_own
from raw_eth_key as keys
inner join dim_eth_validator as validators on vaBytes(keys.pubkey) = validators.pubkey
where keys.pubkey in (select toFixedString(pubkey, 48) from dim_eth_validator)`,
      "queries/app/b.sql": "select root from raw_eth_key\nunion all\nselect pubkey from dim_eth_validator",
    }),
  ).toEqual([]);
});
