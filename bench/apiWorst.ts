/**
 * The worst request that each endpoint allows, one at a time, against a warehouse of mainnet's size and with the budget
 * that the API's statements have by default. For each operation a line of JSON: its cost, and its share of the budget.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { apiSettings } from "../lib/apiSettings.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { limitStatements } from "../lib/store/limits.ts";
import type { StatementBudget, Store } from "../lib/store/store.ts";
import { createKey } from "../serve/access/keys.ts";
import type { ServedEndpoint } from "../serve/endpoint.ts";
import { endpoints } from "../serve/endpoints.ts";
import { startServer } from "../serve/http/server.ts";
import { fillTables } from "./apiWorst/fill.ts";
import { fillsByFamily } from "./apiWorst/fills.ts";
import { organization } from "./apiWorst/fillsEth.ts";
import { type Meter, openMeter, send, type Taken } from "./apiWorst/measure.ts";
import { changed, describeRequest, type Request, worstRequests } from "./apiWorst/requests.ts";
import type { Bench, Figure } from "./report.ts";

/** A warehouse to fill once and to keep for later runs; default: one that is deleted. */
const keptFolder = process.env.BENCH_WORST_FOLDER;
/** Only operations whose names match. */
const only = new RegExp(process.env.BENCH_WORST_ONLY ?? "");
/** How long a worse request than the first one is looked for. */
const searchMs = 1_000 * Number(process.env.BENCH_WORST_SEARCH_SECONDS ?? 4);
/** Families whose tables are filled; default: all. */
const filled = process.env.BENCH_WORST_FILLS?.split(",") ?? Object.keys(fillsByFamily);
/** Fills only tables whose names match, to measure a few operations: filling all of them takes long. */
const onlyTables = new RegExp(process.env.BENCH_WORST_TABLES ?? "");
const log = createLogger("error");
const print = (line: string) => process.stderr.write(`${line}\n`);

const defaults = z.object(apiSettings).parse({ TRUSTED_PROXIES: "", CORS_ORIGINS: "" });
const budget: StatementBudget = {
  seconds: defaults.API_STATEMENT_SECONDS,
  memoryMib: defaults.API_STATEMENT_MEMORY_MIB,
  rows: defaults.API_STATEMENT_ROWS,
};
const half: StatementBudget = { ...budget, memoryMib: budget.memoryMib / 2, rows: budget.rows / 2 };

/** `isAnswered`: at least one request succeeded, so that the figures are those of an answer. */
type WorstRequest = Taken & { request: Request; isAnswered: boolean };
type Sender = (request: Request) => Promise<Taken>;

const isWorse = (left: Taken, right: Taken) =>
  left.status >= 500 ? right.status < 500 : left.status < 400 && left.seconds > right.seconds;

/** Starts with the first request and changes it field by field, keeping each change that makes it worse. */
async function worstOf(endpoint: ServedEndpoint, sendOnce: Sender): Promise<WorstRequest> {
  const { first, others } = worstRequests(endpoint);
  // The first read comes from the disk.
  const cold = await sendOnce(first);
  const warm = await sendOnce(first);
  // A request that ends something is refused the second time.
  const taken = cold.status < 400 && warm.status >= 400 && warm.status < 500 ? cold : warm;
  let worst: WorstRequest = { request: first, ...taken, isAnswered: taken.status < 400 };
  const { total } = worst;
  const started = performance.now();
  for (const changes of others(total)) {
    const before = worst.request;
    for (const change of changes) {
      if (performance.now() - started > searchMs) return worst;
      const request = changed(before, change);
      const other = await sendOnce(request);
      const isAnswered = worst.isAnswered || other.status < 400;
      worst = isWorse(other, worst) ? { request, ...other, isAnswered } : { ...worst, isAnswered };
    }
  }
  return worst;
}

