import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { secretTexts, startEchoNode } from "../../test/support/echoNode.ts";
import { addressesOf, call, type Got, json, type TestRequest, useRecordings } from "./testRecording.ts";

const { place, startNode, recording, replaying, exchanges } = useRecordings();

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
    const passed = await recording([node], ([url = ""]) => call(url, { path: "/a?b=c" }));
    const { url } = await replaying();
    const replayed = await call(url, { path: "/a?b=c" });
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
    expect(readFileSync(place.path, "latin1")).not.toContain(node);
  });

  it("of bytes is base64", async () => {
    const bytes = randomBytes(100_001);
    const node = await startNode((_, __, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.end(bytes);
    });
    const passed = await recording([node], ([url = ""]) => call(url));
    const { url } = await replaying();
    expect(passed.bytes.equals(bytes)).toBe(true);
    expect((await call(url)).bytes.equals(bytes)).toBe(true);
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
      await call(url, { path: "/large" }),
      await call(url, { path: "/small" }),
    ]);
    const { url } = await replaying();
    expect(passed?.bytes.equals(bytes)).toBe(true);
    expect((await call(url, { path: "/large" })).bytes.equals(bytes)).toBe(true);
    expect(exchanges()).toHaveLength(2);
  });

  it("without a body", async () => {
    const node = await startNode((_, __, response) => {
      response.writeHead(200);
      response.end();
    });
    await recording([node], ([url = ""]) => call(url));
    const { url } = await replaying();
    expect(await call(url)).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  });
});

describe("a request", () => {
  it("is identified by node, path, body and height", async () => {
    const nodes = await Promise.all(
      ["one", "two", "gateway", "relay"].map((name) =>
        startNode((request, body, response) =>
          json(response, 200, [name, request.url, body, request.headers["x-cosmos-block-height"]]),
        ),
      ),
    );
    const [one = "", two = "", gateway = "", relay = ""] = nodes;
    const requests: [number, TestRequest][] = [
      [0, { path: "/a" }],
      [0, { path: "/a", body: '{"ids":["1"]}' }],
      [0, { path: "/a", body: '{"ids":["2"]}' }],
      [1, { path: "/a" }],
      [2, { path: "/a", headers: { "x-cosmos-block-height": "7" } }],
      [2, { path: "/a", headers: { "x-cosmos-block-height": "8" } }],
      [3, { path: "/a" }],
    ];
    const callAll = (urls: readonly string[]) =>
      Promise.all(requests.map(([node, request]) => call(urls[node] ?? "", request)));
    const others = { rest: [gateway], relay: [relay] };
    const passed = await recording([one, two], callAll, { others });
    const { nodes: replayed } = await replaying();
    const again = await callAll(replayed.flatMap(addressesOf));
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
      await call(url, rpc(1, "5"));
      await call(url, rpc(2, "6"));
    });
    const { url } = await replaying();
    expect((await call(url, rpc(3, "5"))).bytes.toString()).toBe('{"height":"5"}');
    expect((await call(url, rpc(4, "6"))).bytes.toString()).toBe('{"height":"6"}');
  });

  it("that was sent to another node of the kind gets its answer", async () => {
    const nodes = await Promise.all(
      [0, 1].map((name) => startNode((_, __, response) => json(response, 200, name))),
    );
    await recording(nodes, async (urls) => call(urls[1] ?? "", { path: "/a" }));
    const { url } = await replaying();
    expect((await call(url, { path: "/a" })).bytes.toString()).toBe("1");
  });

  it("that was not recorded is answered with neither 404 nor a status that is retried", async () => {
    const node = await startNode((_, __, response) => json(response, 200, 1));
    await recording([node], ([url = ""]) => call(url, { path: "/a" }));
    const { url } = await replaying();
    const { status, bytes } = await call(url, { path: "/b", body: "[1]" });
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
      for (const _ of answers) got.push(await call(url));
      return got;
    });
  }
  const replayed = async () => JSON.parse((await call((await replaying()).url)).bytes.toString()) as unknown;

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
  it("is truncated for the listener too, and not recorded", async () => {
    const node = await startNode((_, __, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"half":', () => response.destroy());
    });
    await recording([node], async ([url = ""]) => {
      await expect(call(url)).rejects.toMatchObject({ code: "truncated" });
    });
    expect(exchanges()).toEqual([]);
  });

  it("of a node that is down says which one", async () => {
    const got = await recording(["http://127.0.0.1:1"], ([url = ""]) => call(url));
    expect(got.status).toBe(502);
    expect(got.bytes.toString()).toContain("127.0.0.1:1 can't be reached");
  });
});

it("nothing that is recorded holds a key of the node's address", async () => {
  for (const fault of ["401", "404", "302", "html", "error", "text"] as const) {
    const node = await startEchoNode(() => fault);
    const got = await recording([node.url()], ([url = ""]) => call(url, { path: "/a?b=c" }));
    await node.close();
    expect(node.requests).toEqual(["/v3/SECRETKEY/a?b=c&apikey=SECRETQUERY"]);
    expect(got.bytes.length).toBeGreaterThan(0);
    const [exchange] = exchanges();
    expect(exchange).toMatchObject({ path: "/a?b=c", status: got.status });
    for (const secret of secretTexts) expect(JSON.stringify(exchange)).not.toContain(secret);
    rmSync(place.path);
  }
});
