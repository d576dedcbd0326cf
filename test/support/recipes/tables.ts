import { insertAfter, type Recipe } from "./recipe.ts";

const table = `/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_cosmos_block_daily (
  network LowCardinality(String) comment 'Chain id, such as celestia or bbn-1',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  block_count UInt32 comment 'Blocks covered' codec(Delta, ZSTD(1)),
  is_complete UInt8 comment '1 when the day is complete; the row never changes then',
  version UInt64 comment 'Model revision, blocks covered, state known: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day of a CometBFT chain, with its blocks'
`;

const model = `/* ---
grain: network, day
reads: [int_cosmos_day]
window: day
--- */
insert into fct_cosmos_block_daily
select
  network,
  day,
  toUInt32(to_block - from_block + 1) as block_count,
  is_complete,
  version
from int_cosmos_day final
where network = {network:String} and day = {day:Date}
`;

const tableChecks =
  "npx vitest run test/sql.test.ts test/sqlObjects.test.ts lib/sql transform/frame/heights.test.ts test/docs.test.ts";

export const addTable: Recipe = {
  adds: "a table that a model fills",
  readme: "sql/README.md",
  heading: "Add a table",
  steps: [
    { changes: [{ path: "sql/tables/cosmos/fct_cosmos_block_daily.sql", text: table }] },
    {
      run: "npx vitest run transform/frame/heights.test.ts",
      names: ["fct_cosmos_block_daily", "a model fills it"],
    },
    {
      changes: [{ path: "sql/models/cosmos/fct_cosmos_block_daily.sql", text: model }],
      run: tableChecks,
      names: [
        "sql/tables.lock",
        "make migration",
        "ops/clickhouse/grants.sql",
        "npx validator-analytics dictionary --out docs",
      ],
    },
    { run: "make migration" },
    { run: "npx validator-analytics grants > ops/clickhouse/grants.sql" },
    { run: "npx validator-analytics dictionary --out docs" },
    { run: tableChecks },
    { run: "npx validator-analytics migrate", prints: "The warehouse and the topics are up to date" },
  ],
};

const changed = "sql/tables/cosmos/dim_cosmos_network.sql";
const networks = "transform/cosmos/networks.ts";
const column = "units_per_token";
const migration = "{migration}_alter_dim_cosmos_network";

export const changeTable: Recipe = {
  adds: "a column",
  readme: "sql/README.md",
  heading: "Change a table",
  steps: [
    {
      changes: [
        {
          path: changed,
          old: "  version UInt64",
          text: `  ${column} UInt32 default 0 comment 'Base units of a whole token',\n  version UInt64`,
        },
      ],
      run: "npx vitest run lib/sql/tablesLock.test.ts",
      names: ["tables/cosmos/dim_cosmos_network.sql", "make migration"],
    },
    { run: "make migration NAME=alter_dim_cosmos_network" },
    {
      changes: [
        {
          path: `sql/migrations/${migration}.sql`,
          old: "-- Why it is needed.",
          text: "-- Amounts are divided without a power.",
        },
        {
          path: `sql/migrations/${migration}.sql`,
          old: "<column> <type> after <column>",
          text: `${column} UInt32 default 0 comment 'Base units of a whole token'\n    after token_decimals`,
        },
      ],
      run: "make migration",
    },
    { run: "npx vitest run transform/cosmos/networks.test.ts", names: [column] },
    {
      changes: [
        insertAfter(
          networks,
          "    token_decimals: chain.token.decimals,\n",
          `    ${column}: 10 ** chain.token.decimals,\n`,
        ),
        insertAfter(
          "test/support/addedElsewhere.ts",
          "export const addedElsewhere: readonly Added[] = [\n",
          `  {\n    table: "dim_cosmos_network",\n    migration: "${migration}",\n    columns: ["${column}"],\n  },\n`,
        ),
      ],
      run: "npx vitest run transform/cosmos/networks.test.ts",
    },
    { run: "npx validator-analytics dictionary --out docs" },
    {
      run: "npx vitest run lib/sql/tablesLock.test.ts test/sql.test.ts test/olderColumns.test.ts test/docs.test.ts",
    },
  ],
};
