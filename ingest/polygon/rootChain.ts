/** Requests to the root chain: contract addresses, checkpoints, logs, call data. State is read at final blocks. */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { address, root } from "../../schemas/common.ts";
import {
  blockCall,
  blockNumber,
  type ExecutionClient,
  parsed,
  quantity,
  toQuantity,
} from "../execution/client.ts";
import { sortLogs } from "../execution/logOrder.ts";
import { largeRequestRounds } from "../node/portions.ts";
import type { Contracts } from "./api/contracts.ts";
import type { ChainParams } from "./api/heimdall.ts";
import { type DecodedLogs, decodeLogs, logsAnswer, type RootLog } from "./decode.ts";
import { createRootCalls, type RootCalls, textOf, wrongAnswer } from "./rootCalls.ts";
import { createCheckpointReader } from "./rootCheckpoints.ts";

export type RootBlock = { number: number; hash: string; time: number };

/** keccak256("eventsHub"), the contract's key in the registry. */
const eventsHubKey = "eventsHub";
/** Mean time between two blocks, for guessing the distance of another block. */
const blockSeconds = 12;

const lowerCase = z.string().toLowerCase();
const blockAnswer = z
  .object({ number: blockNumber, hash: lowerCase.pipe(root), timestamp: quantity.transform(Number) })
  .nullable();

export type RootChain = Awaited<ReturnType<typeof openRootChain>>;

/** @throws SourceError if the node has no such block */
function readBlock(result: unknown, what: number | string): RootBlock {
  const block = parsed(blockAnswer, "eth_getBlockByNumber", result);
  if (block === null) throw new SourceError(`it has no block ${what} yet`, { code: "stale" });
  if (typeof what === "number" && block.number !== what)
    throw wrongAnswer(`requested block ${what}, received block ${block.number}`);
  return { number: block.number, hash: block.hash, time: block.timestamp };
}

/** Blocks of the root chain by number or by time. */
function createBlockReader(client: ExecutionClient) {
  const block = (tag: number | "finalized" | "latest", signal?: AbortSignal): Promise<RootBlock> =>
    client.request([blockCall(tag)], ([result]) => readBlock(result, tag), signal);

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

  return { block, blockAt };
}

/** @throws SourceError if a log is not of the run's blocks and the contracts */
function readLogs(result: unknown, { from, to }: HeightRange, addresses: readonly string[]): RootLog[] {
  const entries = parsed(logsAnswer, "eth_getLogs", result);
  for (const log of entries)
    if (log.removed || log.blockNumber < from || log.blockNumber > to || !addresses.includes(log.address))
      throw wrongAnswer(
        `eth_getLogs: a log of ${log.address} in block ${log.blockNumber} that was not requested`,
      );
  sortLogs(entries, ({ blockNumber }) => blockNumber);
  return entries;
}

/** The registry's contract that emits events of delegations. */
async function readEventsHub(
  views: RootCalls["views"],
  stakeManager: string,
  block: number,
  signal?: AbortSignal,
): Promise<string> {
  const { id } = await import("ethers");
  const [[registry] = []] = await views([{ to: stakeManager, name: "registry" }], block, signal);
  const [[hub] = []] = await views(
    [{ to: String(registry), name: "contractMap", args: [id(eventsHubKey)] }],
    block,
    signal,
  );
  return textOf(hub);
}

export async function openRootChain(
  client: ExecutionClient,
  contracts: Contracts,
  params: ChainParams,
  openSignal?: AbortSignal,
) {
  const { root_chain_address: rootChain, staking_manager_address: stakeManager } = params;
  const calls = createRootCalls(client, contracts);
  const { block, blockAt } = createBlockReader(client);
  const { number } = await block("finalized", openSignal);
  const eventsHub = await readEventsHub(calls.views, stakeManager, number, openSignal);
  const addresses = [rootChain, params.staking_info_address, eventsHub];
  for (const one of addresses)
    if (!address.safeParse(one).success) throw wrongAnswer(`${one} is no address of a contract`);

  /** Events in a run of final blocks. @throws SourceError also if a node refuses so many blocks at once */
  async function logs(run: HeightRange, signal?: AbortSignal): Promise<DecodedLogs> {
    const { from, to } = run;
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
        return decodeLogs(contracts.abi, readLogs(result, run, addresses));
      },
      signal,
      { rounds: from < to ? largeRequestRounds : undefined, logsFrom: from },
    );
  }

  const checkpoints = createCheckpointReader(calls, contracts, { rootChain, stakeManager });
  return { block, blockAt, ...checkpoints, logs, views: calls.views, stakeManager };
}
