/** Events of the deposit contract: answers in, facts or errors out, pure. */
import { Interface } from "ethers/abi";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import { address, root } from "../../../schemas/common.ts";
import { blsSignature, type DepositLog } from "../../../schemas/eth/facts.ts";
import { blockNumber, parsed, quantity, type RpcCall, toQuantity } from "../../execution/client.ts";

const contract = new Interface([
  "event DepositEvent(bytes pubkey, bytes withdrawal_credentials, bytes amount, bytes signature, bytes index)",
]);
const topic = contract.getEvent("DepositEvent")?.topicHash ?? "";

const lowerCase = z.string().toLowerCase();
const logsAnswer = z.array(
  z.object({
    address: lowerCase.pipe(address),
    topics: z.array(lowerCase),
    data: z.string(),
    blockNumber,
    blockHash: lowerCase.pipe(root),
    transactionHash: lowerCase.pipe(root),
    transactionIndex: quantity,
    removed: z.boolean().default(false),
  }),
);
/** A deposit whose sender is not known yet. */
export type UnsentDeposit = Omit<DepositLog, "sender"> & { transaction_index: bigint };

const transactionAnswer = z
  .object({
    hash: lowerCase.pipe(root),
    from: lowerCase.pipe(address),
    blockHash: lowerCase.pipe(root).nullable(),
  })
  .nullable();

export const logsCall = (contractAddress: string, from: number, to: number): RpcCall => ({
  method: "eth_getLogs",
  params: [
    { address: contractAddress, topics: [topic], fromBlock: toQuantity(from), toBlock: toQuantity(to) },
  ],
});

/** Integers are written little-endian, in eight bytes. */
function littleEndian(bytes: string): string {
  if (bytes.length !== 18) throw new RangeError(`${bytes} has not eight bytes`);
  return Buffer.from(bytes.slice(2), "hex").readBigUInt64LE().toString();
}

/**
 * The deposits of a run of blocks, in order.
 * @param hashes of blocks that are known to be canonical
 * @throws SourceError `lying` for an unrequested log, or one of a block that isn't canonical
 */
export function readLogs(
  result: unknown,
  request: { contract: string; from: number; to: number; hashes: ReadonlyMap<number, string> },
): UnsentDeposit[] {
  const wrongAnswer = (problem: string) => new SourceError(`eth_getLogs: ${problem}`, { code: "lying" });
  return parsed(logsAnswer, "eth_getLogs", result)
    .map((log) => {
      const { blockNumber: block, blockHash } = log;
      if (log.address !== request.contract || log.topics[0] !== topic)
        throw wrongAnswer(`a log of ${log.address} that is no deposit`);
      if (log.removed || block < request.from || block > request.to)
        throw wrongAnswer(`a log of block ${block}, requested were ${request.from} to ${request.to}`);
      const canonical = request.hashes.get(block) ?? blockHash;
      if (canonical !== blockHash)
        throw wrongAnswer(`block ${block} is ${blockHash}, but the beacon chain's is ${canonical}`);
      try {
        const event = contract.decodeEventLog("DepositEvent", log.data, log.topics);
        return {
          index: littleEndian(event.index),
          pubkey: event.pubkey.toLowerCase(),
          withdrawal_credentials: event.withdrawal_credentials.toLowerCase(),
          amount_gwei: littleEndian(event.amount),
          signature: blsSignature.parse(event.signature.toLowerCase()),
          transaction_hash: log.transactionHash,
          transaction_index: log.transactionIndex,
          block_number: block,
          block_hash: blockHash,
        };
      } catch (error) {
        throw new SourceError(`eth_getLogs: a deposit of block ${block} can't be read: ${String(error)}`, {
          code: "bad_answer",
          cause: error,
        });
      }
    })
    .sort((a, b) => Number(BigInt(a.index) - BigInt(b.index)));
}

/** Calls by the transaction's hash, or, for nodes without an index of old transactions, by its place. */
export const transactionCalls = {
  byHash: ({ transaction_hash }: UnsentDeposit): RpcCall => ({
    method: "eth_getTransactionByHash",
    params: [transaction_hash],
  }),
  byPlace: ({ block_hash, transaction_index }: UnsentDeposit): RpcCall => ({
    method: "eth_getTransactionByBlockHashAndIndex",
    params: [block_hash, `0x${transaction_index.toString(16)}`],
  }),
} as const;

/** The sender of a deposit's transaction. @throws SourceError `pruned` if the node doesn't have it, `lying` for another one */
export function readSender(result: unknown, deposit: UnsentDeposit): string {
  const transaction = parsed(transactionAnswer, "eth_getTransaction", result);
  if (transaction === null)
    throw new SourceError(
      `it doesn't keep transaction ${deposit.transaction_hash} of block ${deposit.block_number}: a node is needed that has all transactions`,
      { code: "pruned", retryable: false },
    );
  const { hash, blockHash, from } = transaction;
  if (hash === deposit.transaction_hash && blockHash === deposit.block_hash) return from;
  throw new SourceError(
    `transaction ${deposit.transaction_hash} of block ${deposit.block_hash} was returned as ${hash} of ${blockHash}`,
    { code: "lying" },
  );
}
