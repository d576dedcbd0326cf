/** The deposits of any final execution blocks as a session of their own: one height is a block, one unit some thousands. */
import type { BusMessage } from "../../../lib/bus/bus.ts";
import { ConfigError, SourceError } from "../../../lib/errors.ts";
import type { DepositLog } from "../../../schemas/eth/facts.ts";
import {
  codeAnswer,
  type ExecutionBlock,
  type ExecutionClient,
  parsed,
  toQuantity,
} from "../../execution/client.ts";
import { createRunLength } from "../../execution/runLength.ts";
import type { ChainSession, PreparedUnit } from "../../listener/session.ts";
import type { BeaconClient } from "../api/beacon.ts";
import { toBusMessage } from "../busMessage.ts";
import { decodeBlock } from "../decode.ts";
import { type EthChain, forkAt } from "../spec.ts";
import { depositMessages } from "./depositMessages.ts";
import { checkIndices, readDeposits } from "./readDeposits.ts";

export type DepositDeps = {
  client: BeaconClient;
  chain: EthChain;
  execution: ExecutionClient;
  /** Address of the deposit contract, in lower case. */
  contract: string;
};

/** The last execution block that the beacon chain has finalized. @throws SourceError, ConfigError before the merge */
async function lastFinalBlock({ client, chain }: DepositDeps, signal: AbortSignal): Promise<ExecutionBlock> {
  const { epoch, root } = await client.finalized("head", signal);
  const fork = forkAt(chain, epoch);
  const { value: block } = await client.block(root, fork, signal);
  if (block === undefined)
    throw new SourceError(`the beacon node doesn't have the finalized block ${root}`, { code: "not_yet" });
  const context = {
    network: chain.network,
    epoch,
    slot: block.slot,
    fork,
    finality: "final" as const,
    observedSlot: block.slot,
  };
  const { value: envelope } = await client.envelope(root, signal);
  const { execution } = decodeBlock(context, root, block, envelope);
  if (execution === null)
    throw new ConfigError(`The last final block of ${chain.network} has no execution payload`, {
      code: "no_payload",
    });
  return { number: Number(execution.block_number), hash: execution.block_hash };
}

/**
 * The contract's first block, found by bisection; 0 if nodes don't keep old states.
 * @throws ConfigError if there is no contract at all
 */
export async function firstContractBlock(
  { execution, contract, chain }: DepositDeps,
  last: number,
  signal: AbortSignal,
): Promise<number> {
  const isThere = async (block: number): Promise<boolean> =>
    await execution.request(
      [{ method: "eth_getCode", params: [contract, toQuantity(block)] }],
      ([code]) => parsed(codeAnswer, "eth_getCode", code) !== "0x",
      signal,
    );
  const isKnownThere = async (block: number): Promise<boolean | undefined> => {
    try {
      return await isThere(block);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
  if ((await isKnownThere(last)) === false)
    throw new ConfigError(
      `There is no deposit contract at ${contract}, which ${chain.network}'s beacon node names`,
      { code: "no_contract" },
    );
  let [from, to] = [0, last];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const answer = await isKnownThere(middle);
    if (answer === undefined) return 0;
    if (answer) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** A session over execution blocks, and the last currently final one. */
export async function openDepositSession(
  deps: DepositDeps,
  signal: AbortSignal,
): Promise<{ session: ChainSession; last: number }> {
  const { chain, execution } = deps;
  const { network } = chain;
  const length = createRunLength();
  const last = await lastFinalBlock(deps, signal);
  /** Index of the deposit after a block, if known. */
  let next: { block: number; index: bigint } | undefined;

  async function prepare(from: number, ownSignal: AbortSignal, to: number): Promise<PreparedUnit> {
    const run = { from, to };
    const parts: BusMessage[][] = [];
    const deposits: DepositLog[] = [];
    let [hash, isCut] = ["", false];
    const onRefused = (part: typeof run) => {
      isCut = true;
      length.refused(part.to - part.from + 1);
    };
    const hashes = new Map([[last.number, last.hash]]);
    for await (const piece of readDeposits({ ...deps, client: execution, onRefused }, run, {
      hashes,
      signal: ownSignal,
    })) {
      for (const message of depositMessages(network, null, piece)) parts.push([toBusMessage(message)]);
      deposits.push(...piece.logs);
      hash = piece.hash;
    }
    if (!isCut) length.answered(deposits.length);
    return {
      last: { position: to, root: hash },
      publish: async (publish): Promise<undefined> => {
        checkIndices(deposits, next?.block === from ? next.index : undefined);
        const lastIndex = deposits.at(-1)?.index;
        const index = lastIndex === undefined ? next?.index : BigInt(lastIndex) + 1n;
        const isKnown = lastIndex !== undefined || next?.block === from;
        next = isKnown && index !== undefined ? { block: to + 1, index } : undefined;
        for (const part of parts) await publish(part);
      },
    };
  }

  const session: ChainSession = {
    network,
    info: undefined,
    positionUnit: "block",
    status: async () => ({ head: last.number, final: last.number, headTime: () => undefined }),
    maxHeadAgeS: 0,
    defaultStart: (final) => final,
    rootAt: async (block, ownSignal) => (await execution.block(block, ownSignal))?.hash,
    openRun: (range, cursor) => {
      // Nothing was deposited before the contract's first block.
      if (cursor === undefined) next = { block: range.from, index: 0n };
      return {
        lastOf: (height, final) => Math.min(final, height + length.get() - 1),
        prepare: (height, ownSignal, end = height) => prepare(height, ownSignal, end),
      };
    },
    pollMs: chain.secondsPerSlot * 1000,
    prefetch: 3,
  };
  return { session, last: last.number };
}
