/**
 * `make demo`: the whole house on a generated chain. A stub beacon node on loopback shows the chain's history and
 * then goes on living, faster than real time; everything behind it is what `start` runs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { validatorIdentity } from "../fixtures/cosmos/addresses.ts";
import { startCosmosDemo } from "../fixtures/cosmos/demo.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { lastBackfillEpoch } from "../ingest/eth/range.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { listenerName } from "../ingest/listener/session.ts";
import { babylonChain } from "../schemas/cosmos/chains.ts";
import { createKey } from "../serve/access/keys.ts";
import { type Context, runVerb } from "./process/context.ts";
import { followAll } from "./process/listeners.ts";
import { untilStopped } from "./process/pipeline.ts";
import { runBackfill } from "./verbs/backfill.ts";
import { openPipeline } from "./verbs/start.ts";

const network = "mainnet";
/** Slots of 7.5 minutes instead of 12 seconds: a day is six epochs, so that a short history has whole days. */
const secondsPerSlot = 450;
const slotsPerEpoch = 32;
const epochsPerDay = 86_400 / (secondsPerSlot * slotsPerEpoch);
/** In March 2026, reckoned from mainnet's genesis. */
const firstDay = 1940;
const firstEpoch = firstDay * epochsPerDay;
const historyEpochs = 2 * epochsPerDay + 4;
const liveEpochs = 225;
const secondsPerEpochShown = 16;
const headEpoch = firstEpoch + historyEpochs;
/** The chain justifies an epoch when it ends and finalizes it one later. */
const lastEpoch = lastBackfillEpoch(headEpoch - 2);

type NodeRequest = { slot: number };
type NodeReply = { url: string; cosmos: Record<"celestia" | "babylon", string> };

/** The stub, in a thread of its own: it ends with the process, however that ends. */
async function runNode(): Promise<void> {
  const chain = generateChain({
    seed: 2026,
    networkName: "demo",
    spec: { SECONDS_PER_SLOT: String(secondsPerSlot) },
    validators: 256,
    // One more before: the first blocks include votes of the epoch before.
    startEpoch: firstEpoch - 1,
    epochs: historyEpochs + liveEpochs,
  });
  const node = await startStubBeaconNode(chain, { slot: headEpoch * slotsPerEpoch });
  parentPort?.on("message", ({ slot }: NodeRequest) => {
    node.setHead(slot);
    node.play((secondsPerSlot * slotsPerEpoch) / secondsPerEpochShown);
  });
  parentPort?.postMessage({ url: node.url, cosmos: await startCosmosDemo() } satisfies NodeReply);
}

type DemoNode = NodeReply & {
  /** The chain goes on, from the given slot if that is later. */
  play(slot: number): void;
};

function startNode({ shutdown }: Context): Promise<DemoNode> {
  // A thread doesn't inherit the loader of TypeScript.
  const script =
    'import("tsx/esm/api").then(({ register }) => { register(); return import(process.argv[2]); })';
  const worker = new Worker(script, { eval: true, argv: [import.meta.url] });
  shutdown.onClose("stub node", async () => void (await worker.terminate()));
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The stub node ended")));
    worker.once("message", (reply: NodeReply) =>
      resolve({
        ...reply,
        play: (slot) => worker.postMessage({ slot } satisfies NodeRequest),
      }),
    );
  });
}

const cosmosChains = ["celestia", "babylon"] as const;
/** Two days of the hourly blocks that fixtures/cosmos/demo.ts has from the start. */
const historyBlocks = 48;

function printWelcome(url: string, key: string): void {
  const curl = (path: string) => `  curl -s -H 'Authorization: Bearer ${key}' '${url}${path}'\n`;
  process.stdout.write(
    `\nDocumentation: ${url}/docs\nDemo API key:  ${key}\n\nTry, in another terminal:\n` +
      curl("/v0/eth/validators/20/effectiveness?size=2") +
      curl("/v1/celestia/network/rewards?limit=2") +
      curl(`/v1/babylon/validators/${validatorIdentity(babylonChain, 0).validator}/rewards?limit=2`) +
      `\nThe chain goes on: a new epoch about every ${secondsPerEpochShown} s, a new day every ${(secondsPerEpochShown * epochsPerDay) / 60} minutes. Ctrl-C ends the demo.\n`,
  );
}

async function demo(context: Context): Promise<void> {
  const { config, log, shutdown } = context;
  process.stdout.write("Generating a chain ...\n");
  // Both at once; a port that is in use is told before the chain is ready.
  const [node, { store, bus, workers, url }] = await Promise.all([
    startNode(context),
    openPipeline(context, "demo"),
  ]);
  config.nodes.push({ chain: "eth", label: "", urls: [node.url], secondaryUrls: [] });
  for (const chain of cosmosChains) {
    const urls = [node.cosmos[chain]];
    config.nodes.push({ chain, label: "", urls, secondaryUrls: urls });
  }
  process.stdout.write(`Reading ${lastEpoch - firstEpoch + 1} epochs of history ...\n`);
  const ranges = [
    { network, from: String(firstEpoch), to: String(lastEpoch) },
    ...cosmosChains.map((chain) => ({ network: chain, from: "1", to: String(historyBlocks) })),
  ];
  const deps = { config, log, store, bus, workers, emit: () => undefined, signal: shutdown.signal };
  const read = await Promise.all(ranges.map((range) => runBackfill(range, deps)));
  process.stdout.write(`Read in ${Math.max(...read.map(({ seconds }) => seconds)).toFixed(1)} s\n`);
  const { key } = await createKey(store, { name: "demo" });
  // In a folder that was used before, the chain was followed further than the history goes.
  const cursor = await createCursorStore(store).read(listenerName({ id: "eth" }, { network }));
  node.play(cursor === undefined ? 0 : cursor.position + 4 * slotsPerEpoch);
  const listeners = followAll(context, store, bus);
  printWelcome(url, key);
  await untilStopped(shutdown.signal);
  await Promise.allSettled(listeners);
}

async function main(): Promise<void> {
  const { DATA_DIR, HOST, PORT, LOG_LEVEL } = process.env;
  const temporary = DATA_DIR ? undefined : mkdtempSync(join(tmpdir(), "validator-analytics-demo-"));
  if (temporary !== undefined) {
    // The last thing that happens, also when the start fails.
    process.once("exit", () => rmSync(temporary, { recursive: true, force: true }));
  }
  await runVerb(demo, {
    DATA_DIR: temporary ?? DATA_DIR,
    HOST,
    PORT,
    LOG_LEVEL: LOG_LEVEL || "warn",
    ETH_NETWORK_NAME: network,
    ETH_START_EPOCH: String(lastEpoch + 1),
    // The chain's clock isn't ours, and loopback needs no rate cap.
    ETH_MAX_HEAD_AGE_S: "0",
    ETH_REQUESTS_PER_SECOND: "100000",
    CELESTIA_START_HEIGHT: String(historyBlocks + 1),
    BABYLON_START_HEIGHT: String(historyBlocks + 1),
    COMET_MAX_HEAD_AGE_S: "0",
  });
}

await (isMainThread ? main() : runNode());
