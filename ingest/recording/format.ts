/**
 * A recording's file: JSON lines in zstd frames, readable with `zstd -dc file | jq`. The first line describes the recording,
 * each further one is an exchange with a node, and the last one marks the recording as complete.
 *
 * Lines are grouped in blocks. A block begins with a skippable frame, which decoders ignore: an index of its lines, so that
 * files of many gigabytes are read at random without decompressing the rest. Its other frames follow: one with several
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { NodeRole, NodeSetting } from "../../lib/nodeVariables.ts";

/** First of the sixteen that the zstd format sets apart for skippable frames. */
const skippableMagic = 0x184d2a50;
export const blockHeadBytes = 8;
/** A longer index is invalid. */
const indexBytesMax = 67_108_864;

const version = 1;

export const recordingDescription = z.object({
  version: z.literal(version).default(version),
  chain: z.string(),
  /** The node setting's label; "" is the chain's main network. */
  label: z.string(),
  network: z.string(),
  unit: z.string(),
  /** Heights, inclusive. */
  from: z.number().int(),
  to: z.number().int(),
  /** Number of nodes by their kind. */
  primaries: z.number().int(),
  secondaries: z.number().int(),
  /** Older recordings have none. */
  tertiaries: z.number().int().default(0),
});
/** The content of a file: the answers that a backfill of this range requests. */
export type RecordingDescription = z.infer<typeof recordingDescription>;

const blockIndex = z.object({
  /** Length of each frame after the index. */
  frames: z.array(z.number().int().nonnegative()),
  /** Key of each line, its offset in the decompressed frames, the answer's status. */
  lines: z.array(z.tuple([z.string(), z.number().int(), z.number().int()])),
});
export type BlockIndex = z.infer<typeof blockIndex>;

/** Keys of lines that are not exchanges. */
export const descriptionKey = "recording";
export const endKey = "end";

/** An exchange without the answer's body, which follows as `body` (text) or `body_base64`, always last. */
export type ExchangeHead = {
  /** When the answer began to arrive, ISO 8601. */
  at: string;
  /** Kind and position of the node. Its address may hold keys, so it isn't written. */
  node: string;
  method: string;
  /** Includes the query. */
  path: string;
  request_headers: Record<string, string>;
  request_body?: string;
  status: number;
  headers: Record<string, string>;
};

/** The description's fields for the number of addresses of a role. */
export const countFields = {
  primary: "primaries",
  secondary: "secondaries",
  tertiary: "tertiaries",
} as const satisfies Record<NodeRole, keyof RecordingDescription>;
export type NodeCounts = Pick<RecordingDescription, (typeof countFields)[NodeRole]>;

/** The number of a node setting's addresses, by kind. */
export const countsOf = ({ urls, secondaryUrls, tertiaryUrls }: NodeSetting): NodeCounts => ({
  primaries: urls.length,
  secondaries: secondaryUrls.length,
  tertiaries: tertiaryUrls.length,
});

export function nodeId(kind: NodeRole, position: number): string {
  return `${kind}/${position}`;
}

type HeadersLike = Record<string, string | string[] | undefined>;

function pick(headers: HeadersLike, isWanted: (name: string) => boolean): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && isWanted(name)) picked[name] = String(value);
  return picked;
}

/** Headers of a request that change its answer. */
export function requestHeaders(headers: HeadersLike): Record<string, string> {
  return pick(headers, (name) => name === "accept" || name === "x-cosmos-block-height");
}

/** Headers of an answer that describe its body. */
export function answerHeaders(headers: HeadersLike): Record<string, string> {
  return pick(headers, (name) => name === "content-type" || /^(eth-|grpc-metadata-)/.test(name));
}

/** JSON-RPC ids change with every request, so they are dropped. */
function withoutId(body: string): string {
  if (!body.startsWith("{") || !body.includes('"jsonrpc"')) return body;
  try {
    return JSON.stringify({ ...(JSON.parse(body) as object), id: undefined });
  } catch {
    return body;
  }
}

/** The same key for equal requests to the same node. */
export function requestKey(
  request: Pick<ExchangeHead, "node" | "method" | "path" | "request_headers"> & { request_body?: string },
): string {
  const { node, method, path, request_headers: headers, request_body: body = "" } = request;
  const parts = [node, method, path, headers.accept ?? "", headers["x-cosmos-block-height"] ?? ""];
  return createHash("sha256")
    .update([...parts, withoutId(body)].join("\n"))
    .digest("base64url")
    .slice(0, 22);
}

/** The skippable frame at the start of a block. */
export function encodeIndex(index: BlockIndex): Buffer {
  const payload = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(blockHeadBytes);
  head.writeUInt32LE(skippableMagic, 0);
  head.writeUInt32LE(payload.length, 4);
  return Buffer.concat([head, payload]);
}

/** Length of the index after its header; undefined if these bytes don't begin a block. */
export function indexBytes(head: Buffer): number | undefined {
  if (head.length < blockHeadBytes || head.readUInt32LE(0) !== skippableMagic) return undefined;
  const bytes = head.readUInt32LE(4);
  return bytes <= indexBytesMax ? bytes : undefined;
}

/** undefined for bytes that are not an index. */
export function decodeIndex(payload: Buffer): BlockIndex | undefined {
  try {
    return blockIndex.safeParse(JSON.parse(payload.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
