/** The deployment on a generated history of Solana. The node is in this process. */
import { setTimeout as delay } from "node:timers/promises";
import { type StubNode, startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import { solanaTopics } from "../../schemas/solana/events.ts";
import { lastBlock } from "../support/solanaMessages.ts";
import { type ChainOfCluster, type Cluster, openCluster, publishedHeight } from "./deployment.ts";
import { highestHead, type SolanaReference } from "./solanaHistory.ts";

const solana: ChainOfCluster = {
  listener: "solana/mainnet",
  workerGroup: "validator-analytics-solana",
  topics: Object.values(solanaTopics).map(({ name }) => name),
  strictField: "network",
  // The chain's clock isn't ours, and loopback needs no rate cap.
  environment: {
    SOLANA_NETWORK_NAME: "mainnet",
    SOLANA_BLOCKS: "votes",
    SOLANA_MAX_HEAD_AGE_S: "0",
    SOLANA_REQUESTS_PER_SECOND: "100000",
  },
};

const lookEveryMs = 100;

export type SolanaDeployment = Cluster & {
  reference: SolanaReference;
  node: StubNode;
  /** The chain advances by so many slots, as soon as its epochs allow it. */
  advance(slots: number): void;
  /** It advances by itself, so many slots a second. */
  play(slotsPerSecond: number): void;
  /** It advances to its end. */
  finish(): void;
};

/** Moves the node's head to where it is wanted; an epoch waits for the state of the one before to be read. */
function createClock({ history, start, published: end }: SolanaReference, node: StubNode) {
  let wanted = start;
  let published = -1;
  let slotsPerSecond = 0;
  /** The head but for slots that have no block. */
  let reached = start;
  const move = setInterval(() => {
    wanted = Math.min(end, wanted + (slotsPerSecond * lookEveryMs) / 1000);
    reached = Math.min(Math.floor(wanted), highestHead(history, reached, published));
    node.settings.head = lastBlock(history, reached);
  }, lookEveryMs);
  return {
    /** Follows the published height until it is stopped. While the warehouse is away, the last height counts. */
    watch: async (cluster: Pick<Cluster, "store" | "chain">, signal: AbortSignal) => {
      while (!signal.aborted) {
        published = await publishedHeight(cluster).catch(() => published);
        await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
      }
    },
    advance: (slots: number) => {
      wanted = Math.min(end, wanted + slots);
    },
    play: (speed: number) => {
      slotsPerSecond = speed;
    },
    finish: () => {
      wanted = end;
    },
    stop: () => clearInterval(move),
  };
}

export async function openSolanaDeployment(reference: SolanaReference): Promise<SolanaDeployment> {
  const { history, start } = reference;
  const node = await startSolanaStub(history, { head: start });
  const environment = { SOLANA_RPC_URLS: node.url, SOLANA_START_SLOT: String(history.first) };
  const cluster = await openCluster({ chain: solana, environment }).catch(async (error: unknown) => {
    await node.close();
    throw error;
  });
  const clock = createClock(reference, node);
  const stopper = new AbortController();
  const watching = clock.watch(cluster, stopper.signal);
  const { advance, play, finish } = clock;
  return {
    ...cluster,
    reference,
    node,
    advance,
    play,
    finish,
    close: async () => {
      clock.stop();
      stopper.abort();
      await watching;
      await cluster.close();
      await node.close();
    },
  };
}
