/** The listener with nodes that lie, lag, lack data and break. */
import { StargateClient } from "@cosmjs/stargate";
import { Comet38Client } from "@cosmjs/tendermint-rpc";
import { afterEach, describe, expect, it } from "vitest";
import { type CosmosHistory, createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { type StubNode, type StubSettings, startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { decimalText } from "../fixtures/cosmos/view.ts";
import type { StubFault } from "../fixtures/stubServer.ts";
import { blocksOfDay } from "../ingest/cosmos/range.ts";
import { checkCosmosNode } from "../ingest/cosmos/session.ts";
import { confirmBlock, publishUnit } from "../ingest/listener/continuity.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import type { Bus, BusMessage } from "../lib/bus/bus.ts";
import { isErrorOfKind } from "../lib/errors.ts";
import { cosmosChainOf } from "../schemas/cosmos/chains.ts";
import { backfillCosmos, cosmosOptions, log, openCosmos } from "./support/cosmos.ts";
import { expectedRewards, readRewards, sorted } from "./support/cosmosTruth.ts";
import { thinned } from "./support/nightCases.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const celestia = cosmosChainOf("celestia");
const history: CosmosHistory = createCosmosHistory({
  chain: celestia,
  seed: 9,
  chainId: "celestia",
  blocks: 40,
  validators: 4,
  secondsPerBlock: 5_000,
});
const stubs: StubNode[] = [];
const { signal } = new AbortController();

async function stub(changes: Partial<StubSettings> = {}, view = history): Promise<StubNode> {
  const node = await startCosmosStub(view, changes);
  stubs.push(node);
  return node;
}
afterEach(async () => {
  for (const node of stubs.splice(0)) await node.close();
});

/** Rewards after a backfill of everything. */
async function rewardsThrough(urls: readonly string[]) {
  const { store, close } = await openTemporaryStore({ family: "cosmos" });
  try {
    await backfillCosmos(celestia, store, cosmosOptions(urls), { from: 1, to: history.head });
    return sorted(await readRewards(store));
  } finally {
    await close();
  }
}

describe("the stub", () => {
  it("is read by Comet38Client", async () => {
    const node = await stub();
    const client = await Comet38Client.connect(node.url);
    expect((await client.status()).nodeInfo.network).toBe("celestia");
    expect((await client.block(5)).block.header.height).toBe(5);
    const results = await client.blockResults(5);
    const reward = results.finalizeBlockEvents.find(({ type }) => type === "rewards");
    expect(reward?.attributes.map(({ key }) => key)).toEqual(["amount", "validator", "mode"]);
    expect((await client.blockchain(3, 9)).blockMetas).toHaveLength(7);
    expect((await client.validatorsAll(5)).total).toBe(3);
    client.disconnect();
  });

  it("is read by stargate", async () => {
    const node = await stub();
    const client = await StargateClient.create(await Comet38Client.connect(node.url));
    expect(await client.getChainId()).toBe("celestia");
    expect(await client.getHeight()).toBe(history.head);
    client.disconnect();
  });

  it("answers as a gateway", async () => {
    const node = await stub();
    const validator = history.state(7)?.validators[0];
    const path = `/cosmos/distribution/v1beta1/validators/${validator?.validator}/outstanding_rewards`;
    const response = await fetch(node.url + path, { headers: { "x-cosmos-block-height": "7" } });
    const body = (await response.json()) as { rewards: { rewards: { amount: string }[] } };
    expect(body.rewards.rewards[0]?.amount).toBe(decimalText(validator?.outstanding ?? 0n));
  });
});

describe("trouble during a backfill", () => {
  it.each(thinned<StubFault>(["429", "truncated", "500", "disconnect", "garbage", "null result"], 2))(
    "on %s another node is used",
    async (fault) => {
      const broken = await stub({
        faults: new Map(
          ["blockchain", "block_results", "abci_query"].map((method) => [method, [fault, fault, fault]]),
        ),
      });
      const good = await stub();
      expect(await rewardsThrough([broken.url, good.url])).toEqual(sorted(expectedRewards(history)));
    },
  );

  it("blocks are requested from a node without `blockchain`", async () => {
    const node = await stub({ hasBlockchain: false });
    expect(await rewardsThrough([node.url])).toEqual(sorted(expectedRewards(history)));
    expect(node.requests.some((request) => request.startsWith("block 40"))).toBe(true);
  });

  it("a pruned node is passed over for an archive", async () => {
    const pruned = await stub({ prunedBelow: 20 });
    const archive = await stub();
    expect(await rewardsThrough([pruned.url, archive.url])).toEqual(sorted(expectedRewards(history)));
  });

  it("a pruned node alone reports the first height that it can serve", async () => {
    const node = await stub({ prunedBelow: 20 });
    await expect(rewardsThrough([node.url])).rejects.toThrow(/pruned.*(20|archive)/s);
  });

  it("a node that has dropped only the state reports that", async () => {
    const node = await stub({ statePrunedBelow: 39 });
    await expect(rewardsThrough([node.url])).rejects.toThrow(/pruned/);
  });

  it("a node that serves no stores leaves the residual of rewards unknown, and that of commission known", async () => {
    const node = await stub({ servesStores: false });
    const { store, close } = await openTemporaryStore({ family: "cosmos" });
    try {
      const options = cosmosOptions([node.url], { restUrls: [node.url] });
      await backfillCosmos(celestia, store, options, { from: 1, to: history.head });
      const rows = await store.rows<Record<string, boolean>>(
        `select toBool(countIf(reward_residual is not null) > 0) as rewards, toBool(countIf(commission_residual is not null) > 0) as commissions
        from fct_cosmos_validator_reward_daily final`,
      );
      expect(rows).toEqual([{ rewards: false, commissions: true }]);
      expect(sorted(await readRewards(store))).toEqual(sorted(expectedRewards(history)));
    } finally {
      await close();
    }
  });

  it("a node of another chain is refused", async () => {
    const other = await stub({ chainId: "bbn-1" });
    await expect(openCosmos(celestia, cosmosOptions([other.url]))).rejects.toMatchObject({
      code: "other_chain",
    });
    const testnet = await stub({ chainId: "mocha-4" });
    const good = await stub();
    expect(await rewardsThrough([good.url, testnet.url])).toEqual(sorted(expectedRewards(history)));
  });

  it("a node that is catching up, or whose head is old, is no node to follow", async () => {
    const lagging = await stub({ isCatchingUp: true });
    await expect(openCosmos(celestia, cosmosOptions([lagging.url]))).rejects.toMatchObject({
      code: "syncing",
    });
    const stale = await stub();
    const options = cosmosOptions([stale.url], { maxHeadAgeS: 60 });
    const session = await openCosmos(celestia, options);
    await expect(session.status(signal, "follow")).rejects.toMatchObject({ code: "stale" });
    await expect(session.status(signal, "backfill")).resolves.toMatchObject({ head: history.head });
  });
});

describe("ranges", () => {
  it("are heights or dates, both inclusive", async () => {
    const node = await stub();
    const { client } = (await openCosmos(celestia, cosmosOptions([node.url]))).info;
    const second = history.days[1];
    expect(await blocksOfDay(client, second?.day ?? "")).toEqual({
      from: second?.fromBlock,
      to: second?.toBlock,
    });
    await expect(blocksOfDay(client, "2031-01-01")).rejects.toThrow(/no block of 2031-01-01 yet/);
    const pruned = await stub({ prunedBelow: 36 });
    const late = (await openCosmos(celestia, cosmosOptions([pruned.url]))).info.client;
    await expect(blocksOfDay(late, second?.day ?? "")).rejects.toThrow(/pruned: its first block is 36/);
  });

  it("after the head name the last block", async () => {
    const node = await stub();
    const { store, close } = await openTemporaryStore({ family: "cosmos" });
    const run = backfillCosmos(celestia, store, cosmosOptions([node.url]), { from: 1, to: 41 });
    await expect(run).rejects.toThrow("use --to 40");
    await close();
  });
});

describe("following", () => {
  /** Follows until `height` is published. */
  async function follow(node: StubNode, cursors: ReturnType<typeof createMemoryCursorStore>, height: number) {
    const published: BusMessage[] = [];
    const bus = {
      publish: async (batch: readonly BusMessage[]) => void published.push(...batch),
    } as unknown as Bus;
    const session = await openCosmos(celestia, cosmosOptions([node.url], { startHeight: 5 }));
    const stopper = new AbortController();
    await followChain(
      celestia,
      session,
      { bus, cursors, log, retryBaseMs: 1 },
      {
        signal: stopper.signal,
        onPublished: (last) => {
          if (last >= height) stopper.abort();
        },
      },
    );
    return published;
  }

  it("stays a block below the head, goes on from its cursor, and stops on another fork", async () => {
    const node = await stub({ head: 20 });
    const cursors = createMemoryCursorStore();
    const first = await follow(node, cursors, 19);
    expect((await cursors.read("celestia/celestia"))?.height).toBe(19);
    expect(first.some(({ headers }) => headers?.type === "state")).toBe(true);
    node.settings.head = 30;
    const second = await follow(node, cursors, 29);
    const heights = second.flatMap(({ value, headers }) =>
      headers?.type === "blocks"
        ? (JSON.parse(value.toString()) as { blocks: { height: number }[] }).blocks.map(
            ({ height }) => height,
          )
        : [],
    );
    expect(heights).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    node.settings.forkedFrom = 29;
    node.settings.head = 40;
    await expect(follow(node, cursors, 39)).rejects.toMatchObject({ code: "cursor_mismatch" });
  });
});

describe("another chain at the same address", () => {
  const typesOf = (batch: readonly BusMessage[]) => batch.map(({ headers }) => headers?.type ?? "");

  async function collect({ unit, confirm }: Awaited<ReturnType<typeof prepared>>, onSend = () => {}) {
    const types: string[] = [];
    const send = async (batch: readonly BusMessage[]) => {
      types.push(...typesOf(batch));
      onSend();
    };
    const isDone = await publishUnit(unit, { send, signal, confirm }).then(
      () => true,
      (error: unknown) => isErrorOfKind(error, "source") && error.code,
    );
    return { isDone, types };
  }

  async function prepared() {
    const node = await stub();
    const session = await openCosmos(celestia, cosmosOptions([node.url]));
    const run = session.openRun({ from: 1, to: 40, kind: "backfill" }, undefined);
    const unit = await run.prepare(1, signal, 40);
    const confirm = () => confirmBlock(session, unit.last ?? { position: 0, root: "" }, signal);
    return { node, unit, confirm };
  }

  it("publishes nothing of a unit that was read from both", async () => {
    const read = await prepared();
    read.node.settings.forkedFrom = 40;
    expect(await collect(read)).toEqual({ isDone: "inconsistent", types: [] });
    read.node.settings.forkedFrom = Number.POSITIVE_INFINITY;
    const { isDone, types } = await collect(read);
    expect([isDone, new Set(types)]).toEqual([true, new Set(["blocks", "state"])]);
  });

  it("is noticed before a state of it is published", async () => {
    const read = await prepared();
    const fork = () => {
      read.node.settings.forkedFrom = 40;
    };
    const { isDone, types } = await collect(read, fork);
    expect([isDone, new Set(types)]).toEqual(["inconsistent", new Set(["blocks"])]);
  });
});

describe("doctor", () => {
  it("says what a node keeps, and that nothing is cross-checked without REST", async () => {
    const node = await stub({ prunedBelow: 12 });
    const options = cosmosOptions([node.url]);
    expect(await checkCosmosNode(celestia, options, { log, signal })).toMatch(
      /^celestia, blocks 12 to 40 \(pruned\); no CELESTIA_REST_URLS: .*residual/,
    );
    const both = await checkCosmosNode(celestia, { ...options, restUrls: [node.url] }, { log, signal });
    expect(both).toContain("cross-checked through REST");
    await expect(checkCosmosNode(cosmosChainOf("babylon"), options, { log, signal })).rejects.toMatchObject({
      code: "other_chain",
    });
  });
});
