import { insertAfter, insertBefore, type Recipe } from "./recipe.ts";

const rules = "schemas/eth/rating.ts";
const rulesTest = "schemas/eth/rating.test.ts";
const table = "sql/tables/eth/dim_eth_rating_version.sql";
const page = "docs/concepts/ethereum.md";

export const addRating: Recipe = {
  adds: "a version of Ethereum's rating",
  readme: "sql/README.md",
  heading: "Add a rating version",
  steps: [
    {
      changes: [
        {
          path: rules,
          old: "} as const satisfies Record<string, Rules>;",
          text: '  "v4.0": { ...v2, proposerWeight: 1 / 2, orphanedScore: 0 },\n} as const satisfies Record<string, Rules>;',
        },
        { path: rules, old: 'from(146_875, "v3.0")]', text: 'from(146_875, "v3.0"), from(900_000, "v4.0")]' },
      ],
      run: "npx vitest run schemas/eth/rating.test.ts",
      names: [`${table}: v4.0`, `${page}: v4.0 from epoch 900000`, "mainnet has the original's epochs"],
    },
    {
      changes: [
        insertAfter(
          rulesTest,
          '      [146_875, "v3.0", 3 / 8, 0.25, 0, true],\n',
          '      [900_000, "v4.0", 1 / 2, 1, 0, true],\n',
        ),
        { path: table, old: "v2.1 or v3.0", text: "v2.1, v3.0 or v4.0" },
        insertBefore(
          page,
          "\nOther networks change with their forks",
          "| v4.0 | 900,000 | 1/2 | empty payloads score 1 |\n",
        ),
      ],
      run: "npx vitest run schemas/eth/rating.test.ts",
    },
    { run: "make migration" },
    { run: "npx validator-analytics dictionary --out docs" },
    { run: "npx vitest run lib/sql/tablesLock.test.ts test/sql.test.ts test/docs.test.ts" },
  ],
};
