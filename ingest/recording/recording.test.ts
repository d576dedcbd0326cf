import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Decompress } from "fzstd";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NodeSetting } from "../../lib/config.ts";
import { createLogger } from "../../lib/logger.ts";
import { httpRequest } from "../node/http.ts";
import type { RecordingDescription } from "./format.ts";
import { openRecordedNodes, type RecordedNodes } from "./nodes.ts";
import { startRecordingProxy } from "./proxy.ts";
import { openRecordingWriter } from "./writer.ts";

const log = createLogger("silent");
type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

let folder: string;
let path: string;
const closers: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "recording-"));
  path = join(folder, "file.ndjson.zst");
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

function description(changes: Partial<RecordingDescription> = {}): RecordingDescription {
  const range = { unit: "block", from: 1, to: 9 };
  const node = { chain: "celestia", label: "", network: "celestia", primaries: 1, secondaries: 0 } as const;
  return { version: 1, ...node, ...range, ...changes };
}

/** A node of one handler. */
async function startNode(handle: Handler): Promise<string> {
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => handle(request, Buffer.concat(pieces).toString("utf8"), response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Asked = { path?: string; body?: string; headers?: Record<string, string> };
type Got = { status: number; headers: Record<string, unknown>; bytes: Buffer };

async function ask(url: string, { path: asked = "/", body, headers = {} }: Asked = {}): Promise<Got> {
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

/** Records what is asked of nodes meanwhile. */
async function recording<Value>(
  urls: readonly string[],
  use: (urls: string[]) => Promise<Value>,
  options: { changes?: Partial<RecordingDescription>; isFinished?: boolean; secondaryUrls?: string[] } = {},
): Promise<Value> {
  const { secondaryUrls = [], isFinished = true } = options;
  const counts = { primaries: urls.length, secondaries: secondaryUrls.length };
  const opened = await openRecordingWriter(path, description({ ...counts, ...options.changes }));
  if (opened === undefined) throw new Error("complete already");
  const node: NodeSetting = { chain: "celestia", label: "", urls: [...urls], secondaryUrls };
  const proxy = await startRecordingProxy(node, { ...opened, log });
  try {
    return await use([...proxy.node.urls, ...proxy.node.secondaryUrls]);
  } finally {
    await proxy.idle();
    await proxy.close();
    if (isFinished) await opened.writer.finish();
    await opened.writer.close();
    await opened.existing?.close();
  }
}

async function replaying(paths = [path]): Promise<RecordedNodes & { url: string }> {
  const recorded = await openRecordedNodes(paths, { log });
  closers.push(recorded.close);
  return { ...recorded, url: recorded.nodes[0]?.urls[0] ?? "" };
}

/** What is in the file for an independent decoder. */
function decodedLines(): Record<string, unknown>[] {
  const parts: Buffer[] = [];
  new Decompress((part) => parts.push(Buffer.from(part))).push(readFileSync(path), true);
  const lines = Buffer.concat(parts).toString("utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
const exchanges = () => decodedLines().filter((line) => "path" in line);

function json(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

describe("an answer", () => {
  it("of JSON is text with the headers that matter, gzipped or not", async () => {
    const text = JSON.stringify({ text: 'ü "quoted" \\ \n 🙂', number: 1 });
    const node = await startNode((_, __, response) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-encoding": "gzip",
        "eth-consensus-version": "electra",
        "set-cookie": "session=secret",
      });
      response.end(gzipSync(text));
    });
    const passed = await recording([node], ([url = ""]) => ask(url, { path: "/a?b=c" }));
    const { url } = await replaying();
    const replayed = await ask(url, { path: "/a?b=c" });
    for (const got of [passed, replayed]) {
      expect(got.status).toBe(200);
      expect(got.bytes.toString("utf8")).toBe(text);
      expect(got.headers).toMatchObject({
        "content-type": "application/json",
        "eth-consensus-version": "electra",
      });
      expect(got.headers).not.toHaveProperty("set-cookie");
    }
    expect(exchanges()).toMatchObject([{ node: "primary/0", method: "GET", path: "/a?b=c", body: text }]);
    expect(readFileSync(path, "latin1")).not.toContain(node);
  });

  it("of bytes is base64", async () => {
    const bytes = randomBytes(100_001);
    const node = await startNode((_, __, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.end(bytes);
    });
    const passed = await recording([node], ([url = ""]) => ask(url));
    const { url } = await replaying();
    expect(passed.bytes.equals(bytes)).toBe(true);
    expect((await ask(url)).bytes.equals(bytes)).toBe(true);
    expect(exchanges()[0]?.body_base64).toBe(bytes.toString("base64"));
  });

  it.each(["application/json", "application/octet-stream"])("of many megabytes of %s", async (type) => {
    // Letters of two, three and four bytes, so that pieces end inside of them.
    const bytes = Buffer.from(`"${'äöü€🙂"\\'.repeat(400_000)}`);
    const node = await startNode((_, __, response) => {
      response.writeHead(200, { "content-type": type });
      response.end(bytes);
    });
    const [passed] = await recording([node], async ([url = ""]) => [
      await ask(url, { path: "/large" }),
      await ask(url, { path: "/small" }),
    ]);
    const { url } = await replaying();
    expect(passed?.bytes.equals(bytes)).toBe(true);
    expect((await ask(url, { path: "/large" })).bytes.equals(bytes)).toBe(true);
    expect(exchanges()).toHaveLength(2);
  });

  it("without a body", async () => {
    const node = await startNode((_, __, response) => {
      response.writeHead(200);
      response.end();
    });
    await recording([node], ([url = ""]) => ask(url));
    const { url } = await replaying();
    expect(await ask(url)).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  });
});

describe("a request", () => {
  it("is told apart by node, path, body and height", async () => {
    const nodes = await Promise.all(
      ["one", "two", "gateway"].map((name) =>
        startNode((request, body, response) =>
          json(response, 200, [name, request.url, body, request.headers["x-cosmos-block-height"]]),
        ),
      ),
    );
    const [one = "", two = "", gateway = ""] = nodes;
    const requests: [number, Asked][] = [
      [0, { path: "/a" }],
      [0, { path: "/a", body: '{"ids":["1"]}' }],
      [0, { path: "/a", body: '{"ids":["2"]}' }],
      [1, { path: "/a" }],
      [2, { path: "/a", headers: { "x-cosmos-block-height": "7" } }],
      [2, { path: "/a", headers: { "x-cosmos-block-height": "8" } }],
    ];
    const askAll = (urls: readonly string[]) =>
      Promise.all(requests.map(([node, request]) => ask(urls[node] ?? "", request)));
    const passed = await recording([one, two], askAll, { secondaryUrls: [gateway] });
    const { nodes: replayed } = await replaying();
    const again = await askAll([...(replayed[0]?.urls ?? []), ...(replayed[0]?.secondaryUrls ?? [])]);
    const texts = (got: readonly Got[]) => got.map(({ bytes }) => bytes.toString("utf8"));
    expect(texts(again)).toEqual(texts(passed));
    expect(new Set(texts(again)).size).toBe(requests.length);
  });

  it("of JSON-RPC is the same with another number", async () => {
    const node = await startNode((_, body, response) =>
      json(response, 200, (JSON.parse(body) as { params: unknown }).params),
    );
    const rpc = (id: number, height: string) => ({
      body: JSON.stringify({ jsonrpc: "2.0", id, method: "block", params: { height } }),
    });
    await recording([node], async ([url = ""]) => {
      await ask(url, rpc(1, "5"));
      await ask(url, rpc(2, "6"));
    });
    const { url } = await replaying();
    expect((await ask(url, rpc(3, "5"))).bytes.toString()).toBe('{"height":"5"}');
    expect((await ask(url, rpc(4, "6"))).bytes.toString()).toBe('{"height":"6"}');
  });

  it("that was asked of another node of the kind gets its answer", async () => {
    const nodes = await Promise.all(
      [0, 1].map((name) => startNode((_, __, response) => json(response, 200, name))),
    );
    await recording(nodes, async (urls) => ask(urls[1] ?? "", { path: "/a" }));
    const { url } = await replaying();
    expect((await ask(url, { path: "/a" })).bytes.toString()).toBe("1");
  });

  it("that was not recorded is answered with neither 404 nor a status that is tried again", async () => {
    const node = await startNode((_, __, response) => json(response, 200, 1));
    await recording([node], ([url = ""]) => ask(url, { path: "/a" }));
    const { url } = await replaying();
    const { status, bytes } = await ask(url, { path: "/b", body: "[1]" });
    expect(status).toBe(421);
    expect(JSON.parse(bytes.toString())).toEqual({
      code: 421,
      message: "POST /b [1] was not recorded of celestia//celestia",
    });
  });
});

describe("of several answers", () => {
  /** Answers in this order. */
  async function recordInTurn(answers: readonly [number, unknown][]): Promise<Got[]> {
    const left = [...answers];
    const node = await startNode((_, __, response) => {
      const [status, value] = left.shift() ?? [200, "no more"];
      json(response, status, value, { "retry-after": "7" });
    });
    return await recording([node], async ([url = ""]) => {
      const got: Got[] = [];
      for (const _ of answers) got.push(await ask(url));
      return got;
    });
  }
  const replayed = async () => JSON.parse((await ask((await replaying()).url)).bytes.toString()) as unknown;

  it("the last is played back", async () => {
    await recordInTurn([
      [200, "first"],
      [200, "second"],
    ]);
    expect(await replayed()).toBe("second");
  });

  it("a refusal is played back only when there is nothing better", async () => {
    await recordInTurn([
      [404, "refused"],
      [200, "answer"],
      [400, "refused again"],
    ]);
    expect(await replayed()).toBe("answer");
  });

  it("trouble of the moment is passed on and not recorded", async () => {
    const got = await recordInTurn([
      [429, "slow down"],
      [503, "busy"],
      [502, "bad gateway"],
      [200, "answer"],
    ]);
    expect(got.map(({ status }) => status)).toEqual([429, 503, 502, 200]);
    expect(got[0]?.headers).toMatchObject({ "retry-after": "7" });
    expect(exchanges().map(({ status }) => status)).toEqual([200]);
  });

  it("what an application says with 500 and 501 is recorded", async () => {
    await recordInTurn([[500, { error: { message: "height 1 is not available, lowest height is 3" } }]]);
    expect(await replayed()).toEqual({ error: { message: "height 1 is not available, lowest height is 3" } });
  });
});

describe("a broken answer", () => {
  it("breaks off at the listener too and isn't recorded", async () => {
    const node = await startNode((_, __, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"half":', () => response.destroy());
    });
    const asked = recording([node], async ([url = ""]) => {
      await expect(ask(url)).rejects.toMatchObject({ code: "truncated" });
    });
    await asked;
    expect(exchanges()).toEqual([]);
  });

  it("of a node that is down says which one", async () => {
    const got = await recording(["http://127.0.0.1:1"], ([url = ""]) => ask(url));
    expect(got.status).toBe(502);
    expect(got.bytes.toString()).toContain("http://127.0.0.1:1 can't be reached");
  });
});

describe("an interrupted recording", () => {
  const count = 3_000;
  let asked: string[];
  let node: string;
  beforeEach(async () => {
    asked = [];
    node = await startNode((request, __, response) => {
      asked.push(request.url ?? "");
      json(response, 200, { url: request.url, filling: "x".repeat(200) });
    });
  });
  const askRange = async (url: string, to: number) => {
    for (let i = 0; i < to; i += 1) await ask(url, { path: `/${i}` });
  };

  it("whose last block was cut is read up to there, continued, and complete then", async () => {
    await recording([node], ([url = ""]) => askRange(url, count), { isFinished: false });
    truncateSync(path, statSync(path).size - 5);
    const { recordings, url, close } = await replaying();
    expect(recordings).toMatchObject([{ isComplete: false }]);
    expect((await ask(url, { path: "/0" })).status).toBe(200);
    expect((await ask(url, { path: `/${count - 1}` })).status).toBe(421);
    await close();
    closers.pop();

    asked.length = 0;
    await recording([node], async ([url = ""]) => {
      await askRange(url, count);
      // Asked again, the node answers.
      await ask(url, { path: "/0" });
    });
    expect(asked.length).toBeLessThan(count);
    expect(asked).toContain(`/${count - 1}`);
    expect(asked.at(-1)).toBe("/0");
    const lines = exchanges();
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines.map((line) => line.path)).size).toBe(count);
    expect((await replaying()).recordings).toMatchObject([{ isComplete: true }]);
  });

  it("that ended before its first line begins anew", async () => {
    await recording([node], ([url = ""]) => askRange(url, 1), { isFinished: false });
    truncateSync(path, 20);
    await expect(replaying()).rejects.toThrow("its recording never began");
    await recording([node], ([url = ""]) => askRange(url, 1));
    expect(exchanges()).toHaveLength(1);
  });

  it("is damaged from where zeros begin", async () => {
    await recording([node], ([url = ""]) => askRange(url, 2), { isFinished: false });
    appendFileSync(path, Buffer.alloc(100_000));
    const { url } = await replaying();
    expect((await ask(url, { path: "/1" })).status).toBe(200);
  });

  it("of another range, network or number of nodes is refused and left alone", async () => {
    await recording([node], ([url = ""]) => askRange(url, 1), { isFinished: false });
    const size = statSync(path).size;
    for (const changes of [{ to: 10 }, { network: "mocha-4" }, { secondaries: 1 }]) {
      await expect(openRecordingWriter(path, description(changes))).rejects.toMatchObject({
        code: "other_recording",
      });
    }
    expect(statSync(path).size).toBe(size);
  });
});

describe("several files", () => {
  it("of one network are one node setting, whose head is that of the last range", async () => {
    const paths = [join(folder, "2.zst"), join(folder, "1.zst")];
    for (const [i, file] of paths.entries()) {
      path = file;
      const node = await startNode((request, __, response) => json(response, 200, [i, request.url]));
      const ranges = [
        { from: 10, to: 19 },
        { from: 1, to: 9 },
      ];
      const askBoth = async ([url = ""]: string[]) => {
        await ask(url, { path: "/head" });
        await ask(url, { path: `/${i}` });
      };
      await recording([node], askBoth, { changes: ranges[i] ?? {} });
    }
    const { nodes, recordings, url } = await replaying(paths);
    expect(nodes).toHaveLength(1);
    expect(recordings.map(({ description: { from } }) => from)).toEqual([1, 10]);
    expect((await ask(url, { path: "/head" })).bytes.toString()).toBe('[0,"/head"]');
    expect((await ask(url, { path: "/0" })).bytes.toString()).toBe('[0,"/0"]');
    expect((await ask(url, { path: "/1" })).bytes.toString()).toBe('[1,"/1"]');
  });

  it("of several networks are as many node settings", async () => {
    const paths = ["celestia", "mocha-4"].map((network) => join(folder, network));
    for (const file of paths) {
      path = file;
      const network = file.slice(folder.length + 1);
      const node = await startNode((_, __, response) => json(response, 200, network));
      await recording([node], ([url = ""]) => ask(url), { changes: { network } });
    }
    const { nodes } = await replaying(paths);
    const answers = await Promise.all(nodes.map(({ urls: [url = ""] }) => ask(url)));
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['"celestia"', '"mocha-4"']);
  });
});

describe("a file", () => {
  it("that is missing or something else is refused", async () => {
    await expect(replaying()).rejects.toMatchObject({ kind: "config" });
    writeFileSync(path, "{}\n".repeat(100));
    await expect(replaying()).rejects.toMatchObject({ code: "no_recording" });
    await expect(openRecordingWriter(path, description())).rejects.toMatchObject({ code: "no_recording" });
    expect(readFileSync(path, "utf8")).toBe("{}\n".repeat(100));
  });
});
