/**
 * Blocks with their receipts: answers in, facts or errors out, pure. Validated by hand, not by schemas: a day of mainnet is
 * 8 GB of them.
 */
import { elementAt } from "../../../lib/elementAt.ts";
import { SourceError } from "../../../lib/errors.ts";
import { type ExecutionBlockFact, transactionTypes } from "../../../schemas/eth/facts.ts";
import { type RpcCall, toQuantity } from "../../execution/client.ts";
import type { Payload } from "../epochSource.ts";

type Json = Readonly<Record<string, unknown>>;

/** A block with as many transactions as the payload. */
export type FullBlock = {
  transactions: readonly Json[];
  hashes: readonly string[];
  baseFee: bigint;
  gasUsed: bigint;
};

const quantityPattern = /^0x[0-9a-f]{1,64}$/i;
const addressPattern = /^0x[0-9a-f]{40}$/;
const rootPattern = /^0x[0-9a-f]{64}$/;

export const blockCall = ({ number }: Payload): RpcCall => ({
  method: "eth_getBlockByNumber",
  params: [toQuantity(number), true],
});
export const receiptsCall = ({ number }: Payload): RpcCall => ({
  method: "eth_getBlockReceipts",
  params: [toQuantity(number)],
});
export const receiptCall = (hash: string): RpcCall => ({
  method: "eth_getTransactionReceipt",
  params: [hash],
});

const wrongAnswer = ({ number }: Payload, problem: string) =>
  new SourceError(`block ${number}: ${problem}`, { code: "lying" });
const bad = (what: string) => new SourceError(`unknown answer, ${what}`, { code: "bad_answer" });
const pruned = (problem: string) => new SourceError(problem, { code: "pruned", retryable: false });

function object(value: unknown, what: string): Json {
  if (typeof value !== "object" || value === null) throw bad(`${what} is no object`);
  return value as Json;
}

function integer(from: Json, field: string): bigint {
  const text = from[field];
  if (typeof text !== "string" || !quantityPattern.test(text)) throw bad(`${field} is ${String(text)}`);
  return BigInt(text);
}

function text(from: Json, field: string, pattern: RegExp): string {
  const value = from[field];
  const lower = typeof value === "string" ? value.toLowerCase() : "";
  if (!pattern.test(lower)) throw bad(`${field} is ${String(value)}`);
  return lower;
}

const recipientOf = (transaction: Json) =>
  transaction.to === null || transaction.to === undefined ? null : text(transaction, "to", addressPattern);

/**
 * @param head number of the node's newest block
 * @throws SourceError `stale` or `pruned` if the node doesn't have it, `lying` for another one than the beacon chain's
 */
export function readFullBlock(result: unknown, payload: Payload, head: bigint): FullBlock {
  const { number, hash } = payload;
  if (result === null) {
    if (head < BigInt(number))
      throw new SourceError(`it has no block ${number} yet, only up to ${head}`, { code: "stale" });
    throw pruned(`it no longer has block ${number}. Use a node that keeps all blocks`);
  }
  const block = object(result, "a block");
  const [ownNumber, ownHash] = [integer(block, "number"), text(block, "hash", rootPattern)];
  if (ownNumber !== BigInt(number) || ownHash !== hash)
    throw wrongAnswer(payload, `it is ${ownHash}, but the beacon chain's is ${hash}`);
  const baseFee = integer(block, "baseFeePerGas");
  if (baseFee !== (payload.baseFeePerGas ?? baseFee))
    throw wrongAnswer(payload, `its base fee is ${baseFee} wei, but the payload's ${payload.baseFeePerGas}`);
  if (!Array.isArray(block.transactions)) throw bad("a block without transactions");
  const transactions = block.transactions.map((one) => object(one, "a transaction"));
  if (transactions.length === 0 && payload.transactionCount > 0)
    throw pruned(`it no longer has the transactions of block ${number}. Use a node that keeps them`);
  if (transactions.length !== payload.transactionCount)
    throw wrongAnswer(
      payload,
      `it has ${transactions.length} transactions, but the payload ${payload.transactionCount}`,
    );
  const hashes = transactions.map((transaction) => text(transaction, "hash", rootPattern));
  return { transactions, hashes, baseFee, gasUsed: integer(block, "gasUsed") };
}

