/** The listener with nodes of Polygon that lie, lag, lack data and break. */
import { Contract, JsonRpcProvider, recoverAddress, Signature } from "ethers";
import { afterEach, describe, expect, it } from "vitest";
import { startHeimdall } from "../fixtures/polygon/heimdall.ts";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { type PolygonStub, startPolygonStub, startRootNode } from "../fixtures/polygon/stubNodes.ts";
import type { StubFault } from "../fixtures/stubServer.ts";
import { backfillChain } from "../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { readStatus } from "../ingest/listener/session.ts";
import { decodeSubmission } from "../ingest/polygon/calldata.ts";
import { gapsIn } from "../ingest/polygon/publishHistory.ts";
import { checkpointsOfDay } from "../ingest/polygon/range.ts";
import { checkBorNode, checkPolygonNode, type PolygonOptions } from "../ingest/polygon/session.ts";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { polygonMessage } from "../schemas/polygon/events.ts";
import { thinned } from "./support/nightCases.ts";
import { createListeningBus, publishedBy } from "./support/pipeline.ts";
import { chain, log, openPolygon, polygonOptions } from "./support/polygon.ts";

const history = createPolygonHistory({ seed: 9, checkpoints: 12 });
const all = { from: 3, to: 12 };
/** A backfill reads the checkpoint before its range, too. */
const firstRead = 2;
const { signal } = new AbortController();
const open: { close(): Promise<void> }[] = [];

async function keep<Node extends { close(): Promise<void> }>(starting: Promise<Node>): Promise<Node> {
  const node = await starting;
  open.push(node);
  return node;
}
afterEach(async () => {
  for (const node of open.splice(0)) await node.close();
});
const stub = (changes: Parameters<typeof startPolygonStub>[1] = {}) =>
  keep(startPolygonStub(history, changes));

const parse = (published: readonly BusMessage[]) =>
  published.map(({ value }) => polygonMessage.parse(JSON.parse(value.toString())));
/** States are those of the moment; ranges of blocks depend on the limits of nodes. */
const factsOf = (published: readonly BusMessage[]) =>
  parse(published)
    .flatMap((message): object[] => {
      if (message.type === "events") return [...message.stakes, ...message.shares];
      if (message.type === "turns") return message.checkpoints;
      if (message.type !== "checkpoints") return [];
      return message.checkpoints.map((one) => ({
        ...one,
        signers: one.signers.map((i) => message.signers[i]),
      }));
    })
    .map((fact) => JSON.stringify(fact))
    .sort();

async function said(nodes: PolygonStub, more: Partial<PolygonOptions> = {}, range = all): Promise<string[]> {
  const openSession = () => openPolygon(polygonOptions(nodes, more));
  return factsOf(await publishedBy({ chain, openSession, range }));
}
const expected = (async () => {
  const nodes = await startPolygonStub(history);
  const facts = await said(nodes);
  await nodes.close();
  return facts;
})();

