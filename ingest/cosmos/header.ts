import type { comet38 } from "@cosmjs/tendermint-rpc";

/** A header with the hash of its block, upper-case hex. */
export type BlockHeader = { height: number; hash: string; parentHash: string; chainId: string; time: Date };

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
