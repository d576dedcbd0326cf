/** What the command line knows of a chain; one entry for each in cli/chains.ts. */
import type { ChainSession } from "../ingest/listener/chain.ts";
import type { TopicDeclaration } from "../lib/bus/bus.ts";
import type { ChainName, Config, NodeSetting } from "../lib/config.ts";
import type { Logger } from "../lib/logger.ts";
import type { Store } from "../lib/store/store.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";

export type OpenDeps = { log: Logger; signal: AbortSignal };

/** A connection to one network, with what a backfill's `--from` and `--to` mean there. */
export type OpenedChain = {
  chain: Chain;
  session: ChainSession;
  /** @throws ConfigError */
  parseRange(from: string, to: string): Promise<{ from: number; to: number }>;
};

export type Chain = {
  id: ChainName;
  /** What heights count. */
  unit: "epoch" | "block";
  topics: readonly TopicDeclaration[];
  /**
   * @param store undefined where there is no warehouse to compare the nodes with
   * @throws ConfigError when the nodes are of another chain than the warehouse holds under that name
   */
  open(config: Config, node: NodeSetting, store: Store | undefined, deps: OpenDeps): Promise<OpenedChain>;
  /** The messages of one chain meet only their own transform. */
  createTransform(deps: { store: Store; log: Logger }): ChainTransform<ChainMessage>;
  /** Heights of a range that are written, and whether their records can be read. */
  readable(
    store: Store,
    network: string,
    range: { from: number; to: number },
  ): Promise<{ done: number; isReadable: boolean }>;
  /** Which heights need not be published again after the bus has lost its log. */
  firstUnwritten(store: Store, network: string, range: { from: number; to: number }): Promise<number>;
  /** What one node says of itself. @throws Error when it can't be used */
  checkNode(config: Config, node: NodeSetting, url: string, deps: OpenDeps): Promise<string>;
  /** What is in the warehouse, in words. */
  describeStore(store: Store): Promise<string>;
};
