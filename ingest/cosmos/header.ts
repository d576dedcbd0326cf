import { type comet38, fromRfc3339WithNanoseconds } from "@cosmjs/tendermint-rpc";
import { z } from "zod";

/** A header with the hash of its block, upper-case hex. */
export type BlockHeader = {
  height: number;
  hash: string;
  parentHash: string;
  chainId: string;
  time: Date;
  /** Number of the block's transactions, if the node reports it. */
  transactionCount?: number;
};

function toHex(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "" : Buffer.from(bytes).toString("hex").toUpperCase();
}

export function toHeader(hash: Uint8Array, header: comet38.Header): BlockHeader {
  return {
    height: header.height,
    hash: toHex(hash),
    parentHash: toHex(header.lastBlockId?.hash),
    chainId: header.chainId,
    time: new Date(header.time.getTime()),
  };
}

const hex = z
  .string()
  .regex(/^(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text.toUpperCase());
const meta = z.object({
  num_txs: z.coerce.number().int().min(1).optional().catch(undefined),
  block_id: z.object({ hash: hex }),
  header: z.object({
    chain_id: z.string().min(1),
    height: z.string().regex(/^\d{1,15}$/),
    time: z.string(),
    last_block_id: z.object({ hash: hex }),
  }),
});

/**
 * Headers from a raw answer to `blockchain`: Comet38Client decodes a dozen more hashes of each, which are not needed.
 * @throws Error if it can't be read
 */
export const headersAnswer = z.object({ block_metas: z.array(meta) }).transform(({ block_metas }) =>
  block_metas.map(
    ({ block_id, header, num_txs }): BlockHeader => ({
      ...(num_txs === undefined ? {} : { transactionCount: num_txs }),
      height: Number(header.height),
      hash: block_id.hash,
      parentHash: header.last_block_id.hash,
      chainId: header.chain_id,
      time: new Date(fromRfc3339WithNanoseconds(header.time).getTime()),
    }),
  ),
);
