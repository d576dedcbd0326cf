/**
 * Execution layer facts of payloads that the tables already have, as a session of its own: one height is an epoch. Makes
 * no requests to beacon nodes.
 */
import type { HeightRange } from "../../../lib/heightRange.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ExecutionBlockMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { ChainSession, PreparedUnit } from "../../listener/session.ts";
import { toBusMessage } from "../busMessage.ts";
import type { EpochPayloads } from "../epochSource.ts";
import type { EthChain } from "../spec.ts";
import type { BlockReader } from "./readBlocks.ts";

export type BlockSessionDeps = {
  chain: Pick<EthChain, "network" | "genesisValidatorsRoot" | "slotsPerEpoch" | "secondsPerSlot">;
  reader: BlockReader;
  log: Logger;
  /** Payloads in the tables without execution facts, by epoch. */
  findUnknown(range: HeightRange): Promise<EpochPayloads[]>;
  range: HeightRange;
  /** Called for each epoch with facts that the nodes lack, though they answer. */
  onMissing(epoch: number): void;
};

/** Epochs per query of the tables. */
const epochsAtOnce = 64;

export function createBlockSession(deps: BlockSessionDeps): ChainSession {
  const { chain, reader, log, range } = deps;
  const { network, genesisValidatorsRoot: root } = chain;

  /** Plans the unknown payloads of epochs, queried from the tables some at a time. */
  function createPlan(last: number) {
    let planned: HeightRange = { from: 0, to: -1 };
    let payloadsByEpoch: Promise<Map<number, EpochPayloads>> = Promise.resolve(new Map());
    return async (epoch: number): Promise<EpochPayloads> => {
      if (epoch < planned.from || epoch > planned.to) {
        planned = { from: epoch, to: Math.min(last, epoch + epochsAtOnce - 1) };
        payloadsByEpoch = deps
          .findUnknown(planned)
          .then((rows) => new Map(rows.map((row) => [row.epoch, row])));
      }
      return (await payloadsByEpoch).get(epoch) ?? { epoch, payloads: [] };
    };
  }

  async function prepare(payloads: EpochPayloads, signal: AbortSignal): Promise<PreparedUnit> {
    const { epoch } = payloads;
    const { blocks, error, isOver } = await reader.read(payloads.payloads, signal);
    // Failing nodes may recover soon. Facts that nodes lack, or that contradict the beacon chain, stay unknown.
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
    // The position isn't one on the execution chain, but it belongs to this beacon chain.
    rootAt: async () => root,
    openRun: () => {
      const plan = createPlan(range.to);
      return { prepare: async (epoch, signal) => await prepare(await plan(epoch), signal) };
    },
    pollMs: chain.secondsPerSlot * 1000,
    prefetch: 3,
  };
}
