/** A chain as the command line uses it: its stages, and what replay, backfill and doctor need of them. */
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
import type { Verification } from "../verify/figure.ts";
import type { DemoPart } from "./demoPart.ts";

export type OpenDeps = { log: Logger; signal: AbortSignal };

/** What an operator writes: heights or UTC days, both inclusive. */
export type RangeText = { from: string; to: string };

/** A connection to one network, and how to read a backfill's `--from` and `--to` there. */
export type OpenedChain = {
  chain: Chain;
  session: ChainSession;
  /** @throws ConfigError `bad_range` */
  parseRange(range: RangeText): Promise<HeightRange>;
  /** The figures that its nodes report themselves, for `verify`. */
  verification?(): Promise<Verification>;
};

/** What the warehouse holds of a chain's networks, and how a range of it is recomputed. */
export type ChainRecords = {
  /** Every table, each before those that read it: the order in which a replay exchanges them. */
  tables: readonly string[];
  networks(store: Store): Promise<string[]>;
  /** A summary in words. */
  describe(store: Store): Promise<string>;
  /** Heights of a range that are written, and whether their records can be read. */
  readable(store: Store, network: string, range: HeightRange): Promise<{ done: number; isReadable: boolean }>;
  /** Which heights need not be published again after the bus has lost its log. */
  firstUnwritten(store: Store, network: string, range: HeightRange): Promise<number>;
  /** The first height of a range that is written; the one after the range when none is. */
  nextWritten(store: Store, network: string, range: HeightRange): Promise<number>;
  /** The heights of a range, by the days in the warehouse. @throws ConfigError `bad_range` */
  parseRange(store: Store, network: string, range: RangeText): Promise<HeightRange>;
  /** Rows that a range leads to. @throws ConfigError when the warehouse holds too little */
  rowsOf(store: Store, network: string, range: HeightRange): Promise<RowsOfRange>;
  /** Runs of heights whose facts are complete: a range within one can be recomputed from the tables. */
  rebuildable(store: Store, network: string, range: HeightRange): Promise<HeightRange[]>;
  /**
   * Records of days that a range leads to, by a name for messages: the number of heights of each.
   * @param isOutlivedOnly without those that are recomputed from complete facts
   */
  recordedDays(
    store: Store,
    network: string,
    range: HeightRange,
    isOutlivedOnly: boolean,
  ): Promise<Map<string, number>>;
  /**
   * Rows of raw tables that heights of a network are computed from, by table.
   * @param isAlone whether to add the rows of earlier heights that they need
   */
  factsOf(store: Store, network: string, range: HeightRange, isAlone: boolean): Promise<RowsOfRange>;
  /** The newest heights that the live consumer may be at. */
  newest(store: Store, network: string): Promise<HeightRange | undefined>;
  /** Whether a message, not yet checked, is about a range of heights. */
  isNeeded(json: unknown, network: string, range: HeightRange): boolean;
  /** Heights that a replay computes at once. */
  heightsAtOnce: number;
};

/** An opened part: heights of its own, a session over them, and which of them are written. */
export type OpenedPart = {
  session: ChainSession;
  /** Name of its cursor. */
  listener: string;
  /** What its heights count. */
  unit: string;
  range: HeightRange;
  /** It was completed before, and nothing is new since. */
  isDone: boolean;
  firstUnwritten: FirstUnwritten;
  /** Heights of the range that are written, and whether their records can be read. */
  readable(): Promise<{ done: number; isReadable: boolean }>;
  /** Called when everything published is readable. @throws SourceError that names the missing heights */
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

/** What one node reports of itself. @throws Error when it can't be used */
export type CheckNode = (config: Config, node: NodeSetting, url: string, deps: OpenDeps) => Promise<string>;

export type Chain = {
  /** As paths of the API, topics and settings name it. */
  id: string;
  /** Its kind: the folder of its parts in ingest/, schemas/, transform/, sql/tables/ and fixtures/. */
  family: string;
  /** What heights count. */
  unit: "epoch" | "block" | "slot" | "era" | "checkpoint";
  /** Usual time between two heights: it distinguishes a halted chain from a slow one. */
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
    /** `doctor` checks nodes of these kinds. */
    checks: Readonly<Record<string, CheckNode>>;
  };
  /** By the name that `--part` takes. */
  parts?: Readonly<Record<string, OpenPart>>;
  /** The messages of one chain meet only their own transform. */
  createTransform(deps: { store: Store; log: Logger }): ChainTransform<ChainMessage>;
  /** Which of its rows are no longer needed. */
  retentionRules(store: Store): RetentionRules;
  records: ChainRecords;
  /** Its part of the API: hundreds of schemas, which only a server needs. */
  endpoints(): Promise<readonly Endpoint[]>;
  /** Its part of `make demo`, from fixtures/, which no image holds. */
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
