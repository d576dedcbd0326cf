/** What a chain is to the command line: its stages put together, with what replay, backfill and doctor ask of them. */
import type { FirstUnwritten } from "../ingest/listener/refill.ts";
import type { ChainSession } from "../ingest/listener/session.ts";
import type { TopicDeclaration } from "../lib/bus/bus.ts";
import type { ChainSettings, Config, NodeSetting } from "../lib/config.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import type { Logger } from "../lib/logger.ts";
import type { Store } from "../lib/store/store.ts";
import type { Endpoint } from "../serve/endpoint.ts";
import type { RowsOfRange } from "../transform/frame/heights.ts";
import type { RetentionRules } from "../transform/frame/retention/retention.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { DemoPart } from "./demoPart.ts";

export type OpenDeps = { log: Logger; signal: AbortSignal };

/** What an operator writes: heights or UTC days, both inclusive. */
export type RangeText = { from: string; to: string };

/** A connection to one network, with what a backfill's `--from` and `--to` mean there. */
export type OpenedChain = {
  chain: Chain;
  session: ChainSession;
  /** @throws ConfigError `bad_range` */
  parseRange(range: RangeText): Promise<HeightRange>;
};

/** What the warehouse holds of a chain's networks, and how a range of it is made again. */
export type ChainRecords = {
  /** Every table, what is read before its readers: the order in which a replay exchanges them. */
  tables: readonly string[];
  networks(store: Store): Promise<string[]>;
  /** What is there, in words. */
  describe(store: Store): Promise<string>;
  /** Heights of a range that are written, and whether their records can be read. */
  readable(store: Store, network: string, range: HeightRange): Promise<{ done: number; isReadable: boolean }>;
  /** Which heights need not be published again after the bus has lost its log. */
  firstUnwritten(store: Store, network: string, range: HeightRange): Promise<number>;
  /** The first height of a range that is written; the one behind the range when none is. */
  nextWritten(store: Store, network: string, range: HeightRange): Promise<number>;
  /** The heights that a range means, as the warehouse knows its days. @throws ConfigError `bad_range` */
  parseRange(store: Store, network: string, range: RangeText): Promise<HeightRange>;
  /** Rows that a range leads to. @throws ConfigError when the warehouse knows too little */
  rowsOf(store: Store, network: string, range: HeightRange): Promise<RowsOfRange>;
  /** Runs of heights whose facts are all there, so that a range within one can be computed again from the tables. */
  rebuildable(store: Store, network: string, range: HeightRange): Promise<HeightRange[]>;
  /**
   * Records of days that a range leads to, by a name for messages: of how many heights each is made.
   * @param isOutlivedOnly without those that are made again of facts that are all here
   */
  recordedDays(
    store: Store,
    network: string,
    range: HeightRange,
    isOutlivedOnly: boolean,
  ): Promise<Map<string, number>>;
  /**
   * Rows of raw tables that heights of a network are computed from, by table.
   * @param isAlone whether with those of the heights before them that they need
   */
  factsOf(store: Store, network: string, range: HeightRange, isAlone: boolean): Promise<RowsOfRange>;
  /** The newest heights that the live consumer may be at. */
  newest(store: Store, network: string): Promise<HeightRange | undefined>;
  /** Whether a message, not yet checked, says something about a range of heights. */
  isNeeded(json: unknown, network: string, range: HeightRange): boolean;
  /** Heights that a replay computes at once. */
  heightsAtOnce: number;
};

/** A part that is opened: heights of its own, a session over them, and what is written of them. */
export type OpenedPart = {
  session: ChainSession;
  /** Name of its cursor. */
  listener: string;
  /** What its heights count. */
  unit: string;
  range: HeightRange;
  /** It ended before, and nothing has come since. */
  isDone: boolean;
  firstUnwritten: FirstUnwritten;
  /** Heights of the range that are written, and whether what is made of them can be read. */
  readable(): Promise<{ done: number; isReadable: boolean }>;
  /** Called when all that was published is readable. @throws SourceError that says what is missing still */
  end?(): Promise<void>;
};

/**
 * Opens facts of a chain that `backfill --part` reads by themselves.
 * @throws ConfigError when a setting is missing, or it takes no such range
 */
export type OpenPart = (
  opened: OpenedChain,
  node: NodeSetting,
  deps: OpenDeps & { config: Config; store: Store; range: Partial<RangeText> },
) => Promise<OpenedPart>;

export type Chain = {
  /** As paths of the API, topics and settings name it. */
  id: string;
  /** Its kind: the folder of its parts in ingest/, schemas/, transform/, sql/tables/ and fixtures/. */
  family: string;
  /** What heights count. */
  unit: "epoch" | "block" | "slot" | "era" | "checkpoint";
  /** Time between two heights, as a rule: what tells a chain that stands from one that is slow. */
  secondsPerHeight: number;
  /** Network that the chain's own name means where several are known. */
  mainNetwork: string;
  settings: ChainSettings;
  topics: readonly TopicDeclaration[];
  listener: {
    /**
     * @param store undefined where there is no warehouse to compare the nodes with
     * @throws ConfigError when the nodes are of another chain than the warehouse holds under that name
     */
    open(
      config: Config,
      node: NodeSetting,
      store: Store | undefined,
      deps: OpenDeps,
    ): Promise<Omit<OpenedChain, "chain">>;
    /** What one node says of itself. @throws Error when it can't be used */
    check(config: Config, node: NodeSetting, url: string, deps: OpenDeps): Promise<string>;
    /** The same of one that answers beside the nodes, where that is checked. */
    checkSecondary?(config: Config, node: NodeSetting, url: string, deps: OpenDeps): Promise<string>;
    checkTertiary?(config: Config, node: NodeSetting, url: string, deps: OpenDeps): Promise<string>;
  };
  /** By the name that `--part` takes. */
  parts?: Readonly<Record<string, OpenPart>>;
  /** The messages of one chain meet only their own transform. */
  createTransform(deps: { store: Store; log: Logger }): ChainTransform<ChainMessage>;
  /** What of its rows is no longer needed. */
  retentionRules(store: Store): RetentionRules;
  records: ChainRecords;
  /** What the API answers of it. */
  /** What is served of it; hundreds of schemas, which only a server needs. */
  endpoints(): Promise<readonly Endpoint[]>;
  /** What `make demo` shows of it; from fixtures/, which no image holds. */
  demo(): Promise<DemoPart>;
};

/** The last `count` heights up to the newest one that a statement finds; columns `rows` and `height`. */
export async function newestHeights(
  store: Store,
  sql: string,
  network: string,
  count: number,
): Promise<HeightRange | undefined> {
  const [row] = await store.rows<{ rows: string; height: number }>(sql, { network });
  if (row === undefined || Number(row.rows) === 0) return undefined;
  return { from: Math.max(0, row.height - count + 1), to: row.height };
}
