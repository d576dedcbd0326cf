/**
 * Blocks as execution nodes have them. Fees follow from other fields than in the warehouse, which sums up effective gas
 * prices of receipts: tips from the fee caps of the transactions (EIP-1559), burnt fees from the block's gas, and blob fees
 * from the fee history (EIP-4844).
 */
import pMap from "p-map";
import { z } from "zod";
import {
  type ExecutionClient,
  parsed,
  quantity,
  type RpcCall,
  toQuantity,
} from "../../ingest/execution/client.ts";
import type { Figure, Kind, NodeFigures, ReadContext } from "../figure.ts";
import { explainValidator, slotOf, slotsOf } from "./sample.ts";

/** Blocks of a point: with transactions and receipts, each has a megabyte. */
const fullBlocksMax = 2;
/** Blocks without transactions. */
const blocksMax = 32;
const blocksAtOnce = 4;

const transaction = z.object({
  hash: z.string(),
  type: quantity,
  gasPrice: quantity.nullish(),
  maxFeePerGas: quantity.nullish(),
  maxPriorityFeePerGas: quantity.nullish(),
});
const blockOf = <Transaction extends z.ZodType>(transactions: Transaction) =>
  z.object({
    hash: z.string(),
    gasUsed: quantity,
    baseFeePerGas: quantity,
    blobGasUsed: quantity.nullish(),
    transactions: z.array(transactions),
    withdrawals: z
      .array(z.object({ index: quantity, validatorIndex: quantity, address: z.string(), amount: quantity }))
      .nullish(),
  });
const fullBlock = blockOf(transaction);
const plainBlock = blockOf(z.unknown());
const receipts = z.array(z.object({ transactionHash: z.string(), gasUsed: quantity }));
/** Geth omits the blob fees of blocks before Cancun. */
const feeHistory = z.object({ baseFeePerBlobGas: z.array(quantity).nullish() });

type KnownBlock = { slot: number; block_number: number; block_hash: string };

/** The figures of a sample of an epoch's payloads. */
async function ofBlocks(
  { rows }: ReadContext,
  size: number,
  read: (block: KnownBlock) => Promise<Figure[]>,
): Promise<NodeFigures> {
  const blocks = await rows<KnownBlock>("eth/verify_payloads", { size });
  if (blocks.length === 0) return { missing: "the warehouse has no execution block of the epoch" };
  const figures = await pMap(blocks, read, { concurrency: blocksAtOnce });
  return { figures: figures.flat() };
}

const blockCall = ({ block_number }: KnownBlock, isFull: boolean): RpcCall => ({
  method: "eth_getBlockByNumber",
  params: [toQuantity(block_number), isFull],
});

const minOf = (one: bigint, other: bigint) => (one < other ? one : other);

/** EIP-1559: what a transaction pays above the base fee, wei for each gas. */
function tipPerGas(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: z.output<typeof transaction>,
  baseFee: bigint,
): bigint {
  // Transactions without caps (types 0 and 1) pay their whole price.
  const maxFee = maxFeePerGas ?? gasPrice ?? 0n;
  return minOf(maxPriorityFeePerGas ?? maxFee - baseFee, maxFee - baseFee);
}

type Fees = {
  block: z.output<typeof fullBlock>;
  gasOf: ReadonlyMap<string, bigint>;
  blobBaseFee: bigint;
};

function feeFigures(slot: number, { block, gasOf, blobBaseFee }: Fees): Figure[] {
  const { baseFeePerGas: baseFee, gasUsed, transactions } = block;
  const tips = transactions.reduce(
    (sum, one) => sum + tipPerGas(one, baseFee) * (gasOf.get(one.hash) ?? 0n),
    0n,
  );
  const blobFees = (block.blobGasUsed ?? 0n) * blobBaseFee;
  const items = {
    block_hash: block.hash,
    gas_used: gasUsed,
    base_fee_per_gas_wei: baseFee,
    transaction_count: transactions.length,
    tips_wei: tips,
    base_fees_burnt_wei: gasUsed * baseFee,
    blob_fees_burnt_wei: blobFees,
    burnt_wei: gasUsed * baseFee + blobFees,
  };
  return Object.entries(items).map(([item, value]) => ({
    subject: "",
    item: `${item} at slot ${slot}`,
    value: String(value),
  }));
}

const fields: Readonly<Record<string, string>> = {
  burnt_wei: "totalBurntFees",
  gas_used: "totalGasUsed",
  block_hash: "executionBlockHash",
};
const slotRecord = z.record(z.string(), z.unknown());

export function executionFees(client: ExecutionClient): Kind {
  return {
    name: "execution_fees",
    title: "fees of execution blocks",
    source: "eth_getBlockByNumber, eth_getBlockReceipts, eth_feeHistory",
    read: (_epoch, context) =>
      ofBlocks(context, fullBlocksMax, async (known) => {
        const number = toQuantity(known.block_number);
        const calls = [
          blockCall(known, true),
          { method: "eth_getBlockReceipts", params: [number] },
          { method: "eth_feeHistory", params: ["0x1", number, []] },
        ];
        const read = ([block, list, history]: readonly unknown[]) => ({
          block: parsed(fullBlock, "eth_getBlockByNumber", block),
          receipts: parsed(receipts, "eth_getBlockReceipts", list),
          history: parsed(feeHistory, "eth_feeHistory", history),
        });
        const answers = await client.request(calls, read, context.signal);
        const gasOf = new Map(answers.receipts.map((one) => [one.transactionHash, one.gasUsed]));
        // The first entry is the block's, the second one the next block's.
        const blobBaseFee = answers.history.baseFeePerBlobGas?.[0] ?? 0n;
        return feeFigures(known.slot, { block: answers.block, gasOf, blobBaseFee });
      }),
    own: {
      sql: "eth/verify_execution_fees",
      values: (_epoch, figures) => ({ slots: slotsOf(figures) }),
    },
    api: ({ item }) => {
      const field = fields[item.split(" ")[0] ?? ""];
      if (field === undefined) return undefined;
      return {
        path: `/v0/eth/blocks/${slotOf(item)}`,
        pick: (body) => {
          const value = slotRecord.safeParse(body).data?.[field];
          return value === undefined || value === null ? undefined : String(value);
        },
      };
    },
  };
}

/** Withdrawals of the payloads of execution nodes; the warehouse has those of beacon nodes. Amounts are Gwei. */
export function withdrawals(client: ExecutionClient): Kind {
  return {
    name: "withdrawals",
    title: "withdrawals of blocks",
    source: "eth_getBlockByNumber",
    read: (_epoch, context) =>
      ofBlocks(context, blocksMax, async (known) => {
        const read = ([block]: readonly unknown[]) => parsed(plainBlock, "eth_getBlockByNumber", block);
        const block = await client.request([blockCall(known, false)], read, context.signal);
        const list = block.withdrawals ?? [];
        const count = { subject: "", item: `withdrawals at slot ${known.slot}`, value: String(list.length) };
        return [
          count,
          ...list.map(({ index, validatorIndex, address, amount }) => ({
            subject: String(validatorIndex),
            item: `withdrawal ${index} at slot ${known.slot}`,
            value: `${amount} gwei to ${address.toLowerCase()}`,
          })),
        ];
      }),
    own: {
      sql: "eth/verify_withdrawals",
      values: (_epoch, figures) => ({ slots: slotsOf(figures) }),
    },
    explain: explainValidator("withdrawal"),
  };
}