async function fillOnce(store: Store): Promise<void> {
  const marker = await store.rows<{ n: string }>("select count() as n from app_api_key");
  if (Number(marker[0]?.n) > 0) return;
  const started = performance.now();
  for (const [family, fills] of Object.entries(fillsByFamily))
    if (filled.includes(family))
      await fillTables(
        store,
        fills.filter(({ table }) => onlyTables.test(table)),
        print,
      );
  print(`filled in ${((performance.now() - started) / 1_000).toFixed(0)} s`);
}

async function open() {
  const path = keptFolder ?? mkdtempSync(join(tmpdir(), "bench-worst-"));
  const store = createEmbeddedStore({ path, poolSize: 3, log });
  await migrate(store, { log });
  await fillOnce(store);
  const { key } = await createKey(store, {
    name: "bench",
    organizationId: organization,
    selfReports: true,
    scopes: ["read", "write:tags", "admin:keys"],
  });
  const serve = (limits: StatementBudget) =>
    startServer({
      store: limitStatements(store, limits, defaults.API_STATEMENTS_MAX),
      log: createLogger("silent"),
      host: "127.0.0.1",
      port: 0,
      // Facts are not cached between requests.
      factsTtlMs: 1,
    });
  const servers = await Promise.all([serve(budget), serve(half)]);
  const meter = openMeter(path);
  return {
    urls: servers.map(({ url }) => url) as [string, string],
    key,
    meter,
    close: async () => {
      await meter.close();
      for (const server of servers) await server.close();
      await store.close();
      if (keptFolder === undefined) rmSync(path, { recursive: true, force: true });
    },
  };
}

function lineOf(endpoint: ServedEndpoint, worst: WorstRequest, isWithinHalf: boolean): string {
  const { request, seconds, processorSeconds, memoryMib, rowsRead, status, bytes, records, total } = worst;
  return JSON.stringify({
    bench: "api-worst",
    operation: endpoint.operation,
    status,
    seconds: Number(seconds.toPrecision(3)),
    processorSeconds: Number(processorSeconds.toPrecision(3)),
    memoryMib: Math.round(memoryMib),
    rowsRead,
    bytes,
    records,
    total,
    isWithinHalf,
    request: describeRequest(request),
  });
}

async function measure(
  endpoint: ServedEndpoint,
  { urls, key, meter }: { urls: [string, string]; key: string; meter: Meter },
): Promise<{ figure: Figure; isAnswered: boolean }> {
  const [url, halfUrl] = urls;
  const worst = await worstOf(endpoint, (request) => send(url, key, request, meter));
  const again = await send(halfUrl, key, worst.request, meter);
  process.stdout.write(`${lineOf(endpoint, worst, again.status < 500)}\n`);
  const { seconds, status, memoryMib, rowsRead } = worst;
  const input = `${describeRequest(worst.request)}: ${status}, ${Math.round(memoryMib)} MiB, ${rowsRead} rows read`;
  const figure = { metric: `${endpoint.operation}_seconds`, value: seconds, unit: "s", input };
  return { figure, isAnswered: worst.isAnswered };
}

/** Requests that end a set or a key come last, because others use the same one. */
const inOrder: readonly ServedEndpoint[] = endpoints
  .flatMap((endpoint) => (endpoint.kind === "gone" ? [] : [endpoint]))
  .sort((left, right) => Number(left.method === "delete") - Number(right.method === "delete"));

let opened: ReturnType<typeof open> | undefined;

/** @throws Error that names the operations without a successful request, which were not measured */
async function run(): Promise<Figure[]> {
  opened ??= open();
  const ready = await opened;
  const figures: Figure[] = [];
  const refused: string[] = [];
  for (const endpoint of inOrder) {
    if (!only.test(endpoint.operation)) continue;
    const { figure, isAnswered } = await measure(endpoint, ready);
    figures.push(figure);
    if (!isAnswered) refused.push(endpoint.operation);
  }
  if (refused.length > 0) throw new Error(`No request was answered of: ${refused.join(", ")}`);
  return figures.sort((left, right) => right.value - left.value).slice(0, 5);
}

/** The worst allowed request of every endpoint. */
export const apiWorst: Bench = { name: "api-worst", run, close: async () => (await opened)?.close() };
