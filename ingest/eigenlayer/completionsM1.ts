/**
 * Withdrawals that M1 completed as shares (June 2023 to April 2024): the StrategyManager added them to the withdrawer
 * without logging them. Those completed as tokens are recognized by the strategies' transfers to the withdrawer
 * (eigenlayer-contracts at `mainnet-deployment`, StrategyManager.sol, `_completeQueuedWithdrawal` and `_addShares`, and
 * StrategyBase.sol, `withdraw`). M2 logs a Deposit.
 */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { root as hash } from "../../schemas/common.ts";
import { shareWidths } from "../../schemas/eigenlayer/events.ts";
import { type ExecutionClient, parsed, quantity } from "../execution/client.ts";
import { requestAll } from "./calls.ts";
import { createColumns } from "./columns.ts";
import { addShare, type CompletedM1, createFacts, type Facts, type QueuedM1 } from "./facts.ts";
import { nativeStrategy } from "./networks.ts";

const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** Receipts per request. */
const receiptsAtOnce = 20;

const receiptAnswer = z
  .object({
    transactionHash: hash,
    logs: z.array(z.object({ topics: z.array(z.string()), logIndex: quantity })),
  })
  .nullable();
type Receipt = NonNullable<z.output<typeof receiptAnswer>>;

export type Completions = {
  client: ExecutionClient;
  log: Logger;
  /** Earlier queued withdrawals, by root. */
  queued: ReadonlyMap<string, QueuedM1>;
  signal: AbortSignal;
};

async function readReceipts(
  { client, signal }: Completions,
  transactions: readonly string[],
): Promise<Map<string, Receipt>> {
  const receiptsByTransaction = new Map<string, Receipt>();
  for (let start = 0; start < transactions.length; start += receiptsAtOnce) {
    const part = transactions.slice(start, start + receiptsAtOnce);
    const calls = part.map((one) => ({ method: "eth_getTransactionReceipt", params: [one] }));
    const receipts = await requestAll(
      client,
      calls,
      (results) =>
        results.map((result, i) => {
          const receipt = parsed(receiptAnswer, "eth_getTransactionReceipt", result);
          if (receipt === null)
            throw new SourceError(`the node has no receipt of transaction ${part[i]}, but its logs`, {
              code: "stale",
            });
          if (receipt.transactionHash !== part[i])
            throw new SourceError(`the receipt of ${part[i]} is of ${receipt.transactionHash}`, {
              code: "lying",
            });
          return receipt;
        }),
      signal,
    );
    for (const receipt of receipts) receiptsByTransaction.set(receipt.transactionHash, receipt);
  }
  return receiptsByTransaction;
}

const accountOf = (topic = "") => `0x${topic.slice(-40)}`.toLowerCase();

/** Accounts that sent tokens to the withdrawer between the transaction's previous completion and this one. */
function sendersOf(
  { logs }: Receipt,
  { withdrawer, dated }: CompletedM1,
  after: number,
): ReadonlySet<string> {
  const own = logs.filter(
    ({ topics, logIndex }) =>
      Number(logIndex) > after &&
      Number(logIndex) < dated.log.logIndex &&
      topics[0]?.toLowerCase() === transferTopic &&
      accountOf(topics[2]) === withdrawer,
  );
  return new Set(own.map(({ topics }) => accountOf(topics[1])));
}

/** Rows in chain order, including those that completions add. */
function withCompletions(facts: Facts, added: Facts["shares"]): Facts["shares"] {
  const all = [facts.shares, added].flatMap((rows) =>
    Array.from({ length: rows.length }, (_, row) => ({ rows, row })),
  );
  const place = ({ rows, row }: (typeof all)[number], name: "block" | "log_index") => rows.read(name, row);
  all.sort(
    (one, other) =>
      place(one, "block") - place(other, "block") || place(one, "log_index") - place(other, "log_index"),
  );
  const merged = createColumns(shareWidths);
  for (const { rows, row } of all) {
    for (const name of Object.keys(shareWidths) as (keyof typeof shareWidths)[]) {
      const { bytes, offset } = merged.at(name);
      bytes.write(rows.hex(name, row).slice(2), offset, "hex");
    }
    merged.next();
  }
  return merged;
}

/** Adds the shares that completions returned. @returns the same facts if there are none */
export async function addCompletedM1(facts: Facts, completions: Completions): Promise<Facts> {
  const { completedM1 } = facts;
  if (completedM1.length === 0) return facts;
  const receipts = await readReceipts(completions, [
    ...new Set(completedM1.map(({ dated }) => dated.log.transaction)),
  ]);
  const added = createFacts();
  let before: CompletedM1 | undefined;
  for (const completed of completedM1) {
    const { dated, root, withdrawer } = completed;
    const isSame = before?.dated.log.transaction === dated.log.transaction;
    const after = isSame ? (before?.dated.log.logIndex ?? -1) : -1;
    before = completed;
    const withdrawal = completions.queued.get(root);
    if (withdrawal === undefined) {
      completions.log.warn({ block: dated.log.block, root }, "a completed withdrawal has no queued log");
      continue;
    }
    const senders = sendersOf(receipts.get(dated.log.transaction) as Receipt, completed, after);
    // M1 had no native shares. One transfer is enough: a withdrawal is completed either as shares or as tokens.
    if (withdrawal.shares.some(({ strategy }) => senders.has(strategy))) continue;
    withdrawal.shares.forEach(({ strategy, amount }, position) => {
      if (strategy === nativeStrategy) return;
      const share = { staker: withdrawer.slice(2), strategy: strategy.slice(2), amount };
      addShare(added, dated, { kind: "deposit", position, ...share });
    });
  }
  return { ...facts, shares: withCompletions(facts, added.shares) };
}
