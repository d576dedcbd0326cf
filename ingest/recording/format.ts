/**
 * The file of a recording: JSON lines in zstd frames, readable with `zstd -dc file | jq`. The first line describes
 * the recording, each further one is an exchange with a node, and the last one says that nothing is missing.
 *
 * Lines are grouped in blocks. A block begins with a skippable frame, which decoders ignore: an index of its lines, so
 * that files of many gigabytes are read at random without decompressing other lines. Its frames follow: one with several
 * small lines, or several with the parts of a large one.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { NodeSetting } from "../../lib/nodeVariables.ts";

/** First of the sixteen that the zstd format sets apart for skippable frames. */
const skippableMagic = 0x184d2a50;
export const blockHeadBytes = 8;
/** A larger frame is not an index. */
const indexBytesMax = 67_108_864;

const version = 1;

export const recordingDescription = z.object({
  version: z.literal(version).default(version),
  chain: z.string(),
  /** Of the node setting; "" is the chain's main one. */
  label: z.string(),
  network: z.string(),
  unit: z.string(),
  /** Heights, inclusive. */
  from: z.number().int(),
  to: z.number().int(),
  /** Addresses that were recorded, by role. */
  primaries: z.number().int(),
  secondaries: z.number().int(),
  /** Older recordings have none. */
  tertiaries: z.number().int().default(0),
});
/** The contents of a file: the answers that a backfill of this range needs. */
export type RecordingDescription = z.infer<typeof recordingDescription>;

const blockIndex = z.object({
  /** Bytes of each frame after the index. */
  frames: z.array(z.number().int().nonnegative()),
  /** Key of each line, its offset in the decompressed frames, the answer's status. */
  lines: z.array(z.tuple([z.string(), z.number().int(), z.number().int()])),
});
export type BlockIndex = z.infer<typeof blockIndex>;

/** Keys of the lines that are no exchange. */
export const descriptionKey = "recording";
export const endKey = "end";

/** An exchange without the answer's body, which follows as `body` (text) or `body_base64`, always last. */
export type ExchangeHead = {
  /** When the answer had begun to arrive, ISO 8601. */
  at: string;
  /** Role and position of the address. Addresses themselves may hold keys, so they aren't written. */
  node: string;
  method: string;
  /** With the query. */
  path: string;
  request_headers: Record<string, string>;
  request_body?: string;
  status: number;
  headers: Record<string, string>;
};

/** Files name a chain's kinds of nodes by their order in its settings. Here: where a description counts the addresses. */
export const countFields = {
  primary: "primaries",
  secondary: "secondaries",
  tertiary: "tertiaries",
} as const satisfies Record<string, keyof RecordingDescription>;
export type NodeRole = keyof typeof countFields;
export type NodeCounts = Pick<RecordingDescription, (typeof countFields)[NodeRole]>;

const roles: readonly NodeRole[] = ["primary", "secondary", "tertiary"];

/** The role of each of a chain's kinds, which are in the order of its settings. */
export function rolesOf(kinds: readonly string[]): { kind: string; role: NodeRole }[] {
  return kinds.map((kind, place) => {
    const role = roles[place];
    if (role === undefined) throw new RangeError(`files have no role for ${kind} nodes`);
    return { kind, role };
  });
}

/** How many addresses a node setting has, by role. */
export function countsOf({ urls }: NodeSetting, kinds: readonly string[]): NodeCounts {
  const counts: NodeCounts = { primaries: 0, secondaries: 0, tertiaries: 0 };
  for (const { kind, role } of rolesOf(kinds)) counts[countFields[role]] = urls[kind]?.length ?? 0;
  return counts;
}

export function nodeId(role: NodeRole, position: number): string {
  return `${role}/${position}`;
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

/** JSON-RPC requests are numbered anew each time. */
function withoutId(body: string): string {
  if (!body.startsWith("{") || !body.includes('"jsonrpc"')) return body;
  try {
    return JSON.stringify({ ...(JSON.parse(body) as object), id: undefined });
  } catch {
    return body;
  }
}

/** Equal for equal requests to the same node. */
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

/** The skippable frame before a block. */
export function encodeIndex(index: BlockIndex): Buffer {
  const payload = Buffer.from(JSON.stringify(index));
  const head = Buffer.alloc(blockHeadBytes);
  head.writeUInt32LE(skippableMagic, 0);
  head.writeUInt32LE(payload.length, 4);
  return Buffer.concat([head, payload]);
}

/** Bytes of the index after its head; undefined when these bytes don't begin a block. */
export function indexBytes(head: Buffer): number | undefined {
  if (head.length < blockHeadBytes || head.readUInt32LE(0) !== skippableMagic) return undefined;
  const bytes = head.readUInt32LE(4);
  return bytes <= indexBytesMax ? bytes : undefined;
}

/** undefined when the payload isn't an index. */
export function decodeIndex(payload: Buffer): BlockIndex | undefined {
  try {
    return blockIndex.safeParse(JSON.parse(payload.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
