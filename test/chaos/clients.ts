/**
 * Scenario 10: hostile clients, while the chain advances. Honest ones get right answers in time, ingestion keeps up, the
 * server's memory stays bounded, and every table is right in the end.
 */

import type { Store } from "../../lib/store/store.ts";
import { createKey } from "../../serve/access/keys.ts";
import { announceNetwork } from "../../transform/frame/networks.ts";
import { projectRoot, startProcess } from "../support/cli.ts";
import { type Deployment, publishedHeight } from "./deployment.ts";
import { type HonestReport, runHonestClient } from "./honest.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { residentBytes } from "./soak.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

/** Bounds that hostile clients may not exceed, with room for a machine of two cores with other work. */
const bounds = {
  /** Half of the shortest timeout of clients and proxies. */
  answerSeconds: 15,
  /** From a published height to its rows: a sixth of the time that an epoch of mainnet takes. */
  lagSeconds: 60,
  /** Three quarters of what docker-compose.yml and Kubernetes give a server, which uses 365 when idle. */
  memoryMib: 1_536,
};

const slotsPerSecond = 2;
/** The whole history, and as long again. */
const sampleLimitMs = 600_000;
const mebibyte = 1_048_576;

/** A delegator with thousands of records on one page, on a chain without messages on the bus. */
const delegator = `0x${"5a".repeat(20)}`;
const hugeTables = [
  "dim_polygon_network",
  "raw_polygon_share_event",
  "fct_polygon_checkpoint",
  "fct_polygon_validator_checkpoint",
];
const validators = 100;
const checkpoints = 200;

async function fillHuge(store: Store): Promise<void> {
  await announceNetwork(store, "polygon", "mainnet");
  const checkpointRows = `(select toUInt32(number + 1) as checkpoint, toDate('2026-01-01') + intDiv(number, 2) as day from numbers(${checkpoints}))`;
  for (const statement of [
    `insert into raw_polygon_share_event
    select 'mainnet', '${delegator}', number + 1, 'mint', number + 1, 0, 1000000000000000000, 1 from numbers(${validators})`,
    `insert into fct_polygon_checkpoint
    select 'mainnet', checkpoint, day, toUInt64(checkpoint) * 6553600, checkpoint * 1000, checkpoint * 1000 + 999, ${validators},
      ${validators}, 9e24, 3e22, 8e24, 7e22, 7e21, 63e21, 1e20, 1e21, 3, 7e22, 0, 0, toDateTime(day, 'UTC'), 1
    from ${checkpointRows}`,
    `insert into fct_polygon_validator_checkpoint
    select 'mainnet', validator, checkpoint, day, 1e24, 3e21, 7, 1, 1, null, null, 7e21, 1e20, 1e19, 1e18, 0, 0, 0, 1, 1, 1
    from ${checkpointRows} as checkpoints cross join (select toUInt32(number + 1) as validator from numbers(${validators})) as validators`,
  ])
    await store.command(statement);
}

/** The last one; -1 before the first. */
async function computedEpoch(store: Store): Promise<number> {
  const sql = "select max(toInt64(epoch)) as epoch, count() as rows from int_eth_epoch";
  const [row] = await store.rows<{ epoch: string; rows: string }>(sql);
  return Number(row?.rows) === 0 ? -1 : Number(row?.epoch);
}

type Watched = { lagSeconds: number; memoryMib: number };

/** Looks until the last height is computed, for how long each was published by then. */
async function watch({ store, server, reference, ...deployment }: Deployment): Promise<Watched> {
  const lag = reference.published - reference.to;
  const publishedAt = new Map<number, number>();
  const watched = { lagSeconds: 0, memoryMib: 0 };
  let published = Number.NEGATIVE_INFINITY;
  await until(
    "every epoch is computed",
    async () => {
      watched.memoryMib = Math.max(watched.memoryMib, residentBytes(server.pid()) / mebibyte);
      const height = await publishedHeight({ store, ...deployment });
      const computed = await computedEpoch(store);
      const now = performance.now();
      for (let next = Math.max(published + 1, reference.from); next <= height; next += 1)
        publishedAt.set(next, now);
      published = height;
      for (const [each, at] of publishedAt) {
        watched.lagSeconds = Math.max(watched.lagSeconds, (now - at) / 1_000);
        if (each - lag <= computed) publishedAt.delete(each);
      }
      return computed >= reference.to;
    },
    sampleLimitMs,
  );
  return watched;
}

