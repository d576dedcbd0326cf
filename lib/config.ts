/**
 * All settings, from the environment, in one Zod object: the common ones here, those of each chain from its entry in
 * chains/. They also print `.env.example` and feed `doctor`. Only these values choose between embedded and cluster
 * (store, bus, counters).
 */
import { z } from "zod";
import { apiSettings } from "./apiSettings.ts";
import { backupSettings } from "./backupSettings.ts";
import { ConfigError } from "./errors.ts";
import { exportSettings } from "./exportSettings.ts";
import { kafkaProblems, kafkaSettings } from "./kafkaSettings.ts";
import { type KeepDays, keepDescriptions, keepKinds, keepVariable } from "./keepSettings.ts";
import {
  type ChainNodes,
  likelyNodeVariables,
  mainKindOf,
  type NodeSetting,
  parseNodeVariable,
  readNodes,
  urlList,
  variableOf,
} from "./nodeVariables.ts";
import { keepSecretsOfSetting, settingInFile, withFiles } from "./secretSettings.ts";
import { exampleText } from "./settingsExample.ts";
import { commonGroups, type SettingsGroup, settingsPage } from "./settingsPage.ts";
import { sqlSettings } from "./sqlSettings.ts";
import { unknownProblem } from "./unknownSettings.ts";

export type { NodeSetting };

/** The settings of a chain. */
export type ChainSettings = ChainNodes & {
  /** Further variables. Chains of one family may share an object. */
  variables: readonly z.ZodObject[];
  /** Days for which rows of a kind are kept unless `<CHAIN>_KEEP_<KIND>_DAYS` is set; 0 = forever. */
  keepDays: KeepDays;
};

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
export const integer = (minimum: number, maximum: number) =>
  z.coerce.number().int().min(minimum).max(maximum);

const caFile = (whose: string) =>
  z
    .string()
    .min(1)
    .optional()
    .describe(`PEM file of the certificate authorities of the ${whose}; default: the system's`);

const commonSettings = z.object({
  DATA_DIR: z.string().min(1).default("./data").describe("Folder of the embedded warehouse"),
  ARCHIVE_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Folder for archives of raw facts before retention drops them, for `replay --source files`; default: no archives",
    ),
  ...backupSettings,
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "ClickHouse server, http(s)://user:password@host:8123/database; default: the embedded warehouse",
    ),
  CLICKHOUSE_CA_FILE: caFile("ClickHouse server"),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional()
    .describe("Name of the ClickHouse cluster; tables become replicated and statements run `on cluster`"),
  MIGRATE: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Every process migrates the tables when it starts; off: only `migrate` does, and other processes wait for it",
    ),
  KAFKA_BROKERS: brokers
    .optional()
    .describe("Kafka brokers, host:port, comma separated; default: a bus inside the process"),
  EMBEDDED_STAGES: z
    .enum(["on", "off"])
    .default("off")
    .describe(
      "Allow `listen`, `transform` and `serve` with KAFKA_BROKERS to use the embedded warehouse in DATA_DIR, which processes cannot share",
    ),
  ...kafkaSettings.shape,
  KAFKA_REPLICATION: integer(1, 32_767)
    .optional()
    .describe(
      "Replication factor of new topics, such as 3 with three or more brokers; default: the brokers'",
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe("Redis for limits shared by several servers; default: in memory"),
  VERIFY_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe(
      "Share of the followed heights whose figures are compared with those that the nodes report (0 = none)",
    ),
  OUTAGE_LIMIT_SECONDS: integer(1, 10_000_000)
    .optional()
    .describe(
      "Seconds that a process waits for Kafka, the warehouse or nodes before it exits with code 1; default: forever",
    ),
  REDIS_CA_FILE: caFile("Redis server"),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address that the API listens on"),
  PORT: integer(0, 65_535).default(8080).describe("Port that the API listens on"),
  METRICS_PORT: integer(0, 65_535)
    .optional()
    .describe(
      "Port of /metrics, /healthz and /readyz of each process; default: none (`start` and `serve` serve them on PORT)",
    ),
  ...apiSettings,
  ...sqlSettings,
  ...exportSettings,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"])
    .default("info")
    .describe("Lowest level of log lines"),
  LOG_FORMAT: z
    .enum(["json", "pretty"])
    .optional()
    .describe("Format of log lines; default: pretty at a terminal, else json"),
});

