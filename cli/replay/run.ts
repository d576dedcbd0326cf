/** One replay: fills shadow tables next to the live ones, checks them, and swaps them in. */
import type { Bus } from "../../lib/bus/bus.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, ConfigError, errorMessage } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import {
  cloneTables,
  countRows,
  differingTables,
  type RowFilter,
  type ShadowDeps,
  type ShadowTable,
  swapTables,
} from "../../lib/store/shadow.ts";
import { claimShadow } from "../../lib/store/shadowClaim.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RowsOfRange } from "../../transform/frame/heights.ts";
import type { Progress } from "../process/progress.ts";
import type { ReplayPlan } from "./args.ts";
import { type FillDeps, fillFromWarehouse } from "./fill.ts";
import { checkDays, checkFacts, type RecordedDays } from "./kept.ts";
import { fillFromFiles, fillFromTopic, keepsNothing } from "./sources.ts";
import { findTarget, rangeOf, type Target } from "./target.ts";

export type ReplayDeps = {
  config: Config;
  log: Logger;
  store: Store;
  /** Another database of the same warehouse. */
  openDatabase: (name: string) => Store;
  bus: Bus;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

export type ReplayResult = {
  chain: string;
  network: string;
  unit: string;
  from: number;
  to: number;
  isDryRun: boolean;
  /** Tables whose rows of the range changed, and how many rows they have there now. */
  tables: { name: string; rows: number }[];
  seconds: number;
};

/** The requested tables, in the order in which they are swapped. @throws ConfigError for unknown ones */
function checkTables({ tables }: ReplayPlan, { chain }: Target): readonly string[] {
  const unknown = tables.filter((table) => !chain.records.tables.includes(table));
  if (unknown.length > 0)
    throw new ConfigError(
      `--table: ${unknown.join(", ")} is not a table of ${chain.id}; its tables are ${chain.records.tables.join(", ")}`,
      { code: "bad_arguments" },
    );
  return tables.length === 0
    ? chain.records.tables
    : chain.records.tables.filter((table) => tables.includes(table));
}

/** How each table is copied: without the rows that the source brings again. */
function shadowTables(
  names: readonly string[],
  rows: RowsOfRange,
  source: ReplayPlan["source"],
): ShadowTable[] {
  return names.map((name) => {
    const isRaw = name.startsWith("raw_");
    if (isRaw && source === "warehouse") return { name, without: undefined, forward: "none" };
    // Facts that arrive during the replay are as good as the source's. Records of the range that arrive may be computed
    // from rows that are being replaced.
    return { name, without: rows.get(name), forward: isRaw ? "all" : "others" };
  });
}

async function fill(plan: ReplayPlan, deps: FillDeps): Promise<void> {
  if (plan.source === "warehouse") await fillFromWarehouse(deps);
  else if (plan.source === "topic") await fillFromTopic(deps, plan.start);
  else await fillFromFiles(deps, plan.files);
  deps.signal.throwIfAborted();
  await deps.transform.recomputeAround?.(deps.network, deps.range);
  await deps.transform.settle("all");
}

const missingReasons: Record<ReplayPlan["source"], string> = {
  warehouse: "raw tables lack some of their facts; --source topic or --source files may have them",
  topic:
    "the topics no longer hold all that they need (retention), or --from-offset or --from-time is too late",
  files: "the files don't hold all that they need",
};

/** @throws AppError `replay_incomplete` if the shadow lacks a height of the range, or a day would lose facts */
async function checkComplete(plan: ReplayPlan, before: RecordedDays, deps: FillDeps): Promise<void> {
  const { chain, store, network, range } = deps;
  const { done, isReadable } = await chain.records.readable(store, network, range);
  const total = range.to - range.from + 1;
  if (done === total) await checkDays(before, store, deps);
  if (isReadable) return;
  throw new AppError(
    "fatal",
    `${done} of ${total} ${chain.unit}s from ${range.from} to ${range.to} could be rebuilt${done === total ? ", but not all of their days" : ""}: ${missingReasons[plan.source]}. Nothing was swapped.`,
    { code: "replay_incomplete", meta: { done, total } },
  );
}

const allOf = (network: string): RowFilter => ({ sql: "network = {network:String}", params: { network } });

/**
 * Recomputes, on the live tables, what the consumer computed from the old ones: the last height of the range, its
 * dependents, and the days that had not ended.
 * @param isHeadDue the consumer's rows were invisible to it during the swap, so it may have missed the newest heights
 */
async function computeEdge(
  { chain, network }: Target,
  { to }: HeightRange,
  isHeadDue: boolean,
  { store, log }: ReplayDeps,
): Promise<void> {
  const transform = chain.createTransform({ store, log });
  await transform.recompute(network, { from: to, to });
  const newest = isHeadDue ? await chain.records.newest(store, network) : undefined;
  if (newest !== undefined) await transform.recompute(network, newest);
  await transform.settle("all");
}

/** Swaps the shadow's tables with the live ones, and brings their dependents up to date. */
async function swap(
  target: Target,
  range: HeightRange,
  tables: readonly ShadowTable[],
  options: { shadow: ShadowDeps; isWhole: boolean; deps: ReplayDeps },
): Promise<void> {
  const { deps } = options;
  const brought = await swapTables(options.shadow, tables);
  deps.log.info({ tables: tables.map(({ name }) => name), rows_brought_over: brought }, "tables swapped");
  // A partial swap leaves the rebuilt tables as they are, next to the unchanged ones.
  if (!options.isWhole) return;
  try {
    await computeEdge(target, range, brought > 0, deps);
  } catch (error) {
    const reason = errorMessage(error);
    deps.log.warn(
      { reason },
      "tables were swapped, but the end of the range was not recomputed; repeat the replay",
    );
    throw error;
  }
}

/** Runs a replay with the parts of this process. @throws ConfigError, and AppError `replay_incomplete` */
export async function runReplay(plan: ReplayPlan, deps: ReplayDeps): Promise<ReplayResult> {
  const started = performance.now();
  const { config, store, signal } = deps;
  const target = await findTarget(store, plan, deps.log);
  const { chain, network } = target;
  const range = await rangeOf(store, plan, target);
  const requested = checkTables(plan, target);
  if (plan.source === "topic" && deps.bus.read === undefined) throw keepsNothing();
  const log = deps.log.child({ chain: chain.id });
  const noRows: RowsOfRange = new Map();
  const rows = target.isKnown ? await chain.records.rowsOf(store, network, range) : noRows;
  if (plan.source === "warehouse") await checkFacts(store, { chain, network, range });
  const recorded: RecordedDays = target.isKnown
    ? await chain.records.recordedDays(store, network, range, true)
    : new Map();
  const claim = await claimShadow({ live: store, cluster: config.CLICKHOUSE_CLUSTER, log });
  const shadow = deps.openDatabase(claim.deps.database.shadow);
  try {
    const copies = shadowTables(chain.records.tables, rows, plan.source);
    await cloneTables(claim.deps, copies, signal);
    log.info({ network, ...range, unit: chain.unit, source: plan.source }, "replaying into shadow tables");
    const transform = chain.createTransform({ store: shadow, log });
    const fillDeps: FillDeps = { ...deps, log, chain, network, range, store: shadow, transform };
    await fill(plan, fillDeps);
    await checkComplete(plan, recorded, fillDeps);
    // The source may know of days that the warehouse did not; of a new network the neighbours of the range are new, too.
    const filled = target.isKnown ? await chain.records.rowsOf(shadow, network, range) : noRows;
    const compared = chain.records.tables.map((name) => ({
      name,
      filter: filled.get(name) ?? allOf(network),
    }));
    const changed = await differingTables(claim.deps, compared);
    const swapped = copies.filter(({ name }) => changed.includes(name) && requested.includes(name));
    const tables: ReplayResult["tables"] = [];
    for (const { name } of swapped)
      tables.push({ name, rows: await countRows(claim.deps, name, filled.get(name) ?? allOf(network)) });
    signal.throwIfAborted();
    if (!plan.isDryRun && swapped.length > 0) {
      const isWhole = swapped.length === changed.length;
      await swap(target, range, swapped, { shadow: claim.deps, isWhole, deps: { ...deps, log } });
    }
    const seconds = (performance.now() - started) / 1000;
    return { chain: chain.id, network, unit: chain.unit, ...range, isDryRun: plan.isDryRun, tables, seconds };
  } finally {
    await shadow.close();
    await claim.release();
  }
}