/** The figures beyond their bounds, in words. */
function judge({ lagSeconds, memoryMib }: Watched, honest: HonestReport): string[] {
  const figures: [string, number, number][] = [
    ["seconds until an honest client had its answer", honest.longestSeconds, bounds.answerSeconds],
    ["seconds from a published epoch to its rows", lagSeconds, bounds.lagSeconds],
    ["MiB of memory of the server", memoryMib, bounds.memoryMib],
  ];
  const beyond = figures
    .filter(([, value, bound]) => value > bound)
    .map(([what, value, bound]) => `${value.toFixed(1)} ${what}: not within ${bound}`);
  return [...honest.problems, ...beyond, ...(honest.compared === 0 ? ["nothing was compared"] : [])];
}

async function attackDuring<Result>(
  { serverUrl, store }: Deployment,
  { seed }: ScenarioContext,
  run: () => Promise<Result>,
): Promise<{ result: Result; done: Record<string, number> }> {
  const { key } = await createKey(store, { name: "hostile" });
  const args = ["test/chaos/hostileProcess.ts", serverUrl, key, delegator, String(seed)];
  const hostile = startProcess(process.execPath, ["--import", "tsx", ...args], {}, projectRoot);
  try {
    await hostile.seen("attacking");
    const result = await run();
    hostile.child.stdin?.write("enough\n");
    const { done } = JSON.parse(await hostile.seen(/^(\{"done".*\})$/m)) as { done: Record<string, number> };
    return { result, done };
  } finally {
    await hostile.stop("SIGKILL");
  }
}

async function attacked(deployment: Deployment, context: ScenarioContext): Promise<Outcome> {
  const { store, server, serverUrl, key, reference } = deployment;
  await fillHuge(store);
  const controller = new AbortController();
  deployment.play(slotsPerSecond);
  await until("the first epochs are computed", async () => (await computedEpoch(store)) > reference.from);
  const { result, done } = await attackDuring(deployment, context, async () => {
    const { answers } = reference;
    const honestClient = runHonestClient({ url: serverUrl, key, answers, signal: controller.signal });
    const watched = await watch(deployment).finally(() => controller.abort());
    return { watched, honest: await honestClient };
  });
  const { watched, honest } = result;
  context.note(`${honest.compared} complete records compared; ${JSON.stringify(done)}`);
  finishHistory(deployment);
  for (const table of hugeTables) await store.command(`truncate table ${table}`);
  const problems = judge(watched, honest);
  for (const { code, output } of server.exits)
    problems.push(`the server ended with ${code}: ${output.slice(-1_000)}`);
  const failed = /^.*"msg":"request failed".*$/m.exec(server.said());
  if (failed !== null) problems.push(`the server took for its own mistake: ${failed[0].slice(0, 1_000)}`);
  const hostile = Object.values(done).reduce((sum, count) => sum + count, 0);
  const faults = [
    `${hostile} hostile connections and requests`,
    `${honest.requests} honest answers after ${honest.medianSeconds.toFixed(2)} s, ${honest.longestSeconds.toFixed(1)} s at most (bound ${bounds.answerSeconds})`,
    `lag ${watched.lagSeconds.toFixed(1)} s at most (bound ${bounds.lagSeconds})`,
    `server ${Math.round(watched.memoryMib)} MiB at most (bound ${bounds.memoryMib})`,
  ].join("; ");
  return await settle(deployment, { name: "clients", faults, problems });
}

export const clients: Scenario = {
  number: 10,
  ciSeconds: 140,
  name: "clients",
  // Two minutes, most of it under attack: too long for every change.
  isFurther: true,
  run: async (context) => [
    await withDeployment(context, { history: "plain" }, (deployment) => attacked(deployment, context)),
  ],
};