/** First words of setting names that this project owns, besides the chains'. */
const ownWords = ["CLICKHOUSE", "EXPORT", "KAFKA", "REDIS", "SQL", "VERIFY"];

export type Config = z.output<typeof commonSettings> & {
  nodes: NodeSetting[];
  /** Nodes of chains that are not followed, but may be named: by another chain's nodes. */
  defaultNodes: NodeSetting[];
  /** Variables of the chains, by name; `variablesOf` gives them their types. */
  chainVariables: Readonly<Record<string, unknown>>;
};

/** The variables of one object of a chain's settings. */
export function variablesOf<Variables extends z.ZodObject>(
  config: Pick<Config, "chainVariables">,
  _variables: Variables,
): z.output<Variables> {
  // The loader has made them with this very object.
  return config.chainVariables as z.output<Variables>;
}

export type Settings = {
  /**
   * Reads the settings. Empty variables count as unset.
   * @throws ConfigError that names each wrong variable and what it should be.
   */
  load(environment: Record<string, string | undefined>): Config;
  /** Variables that look like misspelled settings, but may belong to another program. */
  warnings(environment: Record<string, string | undefined>): string[];
  /** Whether a variable of this name is read. */
  isSetting(name: string): boolean;
  /** The text of `.env.example`: every setting with its description and default. */
  example(): string;
  /** The text of docs/settings.md. @param families groups of the chains' settings */
  page(families: readonly SettingsGroup[]): string;
  /** The variable that names a network's nodes of a kind; default: those that its listener follows. */
  nodeVariable(node: { chain: string; label?: string }, kind?: string): string;
  /** Every chain's variable, for messages. */
  nodeVariables: string;
};

/** Variables that several chains share are listed after the last of them. */
function variablesOfChains(chains: readonly ChainSettings[]): z.ZodRawShape {
  const shape: Record<string, z.ZodType> = {};
  for (const settings of chains) {
    const { chain, variables, keepDays } = settings;
    for (const [kind, node] of Object.entries(settings.nodes))
      shape[variableOf(chain, "", kind)] = urlList(node).optional().describe(node.description);
    for (const kind of keepKinds)
      if (keepDays[kind] !== undefined)
        shape[keepVariable(chain, kind)] = integer(0, 100_000)
          .default(keepDays[kind])
          .describe(keepDescriptions[kind]);
    for (const shared of variables)
      if (chains.findLast((other) => other.variables.includes(shared))?.chain === chain)
        Object.assign(shape, shared.shape);
  }
  return shape;
}

/** The values of a shape's fields. */
const pickOf = (values: Readonly<Record<string, unknown>>, shape: z.ZodRawShape) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(shape, name)));

/** Settings are read once a process: to compile a parser of hundreds of fields takes ten times as long as to parse them. */
const once = { jitless: true };

