/** An open connection to one Avalanche network. One height is a block of the P-chain; a unit is a run of blocks. */

import { dayOfSeconds, secondsPerDay } from "../../lib/days.ts";
import { SourceError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { AvalancheMessage, BlocksMessage, RewardFact } from "../../schemas/avalanche/events.ts";
import { metrics } from "../listener/metrics.ts";
import type { ChainSession, PreparedUnit, Publish, Run, RunKind } from "../listener/session.ts";
import { type AvalancheClient, createAvalancheClient } from "./api/client.ts";
import type { AvalancheClientOptions } from "./api/nodes.ts";
import { areLinked, checkParents } from "./check.ts";
import type { Block } from "./codec/types.ts";
import { createHistory, type History } from "./history.ts";
import { inParts, toBlocksMessage, toBusMessage, toEndedMessage } from "./messages.ts";
import { networkOf } from "./networks.ts";
import { avalancheProbes } from "./probes.ts";
import { readState, type State, toStateMessages } from "./state.ts";
import { advance, type ChainTime, timeAfter, timeBefore } from "./times.ts";
import { createUpgradeReader } from "./upgradeReader.ts";

export type AvalancheOptions = Omit<AvalancheClientOptions, "log"> & {
  /** Name of the network instead of the one that its number has. */
  networkName?: string | undefined;
  /** First height to follow without a cursor; default: the last block. */
  startHeight?: number | undefined;
  /** Seconds; an older head is an error while following; 0 = off. */
  maxHeadAgeS: number;
  /** Runs of blocks in the tables, and whether they hold a state: a range that reaches one need not be read to the head. */
  readRuns?: ((network: string) => Promise<readonly ReadRun[]>) | undefined;
  /** Blocks before a backfill's first that are read for the stakes that last into it. */
  supportBlocks: number;
  pollMs?: number;
  prefetch?: number;
  /** Blocks in a unit. */
  unitBlocks?: number;
  /** Milliseconds between two readings of the node's upgrades. */
  upgradesEveryMs?: number;
};

export type ReadRun = HeightRange & { isAnchored: boolean };

export type AvalancheInfo = { client: AvalancheClient; history: History };

const defaultUnitBlocks = 256;
const defaultPollMs = 2_000;

type Range = { from: number; to?: number; kind: RunKind };

export async function openAvalancheSession(
  options: AvalancheOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<AvalancheInfo>> {
  const client = createAvalancheClient({ ...options, log });
  const { name, genesisTime, heliconTime } = networkOf(await client.networkId(openSignal));
  const network = options.networkName ?? name;
  const common = { network, helicon: { time: heliconTime, is_told: false } };
  const readUpgrades = createUpgradeReader(client, common, { log, everyMs: options.upgradesEveryMs });
  await readUpgrades(openSignal);
  const history = createHistory(client, {
    genesisTime,
    signal: openSignal,
  });
  const runs = (await options.readRuns?.(network)) ?? [];
  const send = async (publish: Publish, messages: readonly AvalancheMessage[]) => {
    for (const message of messages) await publish([toBusMessage(message)]);
  };

  /** The state that is published with the block after which it was; read again on each day that is followed. */
  let state: State | undefined;

  async function refreshState(signal: AbortSignal): Promise<void> {
    try {
      state = await readState(client, log, signal);
    } catch (error) {
      signal.throwIfAborted();
      log.warn(
        { network, err: error },
        "stakes and supply could not be read; amounts are unknown until then",
      );
      const isPassing = error instanceof SourceError && error.retryable && error.code !== "bad_answer";
      if (state === undefined && isPassing) throw error;
    }
  }

  function openRun(range: Range): Run {
    let chainTime: ChainTime | undefined;
    /** Stakes that blocks of this run have begun, on subnets, too. */
    const begun = new Set<string>();
    let lastState: number | undefined;

    /** Seconds of each block. */
    async function timesOf(blocks: readonly Block[], signal: AbortSignal): Promise<Uint32Array> {
      const [begin] = blocks;
      const read = (height: number) => history.block(height, signal);
      if (begin !== undefined && begin.time === undefined && chainTime === undefined)
        chainTime = await timeBefore(begin.height, read);
      const times = new Uint32Array(blocks.length);
      let at: ChainTime = chainTime ?? { time: undefined, proposed: undefined };
      let unknown = 0;
      blocks.forEach((block, i) => {
        at = advance(at, block);
        if (at.time === undefined) unknown += 1;
        else times[i] = at.time;
      });
      chainTime = at;
      if (unknown > 0) times.fill(await timeBeforeAny(blocks, times[unknown], read), 0, unknown);
      return times;
    }

    /** The chain's time until a transaction moves it, as assumed: just before that, on the same day. */
    async function timeBeforeAny(
      blocks: readonly Block[],
      moved: number | undefined,
      read: (height: number) => Promise<Block>,
    ): Promise<number> {
      const first = moved ?? (await timeAfter(blocks, read)) ?? genesisTime ?? 1;
      return first % secondsPerDay === 0 ? first : first - 1;
    }

    /** Stakes that began before this run, when they end: no block of the run names them. */
    async function readEnded(
      rewards: readonly RewardFact[],
      signal: AbortSignal,
    ): Promise<AvalancheMessage[]> {
      const alive = new Set(state?.stakes.map(({ tx_id }) => tx_id));
      const ended = rewards.filter(({ height, tx_id }) => {
        const isReported = state !== undefined && height > state.height && alive.has(tx_id);
        return !begun.has(tx_id) && !isReported;
      });
      const messages = await Promise.all(
        ended.map(async (reward) => {
          const tx = await client.tx(reward.tx_id, signal);
          if (tx !== undefined && tx.kind !== "stake") return [];
          const paid = tx === undefined ? undefined : await client.rewardUtxos(reward.tx_id, signal);
          return [toEndedMessage(reward, tx, paid, common)];
        }),
      );
      return messages.flat();
    }

    async function publishState(
      to: number,
      time: number,
      publish: Publish,
      signal: AbortSignal,
    ): Promise<void> {
      if (
        range.kind === "follow" &&
        lastState !== undefined &&
        state !== undefined &&
        dayOfSeconds(time) > lastState
      ) {
        lastState = undefined;
        await refreshState(signal);
      }
      if (state === undefined || state.height > to || lastState !== undefined) return;
      await send(publish, toStateMessages(state, common));
      lastState = dayOfSeconds(time);
    }

    /** Stakes on subnets, too: their rewards are none of ours. */
    function rememberBegun(blocks: readonly Block[]): void {
      for (const { txs, proposal } of blocks)
        for (const tx of [...txs, ...(proposal === undefined ? [] : [proposal])])
          if ((tx.kind === "stake" || tx.kind === "other") && tx.txId !== undefined) begun.add(tx.txId);
    }

    /** One warning for each type of a unit. */
    function reportUnknown(unknowns: BlocksMessage["unknowns"]): void {
      const heights = new Map<number, number[]>();
      for (const { height, type_id } of unknowns) {
        metrics.unknownTypes.inc({ chain: "avalanche", network });
        heights.set(type_id, [...(heights.get(type_id) ?? []), height]);
      }
      for (const [type, at] of heights)
        log.warn({ network, type, height: at[0], count: at.length }, "unknown P-chain transaction type");
    }

    async function prepare(from: number, signal: AbortSignal, to = from): Promise<PreparedUnit> {
      const heights = Array.from({ length: to - from + 1 }, (_, i) => from + i);
      const blocks = await Promise.all(heights.map((height) => history.block(height, signal)));
      if (isLinked !== false) checkParents(blocks);
      const last = blocks.at(-1) as Block;

      async function publish(publishTo: Publish, unitSignal: AbortSignal): Promise<undefined> {
        const times = await timesOf(blocks, unitSignal);
        const messages = inParts(blocks).map((part) =>
          toBlocksMessage(blocks.slice(part.from, part.to), times.slice(part.from, part.to), common),
        );
        rememberBegun(blocks);
        const rewards = messages.flatMap((message) => message.rewards);
        const ended = await readEnded(rewards, unitSignal);
        reportUnknown(messages.flatMap(({ unknowns }) => unknowns));
        await send(publishTo, [...ended, ...messages]);
        await publishState(to, times.at(-1) ?? 0, publishTo, unitSignal);
      }

      const parentId = isLinked === false ? "" : (blocks[0]?.parentId ?? "");
      // A block of an unknown type does not name its parent.
      const parent = parentId === "" ? undefined : { position: from - 1, root: parentId };
      return { parent, last: { position: to, root: last.id }, publish };
    }

    return {
      lastOf: (height, final) => Math.min(final, height + (options.unitBlocks ?? defaultUnitBlocks) - 1),
      prepare,
    };
  }

  /** Whether blocks name their parents as they should; looked at once. */
  let isLinked: boolean | undefined;

  async function checkLinks(head: number, signal: AbortSignal): Promise<void> {
    if (isLinked !== undefined) return;
    const heights = [3, 2, 1, 0].map((back) => head - back).filter((height) => height >= 0);
    const blocks = await Promise.all(heights.map((height) => client.block(height, signal)));
    isLinked = areLinked(blocks) ?? true;
    if (!isLinked) log.warn({ network }, "parent hashes do not match block hashes; forks cannot be detected");
  }

  /** The first block that the node has. */
  let lowest = 0;

  /** The last block that connects a range to a supply that is known. */
  function lastNeeded({ to }: HeightRange, final: number): number {
    const anchored = runs.filter(({ isAnchored }) => isAnchored);
    if (anchored.some((run) => run.from <= to + 1 && to < run.to)) return to;
    const nearest = Math.min(...anchored.filter(({ from }) => from > to).map(({ from }) => from - 1));
    const stateHeight = state === undefined || state.supply === null ? to : state.height;
    return Math.max(to, Math.min(nearest, stateHeight, final));
  }

  /** The first block whose stakes may last into a range, so far as that is wanted and not there. */
  function firstNeeded({ from }: HeightRange): number {
    const wanted = Math.max(lowest, from - options.supportBlocks);
    const before = runs.filter((run) => run.from < from && run.to >= wanted).map(({ to }) => to + 1);
    return Math.min(from, Math.max(wanted, ...before));
  }

  return {
    network,
    info: { client, history },
    positionUnit: "block",
    probes: async (signal) =>
      avalancheProbes({ client, hasStakes: state !== undefined, signal }, await history.bounds()),
    status: async (signal, kind) => {
      await readUpgrades(signal);
      if (state === undefined) await refreshState(signal);
      const head = await client.height(signal);
      await checkLinks(head, signal);
      if (kind === "backfill") lowest = (await history.bounds()).from;
      // What is accepted is final.
      return { head, final: head, headTime: async () => (await client.block(head, signal)).time };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startHeight,
    defaultStart: (final) => Math.min(final, state?.height ?? final),
    rootAt: async (height, signal) => (await history.block(height, signal)).id,
    openRun,
    lowestHeight: () => ({
      height: lowest,
      reason: `the node is pruned: it has no block before ${lowest}`,
    }),
    heightsFor: (range, final) => ({ from: firstNeeded(range), to: lastNeeded(range, final) }),
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: options.prefetch ?? 4,
  };
}
