/** `doctor`: checks settings, nodes, bus and warehouse, and says what to do. */
import type { CheckNode } from "../../chains/chain.ts";
import { nodeVariable, nodeVariables } from "../../chains/config.ts";
import { chainOf, chains } from "../../chains/index.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Config, NodeSetting } from "../../lib/config.ts";
import { errorMessage } from "../../lib/errors.ts";
import { addressName } from "../../lib/nodeAddress.ts";
import { storeFolders } from "../../lib/store/create.ts";
import { emptyDefinitions } from "../../lib/store/definitions.ts";
import { type DiskPace, loadDiskPaces } from "../../lib/store/disks.ts";
import type { Store } from "../../lib/store/store.ts";
import { countResiduals } from "../../transform/frame/residuals.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { connectBus, openStore, topics } from "../process/pipeline.ts";
import { countOpenDeadLetters } from "./deadLetters.ts";

export type Check = { part: string; isOk: boolean; detail: string };

/** @param advice what the operator can do when it fails */
async function check(part: string, advice: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { part, isOk: true, detail: await run() };
  } catch (error) {
    return { part, isOk: false, detail: `${errorMessage(error)}. ${advice}` };
  }
}

/** The line names the node already. */
function withoutName(error: unknown, name: string): Error {
  const message = errorMessage(error);
  return new Error(message.startsWith(name) ? message.slice(name.length).replace(/^[,:]? */, "") : message);
}

/** One address at a time: failover would hide a bad node. */
function checkNodes({ config, log, shutdown }: Context, node: NodeSetting): Promise<Check>[] {
  const { checks } = chainOf(node).listener;
  const deps = { log: log.child({}, { level: "silent" }), signal: shutdown.signal };
  const checkAll = (kind: string, run: CheckNode) =>
    (node.urls[kind] ?? []).map((url) => {
      const variable = nodeVariable(node, kind);
      const advice = `Check the address, start the node, wait until it is in sync, or remove the address from ${variable}`;
      const name = addressName(url);
      const said = () =>
        run(config, node, url, deps).catch((error: unknown) => Promise.reject(withoutName(error, name)));
      return check(`node ${name}`, advice, said);
    });
  return Object.entries(checks).flatMap(([kind, run]) => checkAll(kind, run));
}

/** @returns what the warehouse holds of the chains that are configured, and of others that it holds anything of */
async function checkStore(store: Store, { nodes }: Config): Promise<string> {
  await store.ping();
  const parts = await Promise.all(
    chains.map(async ({ id, records }) => {
      const isShown = nodes.some(({ chain }) => chain === id) || (await records.networks(store)).length > 0;
      return isShown ? [await records.describe(store)] : [];
    }),
  );
  return [store.kind, ...parts.flat()].join(", ");
}

async function checkBus(bus: Bus): Promise<string> {
  await bus.ping();
  if (bus.kind === "memory") return "in the process";
  const differences = await bus.checkTopics(topics);
  if (differences.length > 0) throw new Error(differences.join("; "));
  return "kafka, topics as declared";
}

async function checkDeadLetters(store: Store): Promise<string> {
  const count = await countOpenDeadLetters(store);
  return count === 0 ? "none is open" : `${count} open; \`dead-letters list\` prints the reasons`;
}

/** Reconciliation differences without an explanation. @throws Error that names each */
async function checkResiduals(store: Store): Promise<string> {
  const unexplained: string[] = [];
  let networkCount = 0;
  for (const { id, family, records } of chains)
    for (const network of await records.networks(store)) {
      networkCount += 1;
      for (const { check, differing } of await countResiduals(store, family, network))
        if (differing > 0) unexplained.push(`${id}/${network}: ${differing} of ${check}`);
    }
  if (unexplained.length > 0)
    throw new Error(`not explained in the last seven days: ${unexplained.join("; ")}`);
  return `none is unexplained in the last seven days (networks: ${networkCount})`;
}

/** Less is too little to order a disk, or to move. */
const diskDaysMin = 7;

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

function describeDisk({ disk, freeBytes, totalBytes, bytesPerDay, daysLeft, days }: DiskPace): string {
  const pace = `${gigabytes(bytesPerDay)} a day over ${days.toFixed(1)} days`;
  const end = Number.isFinite(daysLeft) ? `full in ${Math.floor(daysLeft)} days` : "it doesn't fill";
  return `${disk}: ${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free, ${end} (${pace})`;
}

/** When the disks are full. @throws Error when that is soon */
async function checkDisks(store: Store): Promise<string> {
  const paces = await loadDiskPaces(store);
  if (paces.length === 0)
    return "the time until it is full is known a few hours after the first `start` or `transform`";
  const text = paces.map(describeDisk).join("; ");
  if (paces.some(({ daysLeft }) => daysLeft < diskDaysMin)) throw new Error(text);
  return text;
}

/** The definitions that opening the warehouse is about to repair. */
function checkDefinitions(config: Config): Check[] {
  if (config.CLICKHOUSE_URL !== undefined) return [];
  const empty = emptyDefinitions(storeFolders(config).warehouse);
  if (empty.length === 0) return [];
  const detail = `${empty.length} were empty, as a full disk leaves them, and have been repaired: ${empty.slice(0, 3).join(", ")}`;
  return [{ part: "definitions", isOk: true, detail }];
}

function describeSettings({ CLICKHOUSE_URL, DATA_DIR, nodes }: Config): string {
  const where =
    CLICKHOUSE_URL === undefined ? `embedded in ${DATA_DIR}` : `at ${new URL(CLICKHOUSE_URL).host}`;
  return `warehouse ${where}, networks with nodes: ${nodes.length}`;
}

/** The checks of parts that are open already. */
export async function checkParts(context: Context, parts: { store: Store; bus: Bus }): Promise<Check[]> {
  const { config } = context;
  const nodes = config.nodes.flatMap((node) => checkNodes(context, node));
  const none: Check = {
    part: "nodes",
    isOk: false,
    detail: `none is configured: set one of ${nodeVariables}, such as ETH_BEACON_URLS=http://localhost:5052`,
  };
  return await Promise.all([
    { part: "settings", isOk: true, detail: describeSettings(config) },
    check("warehouse", "Check CLICKHOUSE_URL, or the free space of DATA_DIR", () =>
      checkStore(parts.store, config),
    ),
    check("disk", "Enlarge it, or keep less: <CHAIN>_KEEP_RAW_DAYS, <CHAIN>_KEEP_EPOCH_DAYS", () =>
      checkDisks(parts.store),
    ),
    check("bus", "Check KAFKA_BROKERS, or change the topics and run `migrate`", () => checkBus(parts.bus)),
    check(
      "residuals",
      "The questions on residuals in the data dictionary list them; backfill their days from another node, and compare",
      () => checkResiduals(parts.store),
    ),
    check("dead letters", "Run `migrate`", () => checkDeadLetters(parts.store)),
    ...(nodes.length === 0 ? [none] : nodes),
  ]);
}

export async function doctor(context: Context): Promise<string> {
  const checks = (await forwardOrRun(
    context,
    "doctor",
    {},
    {
      run: async () => {
        const repaired = checkDefinitions(context.config);
        const parts = { store: await openStore(context), bus: await connectBus(context) };
        return [...repaired, ...(await checkParts(context, parts))];
      },
    },
  )) as Check[];
  if (checks.some(({ isOk }) => !isOk)) process.exitCode = 1;
  return checks
    .map(({ part, isOk, detail }) => `${isOk ? "ok    " : "FAILED"}  ${part}: ${detail}\n`)
    .join("");
}
