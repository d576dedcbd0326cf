import { setMaxListeners } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createBeaconClient } from "./api/client.ts";
import { checkStillThere, type EpochBlocks, fetchEpochBlocks } from "./blocks.ts";
import { blockOf, rootOf, type TestNode } from "./testNode.ts";
import { createTestNodes } from "./testNodes.ts";

const { start, close } = createTestNodes();
afterEach(close);
const never = new AbortController().signal;
setMaxListeners(0, never);

const clientOf = (...from: TestNode[]) =>
  createBeaconClient({
    urls: from.map((node) => node.url),
    requestsPerSecond: 10_000,
    maxHeadAgeS: 0,
    log: createLogger("silent"),
    nodeOptions: { rounds: 2, restBaseMs: 2, restMaxMs: 4 },
  });

async function read(epoch: number, ...from: TestNode[]) {
  const client = clientOf(...from);
  const chain = await client.chain();
  const finalized = await client.finalized("head");
  return fetchEpochBlocks({ client, chain, finalized }, epoch, never);
}

describe("blocks of an epoch", () => {
  it.each([
    [[], [4, 5, 6, 7], 3],
    [[6], [4, 5, 7], 3],
    [[3, 4], [5, 6, 7], 2],
    [[7, 8, 9], [4, 5, 6], 3],
    [[4, 5, 6, 7], [], 3],
    [[4, 5, 6, 7, 8, 9, 10, 11], [], 3],
  ])("missed %j: canonical %j after %i", async (missed, canonical, parent) => {
    const blocks = await read(1, await start({ missed: new Set(missed) }));
    expect(blocks.canonical.map((block) => block.slot)).toEqual(canonical);
    expect(blocks.canonical.map((block) => block.root)).toEqual(canonical.map((slot) => rootOf(slot)));
    expect(blocks.parentBlockRoot).toBe(rootOf(parent));
  });

  it("ends at the finalized checkpoint when nothing came after", async () => {
    const missed = new Set([6, 7, 8, 9, 10, 11, 12]);
    const blocks = await read(1, await start({ missed, finalizedEpoch: 3, headSlot: 12 }));
    expect(blocks.canonical.map((block) => block.slot)).toEqual([4, 5]);
  });

  it.each([[4], [6], [7]])(
    "a 404 for slot %i that isn't missed is seen through with another node",
    async (slot) => {
      const [hiding, honest] = [await start(), await start()];
      const bySlot = [`/eth/v1/beacon/headers/${slot}`, `/eth/v2/beacon/blocks/${slot}`];
      const byRoot = [`/eth/v1/beacon/headers/${rootOf(slot)}`, `/eth/v2/beacon/blocks/${rootOf(slot)}`];
      hiding.intercept = (path) => ([...bySlot, ...byRoot].includes(path) ? { status: 404 } : undefined);
      const blocks = await read(1, hiding, honest);
      expect(blocks.canonical.map((block) => block.slot)).toEqual([4, 5, 6, 7]);
      expect(blocks.parentBlockRoot).toBe(rootOf(3));
      await expect(read(1, hiding)).rejects.toMatchObject({
        code: "pruned",
        message: expect.stringContaining("pruned; needs an archive node"),
      });
    },
  );

  it.each([
    ["the block", /^\/eth\/v2\/beacon\/blocks\/6$/],
    ["the header", /^\/eth\/v1\/beacon\/headers\/6$/],
  ])("a missed slot of which %s is answered with an error of the database is missed", async (_, pattern) => {
    const node = await start({ missed: new Set([6]) });
    const body = '{"code":500,"message":"Could not get block from block ID: could not find block"}';
    node.intercept = (path) => (pattern.test(path) ? { status: 500, body } : undefined);
    expect((await read(1, node)).canonical.map(({ slot }) => slot)).toEqual([4, 5, 7]);
  });

  it("a block that a node calls orphaned in the answer to its slot is an orphan", async () => {
    const node = await start({ missed: new Set([6]) });
    const orphan = `0x${"ee".repeat(32)}`;
    const message = { slot: "6", proposer_index: "1", parent_root: rootOf(5), state_root: rootOf(0) };
    const data = { root: orphan, canonical: false, header: { message } };
    node.intercept = (path) => {
      if (path === "/eth/v1/beacon/headers/6") return { body: JSON.stringify({ data }) };
      return path === "/eth/v1/beacon/headers?slot=6" ? { body: '{"data":null}' } : undefined;
    };
    const blocks = await read(1, node);
    expect(blocks.canonical.map(({ slot }) => slot)).toEqual([4, 5, 7]);
    expect(blocks.orphans).toMatchObject([{ slot: 6, root: orphan, parentRoot: rootOf(5) }]);
  });

  const headerOf = (slot: number, parent: number, branch = 0) => ({
    data: {
      root: rootOf(slot, branch),
      header: {
        message: {
          ...{ slot: String(slot), proposer_index: "1", state_root: rootOf(0) },
          parent_root: rootOf(parent),
        },
      },
    },
  });
  const chainOf = (blocks: EpochBlocks) => blocks.canonical.map(({ root }) => root);

  it("a block that its header calls canonical is an orphan where no later block builds on it", async () => {
    const node = await start({ missed: new Set([6]) });
    const stray = headerOf(6, 5, 0xee);
    const strayBlock = { ...blockOf(node.chain, 6), proposer_index: "1", parent_root: rootOf(5) };
    node.intercept = (path) => {
      if (path === "/eth/v1/beacon/headers/6") return { body: JSON.stringify(stray) };
      if (path === "/eth/v2/beacon/blocks/6")
        return { body: JSON.stringify({ version: "electra", data: { message: strayBlock } }) };
      return undefined;
    };
    const blocks = await read(1, node);
    expect(chainOf(blocks)).toEqual([4, 5, 7].map((slot) => rootOf(slot)));
    expect(blocks.orphans).toMatchObject([{ slot: 6, root: rootOf(6, 0xee), canonical: false }]);
  });

  it.each([
    ["much later", 5],
    ["soon", 3],
  ])(
    "a stray that is answered for the first slot after the epoch proves nothing, finalized %s",
    async (_, finalizedEpoch) => {
      const node = await start({ finalizedEpoch });
      // It grew out of slot 5, so that slots 6 and 7 would be orphans.
      const stray = JSON.stringify(headerOf(8, 5, 0xee));
      node.intercept = (path) => (path === "/eth/v1/beacon/headers/8" ? { body: stray } : undefined);
      const blocks = await read(1, node);
      expect(chainOf(blocks)).toEqual([4, 5, 6, 7].map((slot) => rootOf(slot)));
      expect(blocks.orphans).toEqual([]);
    },
  );

  it("links that a node has dropped prove nothing", async () => {
    const node = await start({ finalizedEpoch: 3 });
    const stray = JSON.stringify(headerOf(8, 5, 0xee));
    node.intercept = (path) => {
      if (path === "/eth/v1/beacon/headers/8") return { body: stray };
      return path === `/eth/v1/beacon/headers/${rootOf(9)}` ? { status: 404 } : undefined;
    };
    await expect(read(1, node)).rejects.toMatchObject({ code: "pruned" });
  });

  it("orphans that a node remembers are reported", async () => {
    const node = await start({ missed: new Set([6]) });
    node.intercept = (path) =>
      path === "/eth/v1/beacon/headers?slot=6"
        ? {
            body: JSON.stringify({
              data: [
                {
                  root: rootOf(6, 1),
                  canonical: false,
                  header: {
                    message: {
                      slot: "6",
                      proposer_index: "10",
                      parent_root: rootOf(5),
                      state_root: rootOf(0),
                    },
                  },
                },
              ],
            }),
          }
        : undefined;
    expect((await read(1, node)).orphans).toEqual([
      { root: rootOf(6, 1), canonical: false, slot: 6, proposerIndex: 10, parentRoot: rootOf(5) },
    ]);
  });

  describe("Gloas", () => {
    const hash = (slot: number) => `0x${slot.toString(16).padStart(64, "e")}`;

    /** Serves blocks with bids, and all payloads except the lacking ones. */
    async function startGloas(
      builtOn: Record<number, number>,
      lacking: readonly number[],
      chain: Parameters<typeof start>[0] = {},
    ): Promise<TestNode> {
      const node = await start(chain);
      node.chain.spec = { ...node.chain.spec, FULU_FORK_EPOCH: "0", GLOAS_FORK_EPOCH: "0" };
      node.intercept = (path) => {
        const [, kind, id] = /(blocks|execution_payload_envelopes)\/(\w+)$/.exec(path) ?? [];
        if (kind === undefined || id === undefined) return undefined;
        const slot = id.startsWith("0x") ? Number.parseInt(id.slice(4), 16) - 1 : Number(id);
        if (kind === "blocks") {
          const message = blockOf(node.chain, slot) as { body: Record<string, unknown> };
          const bid = { parent_block_hash: hash(builtOn[slot] ?? slot - 1), block_hash: hash(slot) };
          const { execution_payload: _, execution_requests: __, ...body } = message.body;
          const gloas = { ...message, body: { ...body, signed_execution_payload_bid: { message: bid } } };
          return { body: JSON.stringify({ version: "gloas", data: { message: gloas } }) };
        }
        if (lacking.includes(slot)) return { status: 404 };
        const payload = {
          block_number: "1",
          block_hash: hash(slot),
          fee_recipient: "0x00",
          transactions: [],
        };
        return { body: JSON.stringify({ data: { message: { payload } } }) };
      };
      return node;
    }

    const payloads = (blocks: EpochBlocks) =>
      blocks.canonical.map((block) => [block.slot, block.envelope?.payload.block_hash]);

    it("a payload counts when it was revealed and the next block built on it", async () => {
      // Slot 5's payload was never revealed, slot 6's came too late: the chain went on from slot 4's.
      const node = await startGloas({ 4: 3, 5: 4, 6: 4, 7: 4, 8: 7 }, [5]);
      expect(payloads(await read(1, node))).toEqual([
        [4, hash(4)],
        [5, undefined],
        [6, undefined],
        [7, hash(7)],
      ]);
    });

    it("a 404 for a payload that the next block builds on proves nothing: another node is requested", async () => {
      const pruned = await startGloas({}, [5, 7]);
      await expect(read(1, pruned)).rejects.toMatchObject({ code: "pruned" });
      const archive = await startGloas({}, []);
      expect(payloads(await read(1, pruned, archive))).toEqual(
        [4, 5, 6, 7].map((slot) => [slot, hash(slot)]),
      );
    });

    it("the finalized block's payload counts by the first block after it, when the epochs before are empty", async () => {
      const missed = new Set([8, 9, 10, 11, 12]);
      const late = await startGloas({ 13: 6 }, [7], { missed, finalizedEpoch: 3 });
      expect(payloads(await read(1, late)).at(-1)).toEqual([7, undefined]);
      const built = await startGloas({ 13: 7 }, [7], { missed, finalizedEpoch: 3 });
      await expect(read(1, built)).rejects.toMatchObject({ code: "pruned" });
    });
  });
});

describe("the last block, requested once more", () => {
  const block = { slot: 7, root: rootOf(7) };

  it("is there", async () => {
    await expect(checkStillThere(clientOf(await start()), block, never)).resolves.toBeUndefined();
  });

  it("is there when the node hides its slot and knows its root", async () => {
    const node = await start();
    node.intercept = (path) => (path === "/eth/v1/beacon/headers/7" ? { status: 404 } : undefined);
    await expect(checkStillThere(clientOf(node), block, never)).resolves.toBeUndefined();
  });

  it("of a chain that has another one there is gone", async () => {
    const other = { slot: 7, root: rootOf(7, 1) };
    await expect(checkStillThere(clientOf(await start()), other, never)).rejects.toMatchObject({
      code: "inconsistent",
    });
  });

  it("of a chain that has none there is gone", async () => {
    const node = await start({ missed: new Set([7]) });
    node.intercept = (path) =>
      path === `/eth/v1/beacon/headers/${block.root}` ? { status: 404 } : undefined;
    await expect(checkStillThere(clientOf(node), block, never)).rejects.toMatchObject({
      code: "inconsistent",
    });
  });
});
