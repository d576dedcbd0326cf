/** SSZ blocks into the JSON form of block.ts. The types are loaded on first use: most test runs never need them. */
import { errorMessage, SourceError } from "../../lib/errors.ts";
import { type Fork, forks } from "../../schemas/eth/events.ts";
import { type BlockJson, blockJson } from "./block.ts";

/** The used part of a container type of @chainsafe/ssz. */
type BlockType = {
  deserialize(bytes: Uint8Array): {
    message: { body: { executionPayload?: { transactions: Uint8Array[] } } };
  };
  toJson(value: unknown): unknown;
};

let types: Promise<Partial<Record<Fork, BlockType>>> | undefined;

async function loadTypes(): Promise<Partial<Record<Fork, BlockType>>> {
  const { ssz } = await import("@lodestar/types");
  const byFork: Partial<Record<Fork, BlockType>> = {};
  for (const fork of forks) {
    const family = (ssz as unknown as Record<string, { SignedBeaconBlock: BlockType } | undefined>)[fork];
    if (family !== undefined) byFork[fork] = family.SignedBeaconBlock;
  }
  return byFork;
}

const firstByte = (transaction: Uint8Array) => `0x${Buffer.from(transaction.subarray(0, 1)).toString("hex")}`;

/**
 * Reads a signed block of the mainnet preset.
 * @throws SourceError `bad_ssz` if the bytes are not a block of that fork.
 */
export async function deserializeBlock(version: string, bytes: Uint8Array): Promise<BlockJson> {
  types ??= loadTypes();
  const type = (await types)[version as Fork];
  if (type === undefined) throw new SourceError(`no SSZ type for fork "${version}"`, { code: "bad_ssz" });
  try {
    const signed = type.deserialize(bytes);
    // Only the first byte of transactions is needed; their hex would be most of the text.
    const payload = signed.message.body.executionPayload;
    const transactions = (payload?.transactions ?? []).map(firstByte);
    if (payload !== undefined) payload.transactions = [];
    const json = type.toJson(signed) as { message: { body: { execution_payload?: object } } };
    if (json.message.body.execution_payload !== undefined) {
      json.message.body.execution_payload = {
        ...json.message.body.execution_payload,
        transactions,
      };
    }
    return blockJson.parse(json.message);
  } catch (error) {
    throw new SourceError(`not an SSZ block of ${version}: ${errorMessage(error).slice(0, 300)}`, {
      code: "bad_ssz",
      cause: error,
    });
  }
}
