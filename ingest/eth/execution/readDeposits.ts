/** Reads the deposits of a run of final execution blocks: logs, and the senders of their transactions. */
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { DepositLog } from "../../../schemas/eth/facts.ts";
import { blockCall, type ExecutionClient, type RpcCall, readBlock } from "../../execution/client.ts";
import { isBatchRefused, isRangeRefused } from "../../execution/errors.ts";
import { callsMax } from "../../execution/provider.ts";
import { largeRequestRounds } from "../../node/portions.ts";
import { logsCall, readLogs, readSender, transactionCalls, type UnsentDeposit } from "./depositLogs.ts";

export type BlockRun = { from: number; to: number };
export type DepositsOfRun = BlockRun & { logs: DepositLog[]; hash: string };

type Deps = {
  client: ExecutionClient;
  /** Address of the deposit contract, in lower case. */
  contract: string;
  /** Called when a run of blocks had to be split. */
  onRefused?: (run: BlockRun) => void;
};

/**
 * The contract numbers deposits, so a missing one leaves a gap.
 * @param next index of the first one; undefined: not known
 * @throws SourceError `pruned`
 */
export function checkIndices(
  deposits: readonly Pick<DepositLog, "index" | "block_number">[],
  next?: bigint,
): void {
  let expected = next;
  for (const { index, block_number } of deposits) {
    if (expected !== undefined && BigInt(index) !== expected)
      throw new SourceError(
        `eth_getLogs: deposit ${expected} is missing before deposit ${index} of block ${block_number}: pruned history, ` +
          "the node does not keep old receipts. Use a node that keeps all of them.",
        { code: "pruned", retryable: false },
      );
    expected = BigInt(index) + 1n;
  }
}

const noHashes: ReadonlyMap<number, string> = new Map();

/** Logs and the last block of one run, from one node: a node that has that block does not lag. */
async function readRun(
  { client, contract }: Deps,
  { from, to }: BlockRun,
  hashes: ReadonlyMap<number, string>,
  signal?: AbortSignal,
): Promise<{ deposits: UnsentDeposit[]; hash: string }> {
  return await client.request(
    [logsCall(contract, from, to), blockCall(to)],
    ([logs, last]) => {
      const block = readBlock(last);
      if (block === null) throw new SourceError(`it has no block ${to} yet`, { code: "stale" });
      const canonical = hashes.get(to) ?? block.hash;
      if (block.number !== to || block.hash !== canonical)
        throw new SourceError(`its block ${to} is ${block.hash}, but the beacon chain's is ${canonical}`, {
          code: "lying",
        });
      const deposits = readLogs(logs, { contract, from, to, hashes });
      checkIndices(deposits);
      return { deposits, hash: block.hash };
    },
    signal,
    { rounds: from < to ? largeRequestRounds : undefined, logsFrom: from },
  );
}

/** Senders of transactions, each requested once. */
async function readSenders(
  client: ExecutionClient,
  deposits: readonly UnsentDeposit[],
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const senders = new Map<string, string>();
  const wanted = [...new Map(deposits.map((deposit) => [deposit.transaction_hash, deposit])).values()];

  async function request(
    part: readonly UnsentDeposit[],
    toCall: (deposit: UnsentDeposit) => RpcCall,
  ): Promise<void> {
    const batch = await client.request(
      part.map(toCall),
      (results) => part.map((deposit, place) => readSender(results[place], deposit)),
      signal,
    );
    for (const [place, { transaction_hash }] of part.entries())
      senders.set(transaction_hash, batch[place] ?? "");
  }

  let size = callsMax;
  for (let start = 0; start < wanted.length; ) {
    const part = wanted.slice(start, start + size);
    try {
      await request(part, transactionCalls.byHash);
    } catch (error) {
      if (size > 1 && isBatchRefused(error)) {
        size = Math.floor(size / 2);
        continue;
      }
      if (!isErrorOfKind(error, "source") || error.code !== "pruned") throw error;
      // Nodes may lack an index of old transactions, but have their blocks.
      await request(part, transactionCalls.byPlace).catch((other: unknown) => {
        signal?.throwIfAborted();
        throw isErrorOfKind(other, "source") && other.retryable ? other : error;
      });
    }
    start += size;
  }
  return senders;
}

/**
 * The deposits of a run of blocks, in pieces if nodes refuse all at once.
 * @param hashes of blocks that are known to be canonical: for others the node is trusted
 * @throws SourceError
 */
export async function* readDeposits(
  deps: Deps,
  run: BlockRun,
  { hashes = noHashes, signal }: { hashes?: ReadonlyMap<number, string>; signal?: AbortSignal } = {},
): AsyncGenerator<DepositsOfRun> {
  const left = [run];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { from, to } = next;
    try {
      const { deposits, hash } = await readRun(deps, next, hashes, signal);
      const senders = await readSenders(deps.client, deposits, signal);
      const logs = deposits.map(({ transaction_index: _, ...deposit }) => ({
        ...deposit,
        sender: senders.get(deposit.transaction_hash) ?? "",
      }));
      yield { ...next, logs, hash };
    } catch (error) {
      if (from === to || !isRangeRefused(error)) throw error;
      signal?.throwIfAborted();
      deps.onRefused?.(next);
      const middle = Math.floor((from + to) / 2);
      left.push({ from: middle + 1, to }, { from, to: middle });
    }
  }
}
