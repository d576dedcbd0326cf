/** A block's transactions → its content, and the accounts and slots of its votes. */
import { base58 } from "@scure/base";
import type { AccountVote } from "./json.ts";
import { readTransaction } from "./wire.ts";

export type Content = {
  transaction_count: number;
  vote_transaction_count: number;
  signature_count: number;
  fee_lamports: string;
};

/** A transaction's effects, from any encoding; a failed one has no votes. */
export type ReadTransaction = { signatureCount: number; isVote: boolean; votes: readonly AccountVote[] };

export type ContentCollector = {
  /** @param feeLamports the fee, which failed transactions pay, too */
  add(transaction: ReadTransaction, feeLamports: number): void;
  content(): Content;
  /** Votes of successful transactions, in order. */
  votes: AccountVote[];
};

export function createContentCollector(): ContentCollector {
  const votes: AccountVote[] = [];
  let [transactions, voteTransactions, signatures, fees] = [0, 0, 0, 0];
  return {
    votes,
    add: (transaction, feeLamports) => {
      transactions += 1;
      voteTransactions += Number(transaction.isVote);
      signatures += transaction.signatureCount;
      fees += feeLamports;
      votes.push(...transaction.votes);
    },
    content: () => ({
      transaction_count: transactions,
      vote_transaction_count: voteTransactions,
      signature_count: signatures,
      fee_lamports: BigInt(fees).toString(),
    }),
  };
}

/** Base58 of recurring keys: encoding one takes as long as reading its whole transaction. */
const addresses = new Map<string, string>();
const addressesMax = 50_000;

function addressAt(bytes: Buffer, start: number): string {
  const key = bytes.toString("latin1", start, start + 32);
  let address = addresses.get(key);
  if (address === undefined) {
    address = base58.encode(bytes.subarray(start, start + 32));
    // An LRU cache would take longer than the look-up.
    if (addresses.size > addressesMax) addresses.clear();
    addresses.set(key, address);
  }
  return address;
}

/** @throws RangeError if the bytes are not a transaction */
export function readWireTransaction(bytes: Buffer, isFailed: boolean): ReadTransaction {
  const { signatureCount, isVote, payerStart, votes } = readTransaction(bytes, isFailed);
  const payer = votes.length === 0 ? "" : addressAt(bytes, payerStart);
  return {
    signatureCount,
    isVote,
    votes: votes.map(({ accountStart, slots, root }) => ({
      account: addressAt(bytes, accountStart),
      payer,
      slots,
      root,
    })),
  };
}
