/**
 * What execution nodes tell of payloads that the tables know already, as a session of its own: one height is an epoch.
 * The beacon nodes are not asked again.
 */
import type { HeightRange } from "../../../lib/heightRange.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ExecutionBlockMessage } from "../../../schemas/eth/besideEvents.ts";
import type { ChainSession, PreparedUnit } from "../../listener/session.ts";
import { toBusMessage } from "../busMessage.ts";
import type { EpochPayloads } from "../epochSource.ts";
import type { EthChain } from "../spec.ts";
import type { BlockReader } from "./readBlocks.ts";

export type BlockSessionDeps = {
  chain: Pick<EthChain, "network" | "genesisValidatorsRoot" | "slotsPerEpoch" | "secondsPerSlot">;
  reader: BlockReader;
  log: Logger;
  /** Payloads in the tables of which nothing is known there, by epoch. */
  findUnknown(range: HeightRange): Promise<EpochPayloads[]>;
  range: HeightRange;
  /** Told of each epoch of which nodes don't tell all, though they answer. */
  onMissing(epoch: number): void;
};

/** Epochs of which the tables are asked at once. */
const epochsAtOnce = 64;

export function createBlockSession(deps: BlockSessionDeps): ChainSession {
  const { chain, reader, log, range } = deps;
  const { network, genesisValidatorsRoot: root } = chain;

  /** What is unknown of epochs, asked of the tables for some at a time. */
  function createPlan(last: number) {
    let planned: HeightRange = { from: 0, to: -1 };
    let found: Promise<Map<number, EpochPayloads>> = Promise.resolve(new Map());
    return async (epoch: number): Promise<EpochPayloads> => {
      if (epoch < planned.from || epoch > planned.to) {
        planned = { from: epoch, to: Math.min(last, epoch + epochsAtOnce - 1) };
        found = deps.findUnknown(planned).then((rows) => new Map(rows.map((row) => [row.epoch, row])));
      }
      return (await found).get(epoch) ?? { epoch, payloads: [] };
    };
  }

  async function prepare(payloads: EpochPayloads, signal: AbortSignal): Promise<PreparedUnit> {
    const { epoch } = payloads;
    const { blocks, error, isOver } = await reader.read(payloads.payloads, signal);
    // Nodes that fail may tell soon. What they don't have, or say otherwise than the beacon chain, stays unknown.
    if (isOver) throw error;
    if (error !== undefined) {
      const left = payloads.payloads.length - blocks.length;
      log.warn({ network, epoch, blocks: left, err: error }, "blocks are unknown");
      deps.onMissing(epoch);
    }
    const message: ExecutionBlockMessage = { type: "execution_block", network, epoch, blocks };
    return {
      last: { position: epoch * chain.slotsPerEpoch, root },
      publish: async (publish): Promise<undefined> => {
        if (blocks.length > 0) await publish([toBusMessage(message)]);
      },
    };
  }

  return {
    network,
    info: undefined,
    positionUnit: "slot",
    status: async () => ({ head: range.to, final: range.to, headTime: () => undefined }),
    maxHeadAgeS: 0,
    defaultStart: (final) => final,
    // Where it stands is no place on the execution chain, but it is of this chain.
    rootAt: async () => root,
    openRun: () => {
      const plan = createPlan(range.to);
      return { prepare: async (epoch, signal) => await prepare(await plan(epoch), signal) };
    },
    pollMs: chain.secondsPerSlot * 1000,
    prefetch: 3,
  };
}