/** The common settings with those of the chains. */
export function createSettings(chains: readonly ChainSettings[]): Settings {
  const ids = chains.map(({ chain }) => chain);
  const chosenNetworks = commaList
    .pipe(z.array(z.enum(ids, { error: ({ input }) => `"${input}" is not one of ${ids.join(", ")}` })).min(1))
    .optional()
    .describe(
      `Chains to follow, comma separated (${ids.join(", ")}); default: all chains with configured nodes`,
    );
  const chainShape = variablesOfChains(chains);
  const settings = z.object({ NETWORKS: chosenNetworks, ...chainShape, ...commonSettings.shape });

  function nodeVariable({ chain, label = "" }: { chain: string; label?: string }, kind?: string): string {
    const owner = chains.find((one) => one.chain === chain);
    if (owner === undefined) throw new RangeError(`no chain ${chain}`);
    return variableOf(chain, label, kind ?? mainKindOf(owner));
  }

  const isValue = (name: string) =>
    Object.hasOwn(settings.shape, name) || parseNodeVariable(name, chains) !== undefined;
  const isSetting = (name: string) => isValue(name) || isValue(settingInFile(name) ?? "");
  const nameSpace = {
    isSetting,
    words: new Set([...Object.keys(chainShape).map((name) => name.split("_", 1)[0] ?? ""), ...ownWords]),
    candidates: (name: string) => [...Object.keys(settings.shape), ...likelyNodeVariables(name, chains)],
  };

  /** The variables that are set, including values from files, and the problems of their names. */
  function readVariables(environment: Record<string, string | undefined>) {
    const set: Record<string, string> = {};
    for (const [name, value] of Object.entries(environment)) if (value) set[name] = value;
    const { environment: present, problems } = withFiles(set, isValue);
    for (const [name, value] of Object.entries(present)) if (isValue(name)) keepSecretsOfSetting(name, value);
    const unknown = Object.entries(set).flatMap(
      ([name, value]) => unknownProblem(name, value, nameSpace) ?? [],
    );
    const texts = (isError: boolean) =>
      unknown.filter((one) => one.isError === isError).map(({ text }) => text);
    return { present, problems: [...problems, ...texts(true)], warnings: texts(false) };
  }

  function problemsOf(issues: readonly z.core.$ZodIssue[], knownProblems: readonly string[]): string[] {
    const problems = [...knownProblems];
    for (const issue of issues) {
      const name = String(issue.path[0]);
      const field: z.ZodType | undefined = settings.shape[name as keyof typeof settings.shape];
      if (!problems.some((problem) => problem.startsWith(`${name}:`)))
        problems.push(`${name}: ${issue.message}. ${field?.description ?? ""}`);
    }
    return problems;
  }

  function load(environment: Record<string, string | undefined>): Config {
    const { present, problems: nameProblems } = readVariables(environment);
    const parsed = settings.safeParse(present, once);
    const { nodes: own, defaultNodes, problems: nodeProblems } = readNodes(present, chains);
    const problems = problemsOf(parsed.error?.issues ?? [], [...nameProblems, ...nodeProblems]);
    if (parsed.success) problems.push(...kafkaProblems(parsed.data));
    const wanted = parsed.data?.NETWORKS;
    const isWanted = ({ chain }: NodeSetting) => wanted?.includes(chain) === true;
    const nodes = [...own, ...defaultNodes.filter(isWanted)];
    for (const chain of wanted ?? []) {
      if (!nodes.some((node) => node.chain === chain))
        problems.push(`NETWORKS: "${chain}" has no node; set ${nodeVariable({ chain })}`);
    }
    if (!parsed.success || problems.length > 0) {
      throw new ConfigError(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join("\n")}`, {
        meta: { problems },
      });
    }
    return {
      ...(pickOf(parsed.data, commonSettings.shape) as z.output<typeof commonSettings>),
      chainVariables: pickOf(parsed.data, chainShape),
      nodes: wanted === undefined ? nodes : nodes.filter(isWanted),
      defaultNodes: defaultNodes.filter((node) => !isWanted(node)),
    };
  }

  return {
    load,
    warnings: (environment) => readVariables(environment).warnings,
    example: () => exampleText(settings.shape),
    page: (families: readonly SettingsGroup[]) =>
      settingsPage(settings.shape, [...families, ...commonGroups]),
    isSetting,
    nodeVariable,
    nodeVariables: chains.map(({ chain }) => nodeVariable({ chain })).join(", "),
  };
}