describe("trouble during a backfill", () => {
  const paths = ["/chainmanager", "/checkpoints", "/stake"];
  it.each(thinned<StubFault>(["429", "truncated", "500", "disconnect", "garbage"], 2))(
    "on %s of Heimdall another gateway is used",
    async (fault) => {
      const nodes = await stub();
      const faults = new Map(paths.map((path) => [path, [fault, fault]]));
      const broken = await keep(startHeimdall(history, { faults }));
      expect(await said(nodes, { urls: [broken.url, nodes.heimdall.url] })).toEqual(await expected);
    },
  );

  const rpcFaults = [
    { kind: "status", status: 429, headers: { "retry-after": "0" } },
    { kind: "rpcError", code: -32_005, message: "rate limit exceeded" },
    { kind: "null" },
    { kind: "status", status: 500 },
    { kind: "reset" },
    { kind: "truncated" },
    { kind: "malformed" },
  ] as const;
  it.each(thinned(rpcFaults, 3))("on $kind of an execution node another one is used", async (fault) => {
    const nodes = await stub();
    const rules = [{ ...fault, method: /./, count: 3 }] as never;
    const broken = await keep(startRootNode(history, { faults: { rules } }));
    expect(await said(nodes, { executionUrls: [broken.url, nodes.root.url] })).toEqual(await expected);
  });

  it("slow answers and 429 of the only nodes are waited for", async () => {
    const nodes = await stub();
    nodes.root.settings.faults.rules.push({ kind: "slow", delayMs: 50, method: /getLogs/, count: 2 }, {
      kind: "status",
      status: 429,
      method: /getTransaction/,
      count: 2,
    } as never);
    nodes.heimdall.settings.faults.set("/checkpoints", ["429", "429"]);
    expect(await said(nodes)).toEqual(await expected);
  });

  it("limits of blocks, results and calls lead to the same facts", async () => {
    const nodes = await stub();
    Object.assign(nodes.root.settings.faults, { logBlockLimit: 700, logResultLimit: 12, batchLimit: 3 });
    expect(await said(nodes)).toEqual(await expected);
  });

  it("unknown fields are ignored, and a gateway without a list is queried one by one", async () => {
    expect(await said(await stub({ isExtended: true, hasList: false }))).toEqual(await expected);
  });

  it("facts that Heimdall has pruned are unknown, and a lagging gateway is passed over", async () => {
    const pruned = await said(await stub({ prunedBelow: 6 }));
    expect(pruned.filter((fact) => fact.includes('"heimdall_proposer":null'))).toHaveLength(4);
    const nodes = await stub();
    const lagging = await keep(startHeimdall(history, { lag: 5 }));
    expect(await said(nodes, { urls: [lagging.url, nodes.heimdall.url] })).toEqual(await expected);
  });

  it("nodes of another chain are refused", async () => {
    const nodes = await stub();
    const other = await keep(startRootNode(history, { faults: { isOtherChain: true } }));
    const amoy = await keep(startHeimdall(history, { borChainId: "80002" }));
    expect(await said(nodes, { executionUrls: [nodes.root.url, other.url] })).toEqual(await expected);
    expect(await said(nodes, { urls: [nodes.heimdall.url, amoy.url] })).toEqual(await expected);
    await expect(said(nodes, { executionUrls: [other.url] })).rejects.toThrow(/another chain/);
    const unknown = await keep(startHeimdall(history, { borChainId: "15" }));
    expect((await openPolygon(polygonOptions(nodes, { urls: [unknown.url] }))).network).toBe("bor-15");
  });

  it("pruned logs lead to an error that names the required node", async () => {
    const nodes = await stub();
    nodes.root.settings.faults.historyFromBlock = 10_001_000;
    await expect(said(nodes, { nodeOptions: { rounds: 1 } })).rejects.toThrow(/pruned history/);
  });

  it.each(thinned([3, 1, 5]))(
    "a restart after %i messages goes on, and publishes the same",
    async (count) => {
      const nodes = await stub();
      const cursors = createMemoryCursorStore();
      const stopper = new AbortController();
      const published: BusMessage[] = [];
      const bus = {
        publish: async (batch: readonly BusMessage[]) => {
          published.push(...batch);
          if (published.length >= count) stopper.abort(new Error("killed"));
        },
      } as unknown as Bus;
      const run = async (ended: AbortSignal) => {
        const session = await openPolygon(polygonOptions(nodes));
        await backfillChain(chain, session, { bus, cursors, log, retryBaseMs: 1 }, { ...all, signal: ended });
      };
      await expect(run(stopper.signal)).rejects.toThrow("killed");
      await run(signal);
      expect([...new Set(factsOf(published))]).toEqual(await expected);
    },
  );
});

describe("ranges", () => {
  it("are checkpoints or dates, both inclusive", async () => {
    const { info } = await openPolygon(polygonOptions(await stub()));
    const day = (number: number) =>
      new Date((history.checkpoints[number - 1]?.time ?? 0) * 1000).toISOString().slice(0, 10);
    for (const number of [1, 5, 8, 12]) {
      const own = history.checkpoints.filter((one) => day(one.number) === day(number));
      const range = await checkpointsOfDay(day(number), info.last(), info.timeOf);
      expect(range).toEqual({ from: own[0]?.number, to: own.at(-1)?.number });
    }
    await expect(checkpointsOfDay("2020-01-01", info.last(), info.timeOf)).rejects.toThrow(
      "no checkpoint of 2020-01-01",
    );
    await expect(checkpointsOfDay("2080-01-01", info.last(), info.timeOf)).rejects.toThrow("is 12");
  });

  it("after the last final checkpoint name it", async () => {
    const nodes = await stub();
    await expect(said(nodes, {}, { from: 3, to: 13 })).rejects.toThrow("use --to 12");
    // Its block is there, but not final yet.
    nodes.root.settings.now = (history.checkpoints[11]?.time ?? 0) + 60;
    await expect(said(nodes, {}, { from: 3, to: 12 })).rejects.toThrow("use --to 11");
  });

  it("read the history before them once, without the blocks in the warehouse", async () => {
    const nodes = await stub();
    const before = (history.checkpoints[firstRead - 2]?.block ?? 0) - 5;
    const knownBlocks = async () => [{ from: 0, to: before }];
    const facts = await said(nodes, { knownBlocks });
    // Turns to propose are of Heimdall's blocks.
    const blockOf = (fact: string) => Number(/"block_number":(\d+)/.exec(fact)?.[1]);
    expect(facts).toEqual((await expected).filter((fact) => !(blockOf(fact) <= before)));
    expect(
      gapsIn({ from: 5, to: 20 }, [
        { from: 0, to: 7 },
        { from: 10, to: 12 },
      ]),
    ).toEqual([
      { from: 8, to: 9 },
      { from: 13, to: 20 },
    ]);
  });
});

