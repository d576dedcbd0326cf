/** Blocks of slots, as bytes while nodes offer them. */
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Depth } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { type DecodedBlock, decodeBlock, decodeHeader } from "../decode/block.ts";
import { scanBlock } from "../decode/scan.ts";
import { isUnsupported } from "./errors.ts";
import { readResult, rpcCall } from "./rpc.ts";

/** Version 1 transactions are live: with 0 most blocks would be an error. */
const maxSupportedTransactionVersion = 1;

/** How transactions are requested; undefined: not at all. */
type Encoding = "base64" | "json" | undefined;

/** @throws SourceError `not_yet` if the node doesn't have the block yet */
function readBlock(
  slot: number,
  { status, bytes }: { status: number; bytes: Buffer },
  encoding: Encoding,
): DecodedBlock {
  const scanned = encoding === "base64" ? scanBlock(slot, bytes) : undefined;
  if (scanned !== undefined) return scanned;
  const raw = readResult("getBlock", status, bytes.toString("utf8"));
  if (raw === null) throw new SourceError(`getBlock ${slot}: not there yet`, { code: "not_yet" });
  return encoding === undefined ? decodeHeader(slot, raw) : decodeBlock(slot, raw);
}

export type ReadBlock = (slot: number, depth: Depth, signal?: AbortSignal) => Promise<DecodedBlock>;

/**
 * Reads the block of a slot. At depth `rewards` its transactions are not requested; at depth `votes` they are missing if every
 * node that has the block lacks one of them.
 * @throws SourceError `skipped` if the node has none there, `pruned` if it no longer keeps it
 */
export function createBlockReader(nodes: Pick<NodeSet, "call">, log: Logger): ReadBlock {
  /** Bytes, until a node reports that it doesn't offer them. */
  let fullEncoding: "base64" | "json" = "base64";

  return async function block(slot, depth, signal) {
    const encoding = depth === "votes" ? fullEncoding : undefined;
    let partial: DecodedBlock | undefined;
    const parameters = {
      commitment: "finalized",
      ...(encoding === undefined ? { transactionDetails: "none" } : { encoding, transactionDetails: "full" }),
      rewards: true,
      maxSupportedTransactionVersion,
    };
    try {
      return await nodes.call(
        rpcCall("getBlock", [slot, parameters], {
          signal,
          read: async (response) => {
            const bytes = await response.bytes();
            const decoded = readBlock(slot, { status: response.status, bytes }, encoding);
            if (decoded.lack === undefined) return decoded;
            partial = decoded;
            throw new SourceError(`getBlock ${slot}: the block lacks ${decoded.lack}`, {
              code: "incomplete",
              retryable: false,
            });
          },
        }),
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (partial !== undefined && isErrorOfKind(error, "source")) {
        log.warn(
          { slot, lack: partial.lack, reason: error.message },
          "no node has the full block; its counts, fees and votes are unknown",
        );
        return partial;
      }
      if (encoding !== "base64" || !isUnsupported(error)) throw error;
      fullEncoding = "json";
      return await block(slot, depth, signal);
    }
  };
}
