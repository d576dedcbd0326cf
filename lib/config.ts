/**
 * All settings, from the environment, in one Zod object. It also prints `.env.example` and feeds `doctor`.
 * The choice between embedded and cluster (store, bus, counters) is made from these values and nowhere else.
 */
import { z } from "zod";
import { ConfigError } from "./errors.ts";

/** Chains that this version can listen to; in capitals they begin the variables of their nodes. */
export const chainNames = ["eth", "celestia", "babylon"] as const;
export type ChainName = (typeof chainNames)[number];

/** Variables `<CHAIN>_[<LABEL>_]<kind>_URLS`: the nodes, and what answers beside them. */
const nodeKinds: Readonly<Record<ChainName, { primary: string; secondary: string }>> = {
  eth: { primary: "BEACON", secondary: "EXECUTION" },
  celestia: { primary: "COMET", secondary: "REST" },
  babylon: { primary: "COMET", secondary: "REST" },
};

/** The variable that names a chain's nodes. */
export function nodeVariableOf(chain: ChainName, label = ""): string {
  const middle = label === "" ? "" : `${label.toUpperCase()}_`;
  return `${chain.toUpperCase()}_${middle}${nodeKinds[chain].primary}_URLS`;
}

/** Every chain's variable, for messages. */
export const nodeVariables = chainNames.map((chain) => nodeVariableOf(chain)).join(" or ");

const urlList = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim().replace(/\/+$/, ""))
      .filter((part) => part !== ""),
  )
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1));

