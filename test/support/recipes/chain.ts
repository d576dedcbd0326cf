import { insertAfter, insertBefore, type Recipe } from "./recipe.ts";

const row = `  {
    id: "cosmoshub",
    name: "Cosmos Hub",
    token: { symbol: "ATOM", decimals: 6 },
    denomination: "uatom",
    secondsPerBlock: 6,
    prefix: "cosmos",
    mainNetwork: "cosmoshub-4",
    testNetwork: "provider",
    chainIds: /^(?:cosmoshub-\\d+|provider)$/,
    readsDelegations: false,
    paysValidatorsDirectly: false,
    queuesStaking: false,
    keepsRewardsOnChange: false,
    paths: {
      validatorRewards: "validators/{validator_address}/rewards",
      networkRewards: "network/rewards",
    },
  },
`;

const page = `
export const cosmosHub: Network = {
  id: "cosmoshub",
  headline: facts({
    title: "Newest day",
    path: "/v1/cosmoshub/network/rewards",
    query: { sortOrder: "desc", limit: "2" },
    columns: headlineColumns("ATOM"),
  }),
  name: "Cosmos Hub",
  symbol: "ATOM",
  about: "Rewards of validators and their delegators, from the blocks' own events.",
  sections: [
    section({
      ...shared,
      title: "Rewards of the network",
      path: "/v1/cosmoshub/network/rewards",
      columns: networkColumns("ATOM"),
      charts: networkCharts,
    }),
  ],
  kinds: [
    validatorKind("validator_address", "/v1/cosmoshub/validators/{validator_address}/explain", [
      section({
        ...shared,
        title: "Rewards",
        path: "/v1/cosmoshub/validators/{validator_address}/rewards",
        columns: validatorColumns("ATOM"),
        charts: validatorCharts,
      }),
      reconciliation("/v1/cosmoshub/validators/{validator_address}/reconciliation", amount("ATOM")),
    ]),
  ],
};
`;

const tags = ["rewards", "subjects", "explanations"].map((group) => `Cosmos Hub ${group} (v1)`);
const operations = [
  "validators/{validator_address}/rewards",
  "network/rewards",
  "subjects",
  "summary",
  "validators/{validator_address}/explain",
  "validators/{validator_address}/reconciliation",
].map((path) => `GET /v1/cosmoshub/${path}`);

const pages = "explorer/src/networks/index.ts";

export const addChain: Recipe = {
  adds: "a CometBFT chain",
  readme: "chains/README.md",
  heading: "Add a chain of a known family",
  steps: [
    {
      changes: [insertBefore("schemas/cosmos/chains.ts", "];\n\n/** The row of a chain.", row)],
    },
    {
      run: "npx vitest run chains/index.test.ts",
      names: [
        `${pages}: cosmoshub`,
        "lib/families.ts: cosmoshub",
        ...tags.map((tag) => `serve/http/openapi/tags.ts: ${tag}`),
        ...operations.map((operation) => `fixtures/spec/endpoints.json: ${operation}`),
        ...["README.md", "docs/index.md", "docs/api-overview.md"].map((path) => `${path}: cosmoshub`),
      ],
    },
    {
      changes: [
        {
          path: "explorer/src/networks/cosmos.ts",
          old: "\nexport const babylon",
          text: `${page}\nexport const babylon`,
        },
        {
          path: "lib/families.ts",
          old: '"Celestia and Babylon"',
          text: '"Celestia, Babylon and Cosmos Hub"',
        },
        { path: pages, old: "import { babylon, celestia }", text: "import { babylon, celestia, cosmosHub }" },
        insertAfter(pages, "  babylon,\n", "  cosmosHub,\n"),
        insertBefore(
          "serve/http/openapi/tags.ts",
          '  "Solana network (v0)"',
          '  "Cosmos Hub rewards (v1)": "Rewards of validators and the network by day",\n',
        ),
        insertAfter(
          "serve/http/openapi/tags.ts",
          '  "Celestia subjects (v1)": subjects,\n',
          '  "Cosmos Hub subjects (v1)": subjects,\n',
        ),
        insertAfter(
          "serve/http/openapi/tags.ts",
          '  "Celestia explanations (v1)": explanations,\n',
          '  "Cosmos Hub explanations (v1)": explanations,\n',
        ),
        insertAfter(
          "fixtures/spec/endpoints.json",
          '  "additions": [\n',
          operations.map((operation) => `    "${operation}",\n`).join(""),
        ),
        ...["README.md", "docs/index.md"].map((path) =>
          insertAfter(path, "Celestia, Babylon, ", "Cosmos Hub, "),
        ),
        { path: "docs/api-overview.md", old: "`/v1/babylon/…`", text: "`/v1/babylon/…`, `/v1/cosmoshub/…`" },
      ],
      run: "make client",
    },
    { run: "npx vitest run chains/index.test.ts" },
    {
      run: "npx vitest run chains/config.test.ts chains/settingsPage.test.ts test/docs.test.ts",
      names: [
        "npx validator-analytics env > .env.example",
        "npx validator-analytics env --markdown > docs/settings.md",
        "npx validator-analytics dictionary --out docs",
      ],
    },
    { run: "npx validator-analytics env > .env.example" },
    { run: "npx validator-analytics env --markdown > docs/settings.md" },
    { run: "npx validator-analytics dictionary --out docs" },
    { run: "npx vitest run chains/config.test.ts chains/settingsPage.test.ts test/docs.test.ts" },
    { run: "npx vitest run schemas/cosmos test/endpoints.test.ts" },
  ],
};
