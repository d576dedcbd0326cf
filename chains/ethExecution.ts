/** Ethereum's execution nodes: their client, their check, and the deposits that are read from them as a part. */
import { depositContract, executionChainId } from "../ingest/eth/execution/chain.ts";
import { firstContractBlock, openDepositSession } from "../ingest/eth/execution/depositSession.ts";
import type { EthInfo } from "../ingest/eth/index.ts";
import type { EthChain } from "../ingest/eth/spec.ts";
import {
  createExecutionClient,
  type ExecutionBlock,
  type ExecutionClient,
  toQuantity,
} from "../ingest/execution/client.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { listenerName } from "../ingest/listener/session.ts";
import { tryProbes } from "../ingest/node/probes.ts";
import { type Config, type NodeSetting, variablesOf } from "../lib/config.ts";
import { ConfigError, errorMessage, isErrorOfKind } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { addressesOf, variableOf } from "../lib/nodeVariables.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { outdatedEntityDays } from "../transform/eth/entityDays.ts";
import type { OpenPart } from "./chain.ts";
import { sanctionedAddresses } from "./ethSanctions.ts";
import { settings, variables } from "./ethSettings.ts";

/** @throws ConfigError without execution nodes */
export function openExecution(
  config: Config,
  node: NodeSetting,
  { chain }: Pick<EthInfo, "chain">,
  { what, log, rounds = 3 }: { what: string; log: Logger; rounds?: number },
): ExecutionClient {
  const urls = addressesOf(node, settings, "execution");
  if (urls.length === 0)
    throw new ConfigError(
      `${what} of ${chain.network} are read from execution nodes, and none is configured: set ${variableOf("eth", node.label, "execution")}`,
      { code: "no_execution_node" },
    );
  return createExecutionClient({
    urls,
    requestsPerSecond: variablesOf(config, variables).ETH_REQUESTS_PER_SECOND,
    chainId: executionChainId(chain),
    log,
    // Callers that request a range retry it with fewer blocks at once.
    nodeOptions: { rounds },
  });
}

/** The last final block; null on a young chain, for which nodes return an error of their own. */
async function finalBlock(execution: ExecutionClient, signal: AbortSignal): Promise<ExecutionBlock | null> {
  try {
    return await execution.block("finalized", signal);
  } catch (error) {
    if (/\bfinali[sz]ed block (?:is )?not (?:found|available|yet)/i.test(errorMessage(error))) return null;
    throw error;
  }
}

/**
 * What one execution node reports of the last final block, with its receipts.
 * @throws Error when it can't be used
 */
export async function checkExecution(
  config: Config,
  node: NodeSetting,
  url: string,
  { chain, log, signal }: { chain: EthChain; log: Logger; signal: AbortSignal },
): Promise<string> {
  const only = { ...node, urls: { ...node.urls, execution: [url] } };
  const execution = openExecution(config, only, { chain }, { what: "Blocks", log, rounds: 1 });
  const final = await finalBlock(execution, signal);
  if (final === null) {
    const latest = await execution.block("latest", signal);
    return `${chain.network}, block ${latest?.number ?? 0}, none is final yet`;
  }
  const receiptsOf = { method: "eth_getBlockReceipts", params: [toQuantity(final.number)] };
  const receiptsNote = await execution
    .request(
      [receiptsOf],
      ([receipts]) => (Array.isArray(receipts) ? `${receipts.length} receipts` : "no receipts"),
      signal,
    )
    .catch((error: unknown) => {
      if (!isErrorOfKind(error, "source") || error.code !== "refused") throw error;
      return "a call for each receipt, since it has no eth_getBlockReceipts";
    });
  const old = Math.floor(final.number / 2);
  const lacking = await tryProbes(
    [
      {
        ...{ call: "eth_getLogs", on: `block ${old}, an old one`, isRequired: false },
        without: "Deposits before it need another node",
        run: () => execution.proveLogs(old, signal),
      },
    ],
    signal,
  );
  const listed = sanctionedAddresses(config);
  const list = listed === undefined ? "" : `; ${listed.size} listed addresses`;
  return `${chain.network}, final block ${final.number} with ${[`${receiptsNote}${list}`, ...lacking].join("; ")}`;
}

/** First block of a range whose deposits are not in the tables; `to` + 1 when all are. */
async function firstWithoutDeposits(
  store: Store,
  network: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const ranges = await store.rows<{ from_block: number; to_block: number }>(
    internalSql("eth/deposit_ranges"),
    { network, from, to },
  );
  let next = from;
  for (const { from_block, to_block } of ranges) if (from_block <= next) next = Math.max(next, to_block + 1);
  return Math.min(next, to + 1);
}

/** All deposits from the contract's first block to the last final one. Resumes where it ended before. */
export const openDepositsPart: OpenPart = async (
  { chain, session: followed },
  node,
  { config, range, store, log, signal },
) => {
  const info = followed.info as EthInfo;
  const execution = openExecution(config, node, info, { what: "Deposits", log });
  if (range.from !== undefined || range.to !== undefined)
    throw new ConfigError("--part deposits reads all deposits: it takes neither --from nor --to", {
      code: "bad_arguments",
    });
  const deps = { ...info, execution, contract: depositContract(info.chain) };
  const { session, last } = await openDepositSession(deps, signal);
  // The name changed when signatures were added, so that deposits of older releases are read again.
  const listener = `${listenerName(chain, session)}/deposits/signed`;
  const cursor = await createCursorStore(store).read(listener);
  const from = cursor === undefined ? await firstContractBlock(deps, last, signal) : 0;
  const { network } = session;
  return {
    session,
    listener,
    unit: "block",
    range: { from, to: last },
    isDone: cursor !== undefined && cursor.root !== "" && cursor.height >= last,
    firstUnwritten: (name, blocks) => firstWithoutDeposits(store, name, blocks),
    readable: async () => {
      const begin = Math.min(last, cursor?.height ?? from);
      const next = await firstWithoutDeposits(store, network, { from: begin, to: last });
      const isReadable = next > last && (await outdatedEntityDays(store, network)).length === 0;
      return { done: next - from, isReadable };
    },
  };
};