/** The receipts of transactions, in order. @throws SourceError `pruned` without them, `lying` for others */
export function readReceipts(result: unknown, payload: Payload, hashes: readonly string[]): Json[] {
  const list = Array.isArray(result) ? result : undefined;
  // For pruned receipts, nodes return null, an empty list, or null in place of a receipt.
  const isDropped = list?.length === 0 && hashes.length > 0;
  const isMissing = result === null || isDropped || list?.includes(null) === true;
  if (isMissing)
    throw pruned(`it no longer has the receipts of block ${payload.number}. Use a node that keeps them`);
  if (list === undefined) throw bad("receipts are no list");
  if (list.length !== hashes.length)
    throw wrongAnswer(payload, `${list.length} receipts of ${hashes.length} transactions`);
  return list.map((one, place) => {
    const receipt = object(one, "a receipt");
    const [hash, blockHash] = [
      text(receipt, "transactionHash", rootPattern),
      text(receipt, "blockHash", rootPattern),
    ];
    if (hash !== hashes[place] || blockHash !== payload.hash)
      throw wrongAnswer(
        payload,
        `receipt ${place} is of ${hash} in block ${blockHash}, not of ${hashes[place]}`,
      );
    return receipt;
  });
}

/** A transaction's fees in wei, and whether it succeeded. */
function feesOf(receipt: Json, gasUsed: bigint, baseFee: bigint, payload: Payload) {
  const price = integer(receipt, "effectiveGasPrice");
  if (price < baseFee)
    throw wrongAnswer(payload, `a transaction pays ${price} wei a gas, less than the base fee`);
  const hasBlobs = receipt.blobGasUsed !== undefined && receipt.blobGasUsed !== null;
  const status = integer(receipt, "status");
  if (status > 1n) throw bad(`status is ${status}`);
  return {
    tips: (price - baseFee) * gasUsed,
    blobFees: hasBlobs ? integer(receipt, "blobGasUsed") * integer(receipt, "blobGasPrice") : 0n,
    isSuccessful: status === 1n,
  };
}

type BlockRules = {
  /** Addresses in lower case; undefined: there is no list. */
  listed: ReadonlySet<string> | undefined;
  /** Whether the receipts' gas adds up to the block's. */
  isGasSum: boolean;
};

/**
 * The totals of a block's transactions.
 * @throws SourceError `lying` if the receipts' gas isn't the payload's
 */
export function executionBlockOf(
  payload: Payload,
  { transactions, baseFee, gasUsed: blockGas }: FullBlock,
  receipts: readonly Json[],
  { listed, isGasSum }: BlockRules,
): ExecutionBlockFact {
  const tips = new Array<bigint>(transactionTypes).fill(0n);
  let [gas, blobFees, transfers, listedCount] = [0n, 0n, 0n, 0];
  let last: ExecutionBlockFact["last"] = null;
  for (const [place, transaction] of transactions.entries()) {
    const receipt = elementAt(receipts, place);
    const gasUsed = integer(receipt, "gasUsed");
    const fees = feesOf(receipt, gasUsed, baseFee, payload);
    const type = Math.min(Number(integer(transaction, "type")), transactionTypes - 1);
    const [sender, recipient] = [text(transaction, "from", addressPattern), recipientOf(transaction)];
    const value = integer(transaction, "value");
    gas += gasUsed;
    tips[type] = (tips[type] ?? 0n) + fees.tips;
    blobFees += fees.blobFees;
    if (fees.isSuccessful && recipient === payload.feeRecipient) transfers += value;
    if (listed?.has(sender) || (recipient !== null && listed?.has(recipient))) listedCount += 1;
    if (place === transactions.length - 1)
      last = { sender, recipient, value_wei: String(value), is_successful: fees.isSuccessful ? 1 : 0 };
  }
  // Older rows lack the payload's gas: only the block's own is known.
  const expected = payload.gasUsed ?? blockGas;
  if (blockGas !== expected)
    throw wrongAnswer(payload, `it used ${blockGas} gas, but the payload ${expected}`);
  if (isGasSum && gas !== expected)
    throw wrongAnswer(payload, `its receipts add up to ${gas} gas, but the payload used ${expected}`);
  return {
    slot: payload.slot,
    block_number: payload.number,
    block_hash: payload.hash,
    tips_wei: tips.map(String),
    base_fees_burnt_wei: String(gas * baseFee),
    blob_fees_burnt_wei: String(blobFees),
    fee_recipient_transfers_wei: String(transfers),
    last,
    sanctioned_count: listed === undefined ? null : listedCount,
  };
}