const commaList = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);
const brokers = commaList.pipe(
  z
    .array(
      z
        .string()
        .regex(/^(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/, "host:port is needed, such as localhost:9092"),
    )
    .min(1),
);
const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

/** The settings of one chain of the CometBFT family. */
function cometSettings<Name extends "CELESTIA" | "BABYLON">(name: Name) {
  const urls = urlList.optional();
  const fields = {
    [`${name}_COMET_URLS`]: urls.describe(
      `CometBFT RPC of ${name} nodes, comma separated, first preferred. More networks: ${name}_TESTNET_COMET_URLS, …`,
    ),
    [`${name}_REST_URLS`]: urls.describe(
      "REST gateways of the same network, for the cross-check of rewards; without them the residual is empty",
    ),
    [`${name}_START_HEIGHT`]: integer(1, 4_000_000_000)
      .optional()
      .describe("First block to follow; default: the last one"),
  };
  // The keys are the three above.
  return fields as unknown as Record<`${Name}_${"COMET" | "REST"}_URLS`, typeof urls> &
    Record<`${Name}_START_HEIGHT`, z.ZodOptional<ReturnType<typeof integer>>>;
}

const settings = z.object({
  NETWORKS: commaList
    .pipe(
      z
        .array(
          z.enum(chainNames, { error: (issue) => `"${issue.input}" is not one of ${chainNames.join(", ")}` }),
        )
        .min(1),
    )
    .optional()
    .describe(
      "Chains to follow, comma separated (eth, celestia, babylon); default: those that have a node set",
    ),
  ETH_BEACON_URLS: urlList
    .optional()
    .describe(
      "Ethereum beacon nodes, comma separated, first preferred. More networks: ETH_HOODI_BEACON_URLS, …",
    ),
  ETH_EXECUTION_URLS: urlList
    .optional()
    .describe("Ethereum execution nodes, comma separated, first preferred"),
  ETH_START_EPOCH: integer(0, 4_000_000_000)
    .optional()
    .describe("First epoch to follow; default: the finalized head"),
  ETH_NETWORK_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/)
    .optional()
    .describe("Serve the node's network under this name instead of its CONFIG_NAME"),
  ETH_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(600)
    .describe("A node whose head is older is an error while following (seconds, 0 = off)"),
  ETH_REQUESTS_PER_SECOND: integer(1, 100_000).default(200).describe("Rate cap for each beacon node"),
  ETH_REWARD_CHECK_EPOCHS: integer(0, 100_000)
    .default(64)
    .describe("Compare attestation rewards with the node's own once in so many epochs (0 = never)"),
  ...cometSettings("CELESTIA"),
  ...cometSettings("BABYLON"),
  COMET_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(300)
    .describe("A CometBFT node whose head is older is an error while following (seconds, 0 = off)"),
  COMET_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(1000)
    .describe("Rate cap for each CometBFT node and REST gateway"),
  DATA_DIR: z.string().min(1).default("./data").describe("Folder of the embedded warehouse"),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("ClickHouse server, http(s)://user:password@host:8123/database; default: embedded"),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional()
    .describe("Cluster name: replicated engines and `on cluster`"),
  KAFKA_BROKERS: brokers
    .optional()
    .describe("Kafka brokers, host:port, comma separated; default: a bus in the process"),
  KAFKA_REPLICATION: integer(1, 32_767)
    .optional()
    .describe("Replicas of new topics, such as 3 with three or more brokers; default: the brokers' own"),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe("Redis for limits shared by several servers; default: in memory"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address that the API listens on"),
  PORT: integer(0, 65_535).default(8080).describe("Port that the API listens on"),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe(
      "Port for /metrics, /healthz and /readyz of every stage; default: none, and /metrics of `start` and `serve` is on PORT",
    ),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Public address of the API, for absolute links; default: the request's own"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("Least severe log line"),
});

/** Nodes of one network of one chain, as configured. `label` is "" for the chain's main variable. */
export type NodeSetting = {
  chain: ChainName;
  label: string;
  urls: string[];
  /** Execution nodes of Ethereum, REST gateways of CometBFT chains. */
  secondaryUrls: string[];
};

export type Config = z.output<typeof settings> & { nodes: NodeSetting[] };

/** The chain, label and kind that a variable's name says; undefined for other variables. */
function parseNodeVariable(name: string) {
  for (const chain of chainNames) {
    const { primary, secondary } = nodeKinds[chain];
    const pattern = new RegExp(`^${chain.toUpperCase()}_(?:([A-Z0-9_]+)_)?(${primary}|${secondary})_URLS$`);
    const [, label = "", kind] = pattern.exec(name) ?? [];
    if (kind !== undefined) return { chain, label: label.toLowerCase(), isPrimary: kind === primary };
  }
  return undefined;
}

/** Every variable of nodes with the secondary ones of the same name, in the order of their names. */
function readNodes(environment: Record<string, string>): { nodes: NodeSetting[]; problems: string[] } {
  const problems: string[] = [];
  const nodes: NodeSetting[] = [];
  const secondary = new Map<string, string[]>();
  for (const [name, text] of Object.entries(environment).sort()) {
    const variable = parseNodeVariable(name);
    if (variable === undefined) continue;
    const { chain, label, isPrimary } = variable;
    const urls = urlList.safeParse(text);
    if (!urls.success)
      problems.push(`${name}: a comma list of http(s) addresses is needed, such as http://localhost:5052`);
    else if (isPrimary) nodes.push({ chain, label, urls: urls.data, secondaryUrls: [] });
    else secondary.set(`${chain}/${label}`, urls.data);
  }
  for (const node of nodes) node.secondaryUrls = secondary.get(`${node.chain}/${node.label}`) ?? [];
  return { nodes, problems };
}

/**
 * Reads the settings. Empty variables count as unset.
 * @throws ConfigError that names each wrong variable and what it should be.
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) present[name] = value;
  const parsed = settings.safeParse(present);
  const { nodes, problems } = readNodes(present);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      const description = settings.shape[name as keyof typeof settings.shape]?.description ?? "";
      if (!problems.some((problem) => problem.startsWith(`${name}:`)))
        problems.push(`${name}: ${issue.message}. ${description}`);
    }
  }
  for (const name of parsed.data?.NETWORKS ?? []) {
    if (!nodes.some((node) => node.chain === name))
      problems.push(`NETWORKS: "${name}" has no node; set ${nodeVariableOf(name)}`);
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`, {
      meta: { problems },
    });
  }
  const wanted = parsed.data.NETWORKS;
  return {
    ...parsed.data,
    nodes: wanted === undefined ? nodes : nodes.filter(({ chain }) => wanted.some((name) => name === chain)),
  };
}

/** Whether a variable of this name is read. */
export function isSetting(name: string): boolean {
  return Object.hasOwn(settings.shape, name) || parseNodeVariable(name) !== undefined;
}

/** The text of `.env.example`: every setting with its description and default. */
export function envExample(): string {
  const lines = [
    "# Settings of Validator Analytics. All are optional; without any, everything runs embedded.",
    "",
  ];
  for (const [name, field] of Object.entries(settings.shape)) {
    const fallback = field instanceof z.ZodDefault ? String(field.parse(undefined)) : "";
    lines.push(`# ${field.description ?? ""}`, `${fallback === "" ? "#" : ""}${name}=${fallback}`, "");
  }
  return lines.join("\n");
}
