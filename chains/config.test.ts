import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isErrorOfKind } from "../lib/errors.ts";
import { keepDaysOf } from "../lib/keepSettings.ts";
import { listTables } from "../lib/sql/table.ts";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { envExample, loadConfig } from "./config.ts";
import { chains } from "./index.ts";

const node = "http://localhost:5052";

/** The problems that a set of variables has, one a line. */
function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    if (!isErrorOfKind(error, "config")) throw error;
    return error.message;
  }
  return "";
}

describe("defaults", () => {
  it("run everything embedded, for this machine alone", () => {
    expect(loadConfig({})).toEqual({
      DATA_DIR: "./data",
      HOST: "127.0.0.1",
      MIGRATE: "on",
      VERIFY_SHARE: 0.01,
      EMBEDDED_STAGES: "off",
      PORT: 8080,
      EXPLORER: "key",
      ACCESS_LOG: "off",
      KEYLESS_REQUESTS_PER_MINUTE: 600,
      SHUTDOWN_DELAY_SECONDS: 0,
      SQL_RESULT_MIB: 256,
      SQL_STATEMENTS_AT_ONCE: 1,
      SQL_STATEMENT_MEMORY_MIB: 2_048,
      SQL_STATEMENT_ROWS: 0,
      SQL_STATEMENT_SECONDS: 300,
      SQL_THREADS: 0,
      EXPORT_S3_ENDPOINT: "https://s3.amazonaws.com",
      API_CONNECTIONS_PER_ADDRESS: 1_000,
      API_REQUESTS_AT_ONCE: 16,
      USAGE_KEEP_DAYS: 400,
      API_STATEMENT_SECONDS: 30,
      API_STATEMENT_MEMORY_MIB: 2_048,
      API_STATEMENT_ROWS: 1_000_000_000,
      API_STATEMENTS_MAX: 256,
      LOG_LEVEL: "info",
      chainVariables: {
        ETH_MAX_HEAD_AGE_S: 600,
        ETH_PEER_POLL_S: 600,
        ETH_REQUESTS_PER_SECOND: 200,
        ETH_RELAY_REQUESTS_PER_SECOND: 2,
        ETH_REWARD_CHECK_EPOCHS: 1,
        COMET_MAX_HEAD_AGE_S: 300,
        COMET_REQUESTS_PER_SECOND: 1000,
        SOLANA_BLOCKS: "rewards",
        SOLANA_MAX_HEAD_AGE_S: 120,
        SOLANA_REQUESTS_PER_SECOND: 100,
        SOLANA_STAKES: "epoch",
        CARDANO_BODY_BYTES: 1000,
        CARDANO_MAX_HEAD_AGE_S: 1800,
        CARDANO_PAGE_ROWS: 1000,
        CARDANO_POLL_S: 60,
        CARDANO_REQUESTS_PER_10_S: 100,
        ETH_KEEP_RAW_DAYS: 7,
        ETH_KEEP_EPOCH_DAYS: 90,
        ETH_KEEP_DAY_DAYS: 0,
        SOLANA_KEEP_RAW_DAYS: 7,
        SOLANA_KEEP_DAY_DAYS: 0,
        AVALANCHE_KEEP_DAY_DAYS: 0,
        AVALANCHE_MAX_HEAD_AGE_S: 0,
        AVALANCHE_REQUESTS_PER_SECOND: 5_000,
        AVALANCHE_SUPPORT_BLOCKS: 20_000,
        POLYGON_MAX_HEAD_AGE_S: 3_600,
        POLYGON_POLL_S: 60,
        POLYGON_REQUESTS_PER_SECOND: 50,
        ...Object.fromEntries(
          cosmosChains.flatMap(({ id }) => [
            [`${id.toUpperCase()}_KEEP_RAW_DAYS`, 90],
            [`${id.toUpperCase()}_KEEP_DAY_DAYS`, 0],
          ]),
        ),
        CARDANO_KEEP_RAW_DAYS: 90,
        CARDANO_KEEP_DAY_DAYS: 0,
        EIGENLAYER_MAX_HEAD_AGE_S: 300,
        EIGENLAYER_POLL_S: 12,
        EIGENLAYER_REQUESTS_PER_SECOND: 50,
        POLKADOT_KEEP_DAY_DAYS: 0,
        POLKADOT_MAX_HEAD_AGE_S: 300,
        POLKADOT_READ_PAYMENTS: "on",
        POLKADOT_REQUESTS_PER_SECOND: 100,
      },
      nodes: [],
      defaultNodes: [],
    });
  });

  it("hold for empty variables too, and variables of others are left alone", () => {
    const environment = Object.fromEntries(
      [...envExample().matchAll(/^#?([A-Z_]+)=/gm)].map((match) => [match[1] as string, ""]),
    );
    expect(loadConfig({ ...environment, ETH_HOODI_BEACON_URLS: "", EDITOR: "vi" })).toEqual(loadConfig({}));
  });
});

describe("nodes", () => {
  it("are lists: first preferred, blanks and trailing slashes dropped", () => {
    const { nodes } = loadConfig({
      ETH_BEACON_URLS: ` ${node}/ , https://user:secret@node.example/beacon/,`,
      ETH_EXECUTION_URLS: "http://localhost:8545/",
    });
    expect(nodes).toEqual([
      {
        chain: "eth",
        label: "",
        urls: {
          beacon: [node, "https://user:secret@node.example/beacon"],
          execution: ["http://localhost:8545"],
          relay: [],
        },
      },
    ]);
  });

  it("of several Ethereum networks are configured side by side, each with its own execution nodes and relays", () => {
    const { nodes } = loadConfig({
      ETH_BEACON_URLS: node,
      ETH_HOODI_BEACON_URLS: "http://hoodi:5052",
      ETH_HOODI_EXECUTION_URLS: "http://hoodi:8545",
      ETH_HOODI_RELAY_URLS: "https://0xac6e@hoodi-relay.example/,http://two.example",
      ETH_RELAY_URLS: "https://one.example",
      ETH_MY_DEVNET_7_BEACON_URLS: "http://devnet:5052",
    });
    expect(
      nodes.map(({ label, urls: { beacon, execution, relay } }) => [label, beacon, execution, relay]),
    ).toEqual([
      ["", [node], [], ["https://one.example"]],
      [
        "hoodi",
        ["http://hoodi:5052"],
        ["http://hoodi:8545"],
        ["https://0xac6e@hoodi-relay.example", "http://two.example"],
      ],
      ["my_devnet_7", ["http://devnet:5052"], [], []],
    ]);
  });

  it("of EigenLayer are by default the first of Ethereum's execution nodes, where it is wanted", () => {
    const execution = "http://localhost:8545";
    const urls = { ETH_EXECUTION_URLS: `${execution},http://two.example` };
    const byDefault = {
      ...{ chain: "eigenlayer", label: "" },
      urls: { execution: [execution], sidecar: [] },
    };
    expect(loadConfig(urls)).toMatchObject({ nodes: [], defaultNodes: [byDefault] });
    expect(loadConfig({ ...urls, NETWORKS: "eigenlayer" })).toMatchObject({ nodes: [byDefault] });
    expect(loadConfig({ ...urls, EIGENLAYER_SIDECAR_URLS: "http://localhost:7101" })).toMatchObject({
      nodes: [{ ...byDefault, urls: { execution: [execution], sidecar: ["http://localhost:7101"] } }],
      defaultNodes: [],
    });
    expect(loadConfig({ ...urls, EIGENLAYER_EXECUTION_URLS: "http://own:8545" })).toMatchObject({
      nodes: [{ chain: "eigenlayer", urls: { execution: ["http://own:8545"] } }],
      defaultNodes: [],
    });
  });

  it("of other chains have variables of their own", () => {
    const { nodes } = loadConfig({
      CELESTIA_COMET_URLS: "http://localhost:26657",
      CELESTIA_REST_URLS: "http://localhost:1317",
      BABYLON_TESTNET_COMET_URLS: "http://babylon:26657",
    });
    expect(nodes).toEqual([
      {
        chain: "babylon",
        label: "testnet",
        urls: { comet: ["http://babylon:26657"], rest: [] },
      },
      {
        chain: "celestia",
        label: "",
        urls: { comet: ["http://localhost:26657"], rest: ["http://localhost:1317"] },
      },
    ]);
    expect(problemsOf({ NETWORKS: "celestia" })).toContain("set CELESTIA_COMET_URLS");
  });

  it("of chains that NETWORKS doesn't name are left out", () => {
    expect(loadConfig({ NETWORKS: " eth ,", ETH_BEACON_URLS: node }).nodes).toHaveLength(1);
    expect(problemsOf({ NETWORKS: "eth,dogecoin", ETH_BEACON_URLS: node })).toContain(
      'NETWORKS: "dogecoin" is not one of eth',
    );
    expect(problemsOf({ NETWORKS: "eth" })).toContain('NETWORKS: "eth" has no node; set ETH_BEACON_URLS');
  });

  it.each([
    "ETH_BEACON_URLS",
    "ETH_EXECUTION_URLS",
    "ETH_RELAY_URLS",
    "ETH_HOODI_BEACON_URLS",
    "ETH_HOODI_EXECUTION_URLS",
    "ETH_HOODI_RELAY_URLS",
  ])("%s refuses what is no http address", (name) => {
    for (const value of ["localhost:5052", "ws://localhost", ",", `${node},node2`])
      expect(problemsOf({ ETH_HOODI_BEACON_URLS: node, [name]: value }), value).toContain(`${name}: `);
  });
});

describe("a wrong value names its variable", () => {
  it.each([
    ["PORT", ["http", "-1", "65536", "80.5"]],
    ["METRICS_PORT", ["x", "70000"]],
    ["ETH_START_EPOCH", ["-1", "1e20", "genesis"]],
    ["ETH_MAX_HEAD_AGE_S", ["-1", "ten"]],
    ["ETH_REQUESTS_PER_SECOND", ["0", "200000"]],
    ["ETH_RELAY_REQUESTS_PER_SECOND", ["0", "0.5"]],
    ["ETH_REWARD_CHECK_EPOCHS", ["-1"]],
    ["ETH_KEEP_RAW_DAYS", ["-1", "a week", "1.5"]],
    ["CELESTIA_KEEP_DAY_DAYS", ["-1"]],
    ["ETH_NETWORK_NAME", ["Main Net", "-x", "a".repeat(33)]],
    ["CLICKHOUSE_URL", ["localhost:8123", "tcp://localhost:9000"]],
    ["CLICKHOUSE_CLUSTER", ["my cluster", "a'b"]],
    ["REDIS_URL", ["localhost:6379", "http://localhost"]],
    ["BASE_URL", ["example.org"]],
    ["LOG_LEVEL", ["loud"]],
    ["KAFKA_BROKERS", ["kafka", ",", "kafka:port", "http://kafka:9092"]],
  ])("%s", (name, values) => {
    for (const value of values) {
      const text = problemsOf({ [name]: value });
      expect(text, value).toContain(`${name}: `);
      expect(text.split("\n"), value).toHaveLength(2);
    }
  });

  it("all at once", () => {
    const text = problemsOf({ PORT: "x", LOG_LEVEL: "loud", ETH_BEACON_URLS: "y", NETWORKS: "z" });
    for (const name of ["PORT", "LOG_LEVEL", "ETH_BEACON_URLS", "NETWORKS"])
      expect(text).toContain(`${name}: `);
  });
});

describe("right values", () => {
  it("are read as what they are", () => {
    expect(
      loadConfig({
        ETH_START_EPOCH: "0",
        ETH_NETWORK_NAME: "mainnet",
        CLICKHOUSE_URL: "http://user:password@clickhouse:8123/analytics",
        CLICKHOUSE_CLUSTER: "main",
        KAFKA_BROKERS: "kafka-1:9092, kafka-2:9092",
        REDIS_URL: "rediss://redis:6379",
        METRICS_PORT: "9464",
        BASE_URL: "https://api.example.org",
        PORT: "0",
      }),
    ).toMatchObject({
      chainVariables: { ETH_START_EPOCH: 0 },
      KAFKA_BROKERS: ["kafka-1:9092", "kafka-2:9092"],
      METRICS_PORT: 9464,
      PORT: 0,
    });
  });
});

describe("how long rows are kept", () => {
  it("is a setting of each chain for every kind of its tables", () => {
    for (const { family, settings } of chains) {
      const kinds = listTables(family).map(({ frontMatter }) => frontMatter.keep ?? "");
      const own = ["raw", "epoch", "day"].filter((kind) => kinds.includes(kind));
      expect(Object.keys(settings.keepDays)).toEqual(own);
    }
    const [eth] = chains;
    if (eth === undefined) throw new Error("no chain");
    const config = loadConfig({ ETH_KEEP_RAW_DAYS: "30", ETH_KEEP_EPOCH_DAYS: "0" });
    expect(keepDaysOf(config, eth.settings)).toEqual({ raw: 30, epoch: 0, day: 0 });
  });
});

describe("envExample", () => {
  it("is the file .env.example", () => {
    const file = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
    expect(file, "npx validator-analytics env > .env.example").toBe(envExample());
  });

  it("is a file that loads as the defaults", () => {
    const lines = envExample().split("\n");
    const set = lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split("=") as [string, string]);
    expect(loadConfig(Object.fromEntries(set))).toEqual(loadConfig({}));
    expect(lines.filter((line) => /^#[A-Z_]+=$/.test(line))).toContain("#ETH_BEACON_URLS=");
  });
});
