/** Checkpoints in the state of contracts on the root chain, and the transactions that submitted them. */
import { z } from "zod";
import { elementAt } from "../../lib/elementAt.ts";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import { root } from "../../schemas/common.ts";
import { parsed } from "../execution/client.ts";
import { type Contracts, headerBlocksPerCheckpoint } from "./api/contracts.ts";
import { decodeSubmission, type Submission } from "./calldata.ts";
import type { Header } from "./decode.ts";
import { type RootCalls, textOf, wrongAnswer } from "./rootCalls.ts";

const lowerCase = z.string().toLowerCase();
const transactionAnswer = z
  .object({
    hash: lowerCase.pipe(root),
    blockHash: lowerCase.pipe(root).nullable(),
    // Twenty kilobytes of digits, which their decoder validates.
    input: z.string().startsWith("0x"),
  })
  .nullable();

export type HeaderRecord = { startBlock: bigint; endBlock: bigint; time: number; proposer: string };

/** The call data of a checkpoint's transaction. @throws SourceError if it is missing, or another one's */
function readSubmission(result: unknown, header: Header): Submission {
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
  if (!isOf) throw wrongAnswer(`the call data of checkpoint ${header.checkpoint} are not those of its event`);
  return submission;
}

export function createCheckpointReader(
  { requestAll, views }: RootCalls,
  contracts: Contracts,
  { rootChain, stakeManager }: { rootChain: string; stakeManager: string },
) {
  /** Number of the last checkpoint in a block's state. */
  async function lastCheckpoint(at: number, signal?: AbortSignal): Promise<number> {
    const [[last] = []] = await views([{ to: rootChain, name: "currentHeaderBlock" }], at, signal);
    return Number((last as bigint) / headerBlocksPerCheckpoint);
  }

  /** Checkpoints stored in the contract. @param at a block that has them all */
  async function headerRecords(
    numbers: readonly number[],
    at: number,
    signal?: AbortSignal,
  ): Promise<HeaderRecord[]> {
    const calls = numbers.map((number) => ({
      to: rootChain,
      name: "headerBlocks",
      args: [BigInt(number) * headerBlocksPerCheckpoint],
    }));
    const results = await views(calls, at, signal);
    return results.map(([, start, end, createdAt, proposer], place) => {
      if (createdAt === 0n)
        throw new SourceError(`it has no checkpoint ${numbers[place]}`, { code: "inconsistent" });
      return {
        startBlock: start as bigint,
        endBlock: end as bigint,
        time: Number(createdAt),
        proposer: textOf(proposer),
      };
    });
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
      (result, place) => readSubmission(result, elementAt(headers, place)),
      signal,
    );

  return { lastCheckpoint, headerRecords, epochs, submissions };
}
