/** Blocks of a generated history, as nodes write them, and decoded. */
import { type BlockOptions, blockAnswer } from "../../fixtures/solana/blockAnswer.ts";
import { toJson } from "../../fixtures/solana/json.ts";
import { createSolanaHistory } from "../../fixtures/solana/model.ts";
import type { StubBlock } from "../../fixtures/solana/view.ts";
import { readResult } from "../../ingest/solana/api/rpc.ts";
import { type DecodedBlock, decodeBlock } from "../../ingest/solana/decode/block.ts";
import { isErrorOfKind } from "../../lib/errors.ts";

export const history = createSolanaHistory({ seed: 6, slots: 160 });
export const blocks = Array.from({ length: 160 }, (_, i) => history.slot(history.first + i)?.block).filter(
  (block): block is StubBlock => block !== undefined,
);
export const blockOptions = {
  transactionDetails: "full",
  rewards: true,
  maxSupportedTransactionVersion: 1,
} as const;

export function bodyOf(block: StubBlock, encoding: BlockOptions["encoding"] & string): Buffer {
  const answer = blockAnswer(block, { ...blockOptions, encoding });
  return Buffer.from(`{"jsonrpc":"2.0","result":${toJson(answer)},"id":1}`);
}

export function parsed(slot: number, bytes: Buffer): DecodedBlock {
  return decodeBlock(slot, readResult("getBlock", 200, bytes.toString("utf8")));
}

/** The decoded answer, or the error. */
export function outcome(read: () => DecodedBlock): DecodedBlock | string {
  try {
    return read();
  } catch (error) {
    if (isErrorOfKind(error, "source")) return "refused";
    throw error;
  }
}
