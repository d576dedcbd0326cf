/** Recorded nodes, and recordings that are played back, for tests. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Decompress } from "fzstd";
import { afterEach, beforeEach } from "vitest";
import type { NodeSetting } from "../../lib/config.ts";
import { createLogger } from "../../lib/logger.ts";
import { httpRequest } from "../node/http.ts";
import { countsOf, type RecordingDescription } from "./format.ts";
import { openRecordedNodes, type RecordedNodes } from "./nodes.ts";
import { startRecordingProxy } from "./proxy.ts";
import { openRecordingWriter } from "./writer.ts";

const log = createLogger("silent");

type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;
export type Asked = { path?: string; body?: string; headers?: Record<string, string> };
export type Got = { status: number; headers: Record<string, unknown>; bytes: Buffer };

export function description(changes: Partial<RecordingDescription> = {}): RecordingDescription {
  const range = { unit: "block", from: 1, to: 9 };
  const node = {
    chain: "celestia",
    label: "",
    network: "celestia",
    primaries: 1,
    secondaries: 0,
    tertiaries: 0,
  } as const;
  return { version: 1, ...node, ...range, ...changes };
}

/** All of them, in the order of their kinds. */
export const addressesOf = ({ urls, secondaryUrls, tertiaryUrls }: NodeSetting) => [
  ...urls,
  ...secondaryUrls,
  ...tertiaryUrls,
];

export async function ask(url: string, { path: asked = "/", body, headers = {} }: Asked = {}): Promise<Got> {
  const answer = await httpRequest({
    url: url + asked,
    method: body === undefined ? "GET" : "POST",
    headers,
    ...(body === undefined ? {} : { body }),
    headersTimeoutMs: 5_000,
    idleTimeoutMs: 5_000,
    bodyBytesMax: 1_000_000_000,
  });
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
}

export function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

/** A folder for one test's recordings, and helpers for it; everything opened is closed after the test. */
export function useRecordings() {
  /** Where `recording` writes. */
  const place = { folder: "", path: "" };
  const closers: (() => Promise<void>)[] = [];
  beforeEach(() => {
    place.folder = mkdtempSync(join(tmpdir(), "recording-"));
    place.path = join(place.folder, "file.ndjson.zst");
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    rmSync(place.folder, { recursive: true, force: true });
  });

  /** A node of one handler. */
  async function startNode(handle: Handler): Promise<string> {
    const server = createServer(async (request, response) => handle(request, await text(request), response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Records the requests to nodes meanwhile. */
  async function recording<Value>(
    urls: readonly string[],
    use: (urls: string[]) => Promise<Value>,
    options: {
      changes?: Partial<RecordingDescription>;
      isFinished?: boolean;
      secondaryUrls?: string[];
      tertiaryUrls?: string[];
    } = {},
  ): Promise<Value> {
    const { secondaryUrls = [], tertiaryUrls = [], isFinished = true } = options;
    const node: NodeSetting = { chain: "celestia", label: "", urls: [...urls], secondaryUrls, tertiaryUrls };
    const wanted = description({ ...countsOf(node), ...options.changes });
    const opened = await openRecordingWriter(place.path, wanted);
    if (opened === undefined) throw new Error("complete already");
    const proxy = await startRecordingProxy(node, { ...opened, log });
    try {
      return await use(addressesOf(proxy.node));
    } finally {
      await proxy.idle();
      await proxy.close();
      if (isFinished) await opened.writer.finish();
      await opened.writer.close();
      await opened.existing?.close();
    }
  }

  async function replaying(paths = [place.path]): Promise<RecordedNodes & { url: string }> {
    const recorded = await openRecordedNodes(paths, { log });
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= recorded.close();
      return closing;
    };
    closers.push(close);
    return { ...recorded, close, url: recorded.nodes[0]?.urls[0] ?? "" };
  }

  /** The file's content from an independent decoder. */
  function exchanges(): Record<string, unknown>[] {
    const parts: Buffer[] = [];
    new Decompress((part) => parts.push(Buffer.from(part))).push(readFileSync(place.path), true);
    const lines = Buffer.concat(parts).toString("utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => "path" in line);
  }

  return { place, startNode, recording, replaying, exchanges };
}
