/** Requests to the root chain: contract addresses, checkpoints, logs, call data. State is read at final blocks. */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { address, root } from "../../schemas/common.ts";
import {
  blockCall,
  blockNumber,
  type ExecutionClient,
  parsed,
  quantity,
  type RpcCall,
  toQuantity,
} from "../execution/client.ts";
import { isBatchRefused } from "../execution/errors.ts";
import { sortLogs } from "../execution/logOrder.ts";
import { callsMax } from "../execution/provider.ts";
import { createPortions, largeRequestRounds } from "../node/portions.ts";
import { type Contracts, headerBlocksPerCheckpoint } from "./api/contracts.ts";
import type { ChainParams } from "./api/heimdall.ts";
import { decodeSubmission, type Submission } from "./calldata.ts";
import { type DecodedLogs, decodeLogs, type Header, logsAnswer } from "./decode.ts";

export type RootBlock = { number: number; hash: string; time: number };

/** keccak256("eventsHub"), the contract's key in the registry. */
const eventsHubKey = "eventsHub";
/** Mean time between two blocks, for guessing the distance of another block. */
const blockSeconds = 12;

const lowerCase = z.string().toLowerCase();
const blockAnswer = z
  .object({ number: blockNumber, hash: lowerCase.pipe(root), timestamp: quantity.transform(Number) })
  .nullable();
const transactionAnswer = z
  .object({
    hash: lowerCase.pipe(root),
    blockHash: lowerCase.pipe(root).nullable(),
    // Twenty kilobytes of digits, which their decoder validates.
    input: z.string().startsWith("0x"),
  })
  .nullable();

export type HeaderRecord = { startBlock: bigint; endBlock: bigint; time: number; proposer: string };

export type RootChain = Awaited<ReturnType<typeof openRootChain>>;

const textOf = (value: unknown) => String(value).toLowerCase();
const wrongAnswer = (problem: string) => new SourceError(problem, { code: "lying" });

/** @throws SourceError if the node has no such block */
function readBlock(result: unknown, what: number | string): RootBlock {
  const block = parsed(blockAnswer, "eth_getBlockByNumber", result);
  if (block === null) throw new SourceError(`it has no block ${what} yet`, { code: "stale" });
  if (typeof what === "number" && block.number !== what)
    throw wrongAnswer(`requested block ${what}, received block ${block.number}`);
  return { number: block.number, hash: block.hash, time: block.timestamp };
}

