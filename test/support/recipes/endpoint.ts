import { insertAfter, type Recipe } from "./recipe.ts";

const declaration = `/** Validators of Avalanche by day. */
import { z } from "zod";
import { booleanColumn, dateColumn, integerColumn } from "../../../schemas/columns.ts";
import { dayRange, limitPaging } from "../../../schemas/request.ts";
import { avalanche as chain } from "../../avalanche/chain.ts";
import { defineEndpoint } from "../../endpoint.ts";

const record = z
  .object({
    day: dateColumn.describe("UTC day"),
    activeValidators: integerColumn.describe("Validators at the end of the day"),
    isComplete: booleanColumn.describe("All blocks of the day are processed; the record no longer changes"),
  })
  .meta({ id: "AvalancheNetworkValidators" });

export const networkValidators = defineEndpoint({
  operation: "avalancheNetworkValidators",
  method: "get",
  path: "/v1/avalanche/network/validators",
  tag: "Avalanche rewards (v1)",
  chain,
  summary: "Validators at the end of each day",
  kind: "list",
  params: z.object({}),
  query: z.object({ ...limitPaging, fromDate: dayRange.fromDate, toDate: dayRange.toDate }),
  answer: { row: record, sql: "v1/avalanche/network_validators.sql" },
  prepare: async ({ query: { fromDate = null, toDate = null, ...paging }, network }) => ({
    values: { ...paging, network, fromDate, toDate },
  }),
  weight: { bytes: 8, row: 5 },
  settles: { boundedBy: ["toDate"] },
});
`;

const statement = `-- Validators of an Avalanche network by UTC day.
select
  reward.day as day,
  reward.active_validator_count as activeValidators,
  toBool(reward.is_complete = 1) as isComplete
from fct_avalanche_network_reward_daily as reward final
where
  reward.network = {network:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
`;

const test = `import { afterAll, beforeAll, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "avalanche" });
  await fixture.store.command("insert into dim_avalanche_network values ('mainnet', null, 1)");
  await fixture.store.command(
    \`insert into fct_avalanche_network_reward_daily (network, day, active_validator_count, is_complete, version)
    values ('mainnet', '2026-01-01', 7, 1, 1)\`,
  );
});
afterAll(() => fixture.close());

it("counts the validators at the end of each day", async () => {
  const { results } = await fixture.fetchBody<{ results: unknown[] }>("/v1/avalanche/network/validators");
  expect(results).toEqual([{ day: "2026-01-01", activeValidators: 7, isComplete: true }]);
});
`;

const list = "serve/endpoints.ts";
const file = "v1/avalanche/networkValidators";
const operation = "GET /v1/avalanche/network/validators";
const checks = "npx vitest run test/endpoints.test.ts test/docs.test.ts chains/index.test.ts";

export const addEndpoint: Recipe = {
  adds: "a list of days",
  readme: "serve/README.md",
  heading: "Add an endpoint",
  steps: [
    {
      changes: [
        { path: `serve/${file}.ts`, text: declaration },
        {
          path: list,
          old: 'import { consolidationEndpoints } from "./v1/eth/',
          text: `import { networkValidators } from "./${file}.ts";\nimport { consolidationEndpoints } from "./v1/eth/`,
        },
        insertAfter(list, "  ...avalancheEndpoints,\n", "  networkValidators,\n"),
      ],
      run: `${checks} -t "avalanche/network/validators|additions|dictionary|list of chains"`,
      names: ["v1/avalanche/network_validators.sql", `fixtures/spec/endpoints.json: ${operation}`],
    },
    {
      changes: [
        { path: "sql/queries/v1/avalanche/network_validators.sql", text: statement },
        insertAfter("fixtures/spec/endpoints.json", '  "additions": [\n', `    "${operation}",\n`),
        { path: `serve/${file}.test.ts`, text: test },
      ],
      run: 'npx vitest run test/docs.test.ts -t "dictionary"',
      names: ["npx validator-analytics dictionary --out docs"],
    },
    { run: "npx validator-analytics dictionary --out docs" },
    { run: "make client" },
    { run: `${checks} serve/${file}.test.ts` },
  ],
};
