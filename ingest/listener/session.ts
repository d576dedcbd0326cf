/** What a chain is to the listener: a connection to one network, and the units that are read from it. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import { checkHeadAge } from "../node/headAge.ts";
import type { Probe } from "../node/probes.ts";
import type { Cursor } from "./cursor.ts";

/** Hands messages to the bus; resolves when there is room for more, before they are acknowledged. */
export type Publish = (messages: readonly BusMessage[]) => Promise<void>;

/** A block, by its place in what the chain counts blocks by, and its hash. */
export type BlockAt = { position: number; root: string };

/** What a unit may call while it is published. Without `news`, a unit that is read before it is final is published at once. */
export type UnitCalls = {
  /** Waits until finality may have moved; the units before are committed meanwhile. */
  news?(): Promise<void>;
  /**
   * For units that read more while they are published: called before they send it.
   * @throws SourceError `inconsistent` when the node no longer has the unit's last block
   */
  confirm?(): Promise<void>;
};

/** One unit (an epoch, a block, …), fetched and ready to be published. */
export type PreparedUnit = {
  /** What its first block names as the block before it, as far as the node returns it: the last block of the unit before. */
  parent?: Partial<BlockAt> | undefined;
  /** Its last block, which the node must still have when all is read; undefined: it has none, so the one before counts. */
  last: BlockAt | undefined;
  /**
   * Sends its messages in batches, one after the other; called once the unit before has sent its own, and again from the
   * start if that failed halfway. May still call the node. When it returns, the run has moved past this unit; should the
   * bus then fail to take a batch, the run is dropped, and another one opened.
   * @returns what is called once, when the bus has everything
   */
  publish(publish: Publish, signal: AbortSignal, calls?: UnitCalls): Promise<(() => void) | undefined>;
  /** Where the cursor moves instead of the unit's end, for sessions that leave out what is not there yet. */
  cursor?(): Cursor;
};

/** Whether a walk goes on with finality, or over a range that is final already. */
export type RunKind = "follow" | "backfill";

/** A walk over consecutive heights. */
export type Run = {
  /** Last height of the unit that starts at `height`, at most `final`; without it each height is a unit. */
  lastOf?(height: number, final: number): number;
  prepare(height: number, signal: AbortSignal, last?: number): Promise<PreparedUnit>;
};

export type WatchOptions = { publish: Publish; onFinal: () => void; signal: AbortSignal };

/** Where the chain is, as its nodes report it. */
export type ChainStatus = {
  head: number;
  /** Last publishable height. */
  final: number;
  /** Unix seconds of the newest block, read only where its age matters; undefined when the node does not report it. */
  headTime(): number | undefined | Promise<number | undefined>;
};

/** An open connection to one network of a chain. `Info` is what the chain's callers want to know of it. */
export type ChainSession<Info = unknown> = {
  network: string;
  info: Info;
  /** What the position of a cursor counts. */
  positionUnit: "slot" | "block";
  /**
   * The calls of which facts are read, on an old and a new block: tried when a listener starts. Without it, the session is a
   * part of another one.
   */
  probes?(signal: AbortSignal): Promise<Probe[]>;
  /** Callers that follow use `readStatus`, which checks the head's age. */
  status(signal: AbortSignal, kind: RunKind): Promise<ChainStatus>;
  /** Seconds; an older head is an error while following; 0 = off. */
  maxHeadAgeS: number;
  /** First height to follow without a cursor, as configured. */
  startHeight?: number | undefined;
  /** First height to follow when neither a cursor nor a setting names one. */
  defaultStart(final: number): number;
  /** Heights published before the first one to follow, because it needs them; default 0. */
  supportHeights?: number;
  /**
   * Canonical root at a final position of the chain; undefined when there is no block.
   * @param root what it is compared with, for nodes that know a block by its root only
   */
  rootAt(position: number, signal: AbortSignal, root?: string): Promise<string | undefined>;
  /** `cursor`: the unit before the first one, when it is known. Units already published keep their part in the range. */
  openRun(range: { from: number; to?: number; kind: RunKind }, cursor: Cursor | undefined): Run;
  /** First height that a backfill may begin with, and the reason; default 0. */
  lowestHeight?(): { height: number; reason: string };
  /** Heights to publish so that a range can be computed; default: the range. @throws ConfigError when it isn't final enough */
  heightsFor?(range: HeightRange, final: number): HeightRange;
  /** Follows the head: publishes provisional facts, calls `onFinal` when finality moves. Ends with the signal. */
  watch?(options: WatchOptions): Promise<void>;
  /** Longest time between two looks at finality. */
  pollMs: number;
  /** Units fetched ahead. */
  prefetch: number;
};

/** @throws SourceError `stale` when the head of a chain that is followed is too old, or of unknown age */
export async function readStatus(
  session: Pick<ChainSession, "status" | "maxHeadAgeS">,
  signal: AbortSignal,
  kind: RunKind,
): Promise<ChainStatus> {
  const status = await session.status(signal, kind);
  if (kind === "follow" && session.maxHeadAgeS > 0)
    checkHeadAge({ name: `height ${status.head}`, time: await status.headTime() }, session.maxHeadAgeS);
  return status;
}

/** The cursor's name of a network that is followed. */
export function listenerName(chain: { id: string }, session: { network: string }): string {
  return networkLabel({ chain: chain.id, network: session.network });
}