describe("following", () => {
  it("publishes checkpoints when they are final, goes on from its cursor, and stops on another chain", async () => {
    const nodes = await stub();
    const cursors = createMemoryCursorStore();
    const upTo = async (number: number, from = nodes) => {
      const { bus, published } = createListeningBus();
      const now = (history.checkpoints[number - 1]?.time ?? 0) + 3_600;
      from.root.settings.now = now;
      from.heimdall.settings.now = now;
      const session = await openPolygon(polygonOptions(from, { startCheckpoint: firstRead }));
      const stopper = new AbortController();
      const onPublished = (last: number) => {
        if (last >= number) stopper.abort();
      };
      const deps = { bus, cursors, log, retryBaseMs: 1 };
      await followChain(chain, session, deps, { signal: stopper.signal, onPublished });
      return published;
    };
    const first = await upTo(5);
    const second = await upTo(12);
    expect([...new Set([...factsOf(first), ...factsOf(second)])].sort()).toEqual(await expected);
    expect((await cursors.read("polygon/mainnet"))?.height).toBe(12);
    const other = await keep(startPolygonStub(createPolygonHistory({ seed: 10, checkpoints: 13 })));
    await expect(upTo(12, other)).rejects.toMatchObject({ code: "cursor_mismatch" });
  });

  it("an old head is an error while following only", async () => {
    const session = await openPolygon(polygonOptions(await stub(), { maxHeadAgeS: 60 }));
    await expect(readStatus(session, signal, "follow")).rejects.toMatchObject({ code: "stale" });
    await expect(session.status(signal, "backfill")).resolves.toMatchObject({ final: 12 });
  });
});

it("an unmodified ethers client reads the same from the node", async () => {
  const nodes = await stub();
  nodes.root.settings.faults.logBlockLimit = 1_000_000;
  const provider = new JsonRpcProvider(nodes.root.url, 1n, { staticNetwork: true });
  const abi = [
    "event NewHeaderBlock(address indexed proposer, uint256 indexed headerBlockId, uint256 indexed reward, uint256 start, uint256 end, bytes32 root)",
    "function headerBlocks(uint256) view returns (bytes32 root, uint256 start, uint256 end, uint256 createdAt, address proposer)",
    "function submitCheckpoint(bytes data, uint256[3][] sigs)",
  ];
  const contract = new Contract(history.addresses.rootChain, abi, provider);
  const logs = await contract.queryFilter("NewHeaderBlock", 10_000_000, "latest");
  expect(logs).toHaveLength(12);
  for (const [place, entry] of logs.entries()) {
    const own = history.checkpoints[place];
    const event = contract.interface.parseLog(entry)?.args;
    const { number, reward, start, end } = own ?? {};
    expect(event?.toArray().slice(1, 5)).toEqual([BigInt(number ?? 0) * 10_000n, reward, start, end]);
    const transaction = await provider.getTransaction(entry.transactionHash);
    const decoded = decodeSubmission(transaction?.data ?? "0x");
    // The first one is submitted as checkpoints were in the first year.
    if (place === 0) continue;
    const call = contract.interface.parseTransaction({ data: transaction?.data ?? "0x" });
    const signatures = call?.args.sigs as [bigint, bigint, bigint][];
    expect(decoded.signatures.map(({ rs, parity }) => [Buffer.from(rs).toString("hex"), parity])).toEqual(
      signatures.map(([r, s, v]) => [
        r.toString(16).padStart(64, "0") + s.toString(16).padStart(64, "0"),
        Number(v) - 27,
      ]),
    );
    const [r, s, v] = signatures[0] ?? [0n, 0n, 27n];
    const hex = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;
    const signer = recoverAddress(decoded.voteHash, Signature.from({ r: hex(r), s: hex(s), v }));
    expect(own?.validators.map((one) => one.signer)).toContain(signer.toLowerCase());
  }
  const last = await contract.getFunction("headerBlocks")(120_000n);
  expect(last.createdAt).toBe(BigInt(history.checkpoints[11]?.time ?? 0));
  provider.destroy();
});

it("doctor reports the history that nodes have", async () => {
  const nodes = await stub({ prunedBelow: 2, hasBor: true });
  expect(await checkBorNode(polygonOptions(nodes), { log, signal })).toMatch(
    /^Bor of mainnet, block \d+ was the turn of 0x[0-9a-f]{40}$/,
  );
  expect(await checkPolygonNode(polygonOptions(nodes), { log, signal })).toMatch(
    /^mainnet, checkpoint 12, not all of history; final on the root chain: 12, block \d+$/,
  );
});
