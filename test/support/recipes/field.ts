import type { Recipe } from "./recipe.ts";

const records = "schemas/cosmos/records.ts";
const statement = "sql/queries/v1/cosmos/network_rewards.sql";

export const addField: Recipe = {
  adds: "a number of days",
  readme: "serve/README.md",
  heading: "Add a field",
  steps: [
    {
      changes: [
        {
          path: records,
          old: "    totalBondedValidators: integerColumn",
          text: '    totalBlocks: integerColumn.describe("Blocks of the day that are covered"),\n    totalBondedValidators: integerColumn',
        },
      ],
      run: 'npx vitest run test/endpoints.test.ts -t "celestia/network/rewards"',
      names: [statement, records, "totalBlocks"],
    },
    {
      changes: [
        {
          path: statement,
          old: "  reward.bonded_validator_count as totalBondedValidators,\n",
          text: "  reward.to_block - reward.from_block + 1 as totalBlocks,\n  reward.bonded_validator_count as totalBondedValidators,\n",
        },
      ],
      run: "make client",
    },
    { run: "npx vitest run test/endpoints.test.ts" },
  ],
};
