/** Every amount of the warehouse names its unit: by the last word of its name, or in its comment. */
import { basename } from "node:path";
import { expect, it } from "vitest";
import { listSql } from "../lib/sql/file.ts";
import { loadTable, type SqlColumn } from "../lib/sql/table.ts";

/** Types that amounts have; smaller numbers are counts, epochs and the like. */
const isWide = ({ type }: SqlColumn) => /\b(?:U?Int(?:64|128|256)|Decimal|Float(?:32|64))\b/.test(type);

const units = ["gwei", "wei", "lovelace", "planck", "navax", "lamports", "shares", "bytes"];
const isInName = ({ name }: SqlColumn) => units.includes(name.split("_").at(-1) ?? "");
const isInComment = ({ comment }: SqlColumn) =>
  /\b(?:lovelace|g?wei|planck|nAVAX|lamports|base units?|smallest unit|POL|ETH|US dollars)\b/i.test(comment);

/** Last words of names that are no amounts. A word that amounts have, too, needs its whole name below. */
const others = new Set(
  `version checksum hash position height nonce period at time slot slots epoch block number index id offset
  count point units credits score used weight weights limit sum minutes delay diff
  effectiveness uptime correctness participation rate ratio percentage percentages factor magnitude coefficient gini
  margin influence expansion growth decentralisation numerator denominator`.split(/\s+/),
);
const otherNames = new Set([
  // Of blocks, of credits and of validators.
  "range_residual",
  "credit_difference",
  "credits_observed",
  "total_withdrawing_validators",
  // Highest scores.
  "vote_score_max",
  // Their elements name components, whose amounts are as in raw_eth_node_reward.
  "differences",
]);
const isOther = ({ name }: SqlColumn) => otherNames.has(name) || others.has(name.split("_").at(-1) ?? "");

const isUnnamed = (column: SqlColumn) =>
  isWide(column) && !isInName(column) && !isInComment(column) && !isOther(column);

it.each(listSql("tables"))("amounts of sql/%s name their unit", (path) => {
  const unnamed = loadTable(basename(path, ".sql")).columns.filter(isUnnamed);
  expect(
    unnamed.map(({ name, comment }) => `${name}: ${comment}`),
    `sql/${path}: amounts without a unit in name or comment (list words of other quantities in test/amountUnits.test.ts)`,
  ).toEqual([]);
});