export async function openRootChain(
  client: ExecutionClient,
  contracts: Contracts,
  params: ChainParams,
  openSignal?: AbortSignal,
) {
  const { root_chain_address: rootChain, staking_manager_address: stakeManager } = params;
  const batches = createPortions(callsMax, isBatchRefused);

  /** Runs calls that may exceed one request. @param read reads one result */
  async function requestAll<Value>(
    calls: readonly RpcCall[],
    read: (result: unknown, place: number) => Value,
    signal?: AbortSignal,
  ): Promise<Value[]> {
    const values: Value[] = [];
    while (values.length < calls.length) {
      const first = values.length;
      const part = calls.slice(first, first + batches.size());
      const readPart = (results: readonly unknown[]) =>
        results.map((result, place) => read(result, first + place));
      const run = (rounds: number | undefined) => client.request(part, readPart, signal, { rounds });
      const answer = await batches.attempt(part.length, run, signal);
      if (answer !== undefined) values.push(...answer.value);
    }
    return values;
  }

  const views = (
    calls: readonly { to: string; name: string; args?: readonly unknown[] }[],
    block: number,
    signal?: AbortSignal,
  ) =>
    requestAll(
      calls.map(({ to, name, args = [] }) => contracts.view(to, name, args, block)),
      (result, place) => contracts.result(calls[place]?.name ?? "", result),
      signal,
    );

  const block = (tag: number | "finalized" | "latest", signal?: AbortSignal): Promise<RootBlock> =>
    client.request([blockCall(tag)], ([result]) => readBlock(result, tag), signal);

  async function eventsHubAddress(): Promise<string> {
    const { id } = await import("ethers");
    const { number } = await block("finalized", openSignal);
    const [[registry] = []] = await views([{ to: stakeManager, name: "registry" }], number, openSignal);
    const [[hub] = []] = await views(
      [{ to: String(registry), name: "contractMap", args: [id(eventsHubKey)] }],
      number,
      openSignal,
    );
    return textOf(hub);
  }

  const eventsHub = await eventsHubAddress();
  const addresses = [rootChain, params.staking_info_address, eventsHub];
  for (const one of addresses)
    if (!address.safeParse(one).success) throw wrongAnswer(`${one} is no address of a contract`);

  /** Number of the last checkpoint in a block's state. */
  async function lastCheckpoint(at: number, signal?: AbortSignal): Promise<number> {
    const [[last] = []] = await views([{ to: rootChain, name: "currentHeaderBlock" }], at, signal);
    return Number((last as bigint) / headerBlocksPerCheckpoint);
  }

  /** Checkpoints stored in the contract. @param at a block that has them all */
  const headerRecords = async (numbers: readonly number[], at: number, signal?: AbortSignal) =>
    (
      await views(
        numbers.map((number) => ({
          to: rootChain,
          name: "headerBlocks",
          args: [BigInt(number) * headerBlocksPerCheckpoint],
        })),
        at,
        signal,
      )
    ).map(([, start, end, createdAt, proposer], place): HeaderRecord => {
      if (createdAt === 0n)
        throw new SourceError(`it has no checkpoint ${numbers[place]}`, { code: "inconsistent" });
      return {
        startBlock: start as bigint,
        endBlock: end as bigint,
        time: Number(createdAt),
        proposer: textOf(proposer),
      };
    });

  /** The block with exactly this time. @param near a later block */
  async function blockAt(time: number, near: RootBlock, signal?: AbortSignal): Promise<RootBlock> {
    let [low, high] = [0, near.number];
    let guessed = near;
    for (let step = 0; guessed.time !== time; step += 1) {
      if (low > high) throw wrongAnswer(`no block of the root chain is of ${time}`);
      // Guesses alone might converge slowly where blocks came slowly.
      const guess = guessed.number + Math.round((time - guessed.time) / blockSeconds);
      const number = step % 3 === 2 ? Math.floor((low + high) / 2) : Math.min(high, Math.max(low, guess));
      guessed = await block(number, signal);
      if (guessed.time < time) low = number + 1;
      else if (guessed.time > time) high = number - 1;
    }
    return guessed;
  }

  /** Events in a run of final blocks. @throws SourceError also if a node refuses so many blocks at once */
  async function logs({ from, to }: HeightRange, signal?: AbortSignal): Promise<DecodedLogs> {
    const filter = {
      address: addresses,
      topics: [contracts.topics],
      fromBlock: toQuantity(from),
      toBlock: toQuantity(to),
    };
    return await client.request(
      [{ method: "eth_getLogs", params: [filter] }, blockCall(to)],
      ([result, last]) => {
        // A node that has the block does not lag.
        readBlock(last, to);
        const entries = parsed(logsAnswer, "eth_getLogs", result);
        for (const log of entries)
          if (
            log.removed ||
            log.blockNumber < from ||
            log.blockNumber > to ||
            !addresses.includes(log.address)
          )
            throw wrongAnswer(
              `eth_getLogs: a log of ${log.address} in block ${log.blockNumber} that was not requested`,
            );
        sortLogs(entries, ({ blockNumber }) => blockNumber);
        return decodeLogs(contracts.abi, entries);
      },
      signal,
      { rounds: from < to ? largeRequestRounds : undefined, logsFrom: from },
    );
  }

  /**
   * StakeManager's epoch at each checkpoint, by which duties count: the one before its block, since the checkpoint itself
   * begins the next (0xPolygon/pos-contracts, StakeManager.sol: checkSignatures, _finalizeCommit). Governance may begin
   * epochs without a checkpoint. null if no node keeps the state of the blocks.
   */
  async function epochs(headers: readonly Header[], signal?: AbortSignal): Promise<(bigint | null)[]> {
    try {
      const epochsAfter = await requestAll(
        headers.map(({ block_number }) => contracts.view(stakeManager, "epoch", [], block_number)),
        (result) => contracts.result("epoch", result)[0] as bigint,
        signal,
      );
      return headers.map(({ block_number, log_index }, place) => {
        const since = headers.filter(
          (one) => one.block_number === block_number && one.log_index >= log_index,
        );
        return (epochsAfter[place] ?? 0n) - BigInt(since.length);
      });
    } catch (error) {
      // The last node requested may be on another chain.
      if (!isErrorOfKind(error, "source") || !["pruned", "other_chain"].includes(error.code)) throw error;
      return headers.map(() => null);
    }
  }

  /** The call data submitted with checkpoints. */
  const submissions = (headers: readonly Header[], signal?: AbortSignal): Promise<Submission[]> =>
    requestAll(
      headers.map(({ transaction_hash }) => ({
        method: "eth_getTransactionByHash",
        params: [transaction_hash],
      })),
      (result, place) => {
        const header = headers[place] as Header;
        const transaction = parsed(transactionAnswer, "eth_getTransactionByHash", result);
        if (transaction === null)
          throw new SourceError(
            `it doesn't keep transaction ${header.transaction_hash} of checkpoint ${header.checkpoint}: a node is needed that has all transactions`,
            { code: "pruned", retryable: false },
          );
        if (transaction.hash !== header.transaction_hash || transaction.blockHash !== header.block_hash)
          throw wrongAnswer(`transaction ${header.transaction_hash} was returned as ${transaction.hash}`);
        const submission = decodeSubmission(transaction.input);
        const isOf =
          submission.proposer === header.proposer &&
          submission.startBlock === header.startBlock &&
          submission.endBlock === header.endBlock;
        if (!isOf)
          throw wrongAnswer(`the call data of checkpoint ${header.checkpoint} are not those of its event`);
        return submission;
      },
      signal,
    );

  return { block, blockAt, lastCheckpoint, headerRecords, logs, epochs, submissions, views, stakeManager };
}
