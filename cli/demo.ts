/**
 * `make demo`: the whole pipeline on generated chains. Stub nodes on loopback serve the chains' history and then
 * advance, faster than real time; everything else is the same as in `start`.
 */
import { existsSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import type { DemoPart, RunningDemo } from "../chains/demoPart.ts";
import { chains } from "../chains/index.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { listenerName } from "../ingest/listener/session.ts";
import type { NodeSetting } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import { networkLabel } from "../lib/networkLabel.ts";
import { storeFolders } from "../lib/store/create.ts";
import { createKey } from "../serve/access/keys.ts";
import { isScope, scopes } from "../serve/access/scopes.ts";
import { demoFolder } from "./demoFolder.ts";
import { type Context, runVerb } from "./process/context.ts";
import { followAll } from "./process/listeners.ts";
import { untilStopped } from "./process/pipeline.ts";
import { runBackfill } from "./verbs/backfill.ts";
import { openPipeline } from "./verbs/start.ts";

/** A chain with what it shows. */
type Shown = { chain: string; part: DemoPart };

const shown: readonly Shown[] = await Promise.all(
  chains.map(async ({ id, demo }) => ({ chain: id, part: await demo() })),
);

/** The cursor of each chain's listener, by chain. */
type Positions = Record<string, number>;
type Nodes = Pick<NodeSetting, "chain" | "urls">;

/** The stub nodes, in a thread of their own: they end with the process, however that ends. */
async function runNodes(): Promise<void> {
  const running = new Map<string, RunningDemo>();
  for (const { chain, part } of shown) running.set(chain, await part.startNodes());
  parentPort?.on("message", (positions: Positions) => {
    for (const [chain, { goOn }] of running) goOn(positions[chain]);
  });
  const nodes: Nodes[] = [...running].map(([chain, { urls }]) => ({ chain, urls }));
  parentPort?.postMessage(nodes);
}

function startNodes({ shutdown }: Context): Promise<{ nodes: Nodes[]; goOn(positions: Positions): void }> {
  // A thread doesn't inherit the loader of TypeScript; a bundle has none.
  const script = import.meta.url.endsWith(".ts")
    ? 'import("tsx/esm/api").then(({ register }) => { register(); return import(process.argv[2]); })'
    : "import(process.argv[2])";
  const worker = new Worker(script, { eval: true, argv: [import.meta.url] });
  shutdown.onClose("stub nodes", async () => void (await worker.terminate()));
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The stub nodes ended")));
    worker.once("message", (nodes: Nodes[]) =>
      resolve({ nodes, goOn: (positions) => worker.postMessage(positions) }),
    );
  });
}

/** `DEMO_STILL=1`: the chains end with their history, for pictures and tests; a demo that goes on fills most of a core. */
const isStill = process.env.DEMO_STILL === "1";

function printWelcome(url: string, key: string): void {
  const curls = shown
    .flatMap(({ part }) => part.requests.slice(0, 1))
    .slice(0, 3)
    .map((path) => `  curl -s -H "Authorization: Bearer $KEY" '${url}${path}'\n`);
  const life = isStill
    ? "The chains are paused."
    : `The chains advance. ${shown.map(({ part }) => part.life).join(" ")}`;
  process.stdout.write(
    `\nExplorer:      ${url}/\nDocumentation: ${url}/docs\n\nTry, in another terminal:\n  export KEY=${key}\n${curls.join("")}` +
      `\n${life} Ctrl-C ends the demo.\n`,
  );
}

/** @throws ConfigError where there are rows already: these chains begin anew with every run */
function refuseUsedFolder({ config }: Context): void {
  const { warehouse } = storeFolders(config);
  if (!existsSync(warehouse)) return;
  throw new ConfigError(
    `DATA_DIR already contains a warehouse, ${warehouse}, and the demo's chains would start over. Use another folder, or remove it. \`validator-analytics serve\` serves its data`,
  );
}

async function demo(context: Context): Promise<void> {
  const { config, log, shutdown } = context;
  refuseUsedFolder(context);
  // Both at once: a port in use is reported, and the page is served, before the chains are ready.
  const [{ nodes, goOn }, { store, bus, workers, url }] = await Promise.all([
    startNodes(context),
    openPipeline(context, "demo").then((pipeline) => {
      process.stdout.write(`Explorer: ${pipeline.url}/\nGenerating chains ...\n`);
      return pipeline;
    }),
  ]);
  config.nodes.push(...nodes.map((node) => ({ ...node, label: "" })));
  process.stdout.write("Reading their history ...\n");
  const deps = { config, log, store, bus, workers, emit: () => undefined, signal: shutdown.signal };
  const read = await Promise.all(
    shown.map(async ({ chain, part: { network, history } }) => {
      const label = networkLabel({ chain, network });
      const { from, to } = history;
      const result = await runBackfill({ network: label, from: String(from), to: String(to) }, deps);
      process.stdout.write(`  ${label}, after ${result.seconds.toFixed(1)} s\n`);
      return result;
    }),
  );
  process.stdout.write(`Read in ${Math.max(...read.map(({ seconds }) => seconds)).toFixed(1)} s\n`);
  // The demo's key has every scope, as has the account in the explorer.
  const { key } = await createKey(store, { name: "demo", scopes: Object.keys(scopes).filter(isScope) });
  const cursors = createCursorStore(store);
  const positions: Positions = {};
  for (const { chain, part } of shown) {
    const cursor = await cursors.read(listenerName({ id: chain }, part));
    if (cursor !== undefined) positions[chain] = cursor.position;
  }
  if (!isStill) goOn(positions);
  const listeners = followAll(context, store, bus);
  printWelcome(url, key);
  await untilStopped(shutdown.signal);
  await Promise.allSettled(listeners);
}

async function main(): Promise<void> {
  const { DATA_DIR, HOST, PORT, SQL_PORT, LOG_LEVEL } = process.env;
  const temporary = DATA_DIR ? undefined : demoFolder();
  await runVerb(demo, {
    DATA_DIR: temporary ?? DATA_DIR,
    HOST,
    PORT,
    SQL_PORT,
    LOG_LEVEL: LOG_LEVEL || "warn",
    // The demo's explorer opens without a key.
    EXPLORER: "open",
    ...Object.assign({}, ...shown.map(({ part }) => part.environment)),
  });
}

await (isMainThread ? main() : runNodes());
