/** Scenario 7: hours of a large network in minutes. Memory, disk and lag stay bounded, and every epoch is right. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createVotes, outcome as vote } from "../../fixtures/eth/mainnetSize/votes.ts";
import { projectRoot, startProcess } from "../support/cli.ts";
import { type Cluster, lagOf, openCluster } from "./deployment.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { until } from "./wait.ts";

const run = promisify(execFile);
const sizes = {
  full: { validators: 100_000, minutes: 11, speed: 20 },
  ci: { validators: 20_480, minutes: 1.5, speed: 20 },
};
const sampleEveryMs = 5_000;
const firstEpoch = 2;
const mebibyte = 1024 * 1024;

/**
 * The rule: in the second half no process's memory may peak more than a quarter and 64 MiB above its peak in the
 * first half, and a folder may grow by no more than a quarter and 64 MiB above its growth in the first half, since
 * both halves are as much history.
 */
const toleranceFactor = 1.25;
const toleranceBytes = 64 * mebibyte;

type Sample = Record<string, number>;

/** Memory of a process, 0 when it has ended. */
export function residentBytes(pid: number): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(path, "utf8"))?.[1] ?? 0) * 1024;
}

/** Disk usage of the files; Kafka reserves more than it writes. */
async function folderBytes(path: string): Promise<number> {
  // Files vanish while they are counted: the output of `du` counts nevertheless.
  const { stdout } = await run("du", ["-sk", path]).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? "",
  }));
  return Number(stdout.split("\t")[0] ?? 0) * 1024;
}

async function takeSample(cluster: Cluster): Promise<Sample> {
  const { listener, worker, server, warehouse, brokers } = cluster;
  return {
    "listener memory": residentBytes(listener.pid()),
    "worker memory": residentBytes(worker.pid()),
    "server memory": residentBytes(server.pid()),
    "warehouse memory": residentBytes(warehouse.pid()),
    "warehouse disk": await folderBytes(warehouse.path),
    "kafka disk": await folderBytes(brokers.nodes[0]?.folder ?? ""),
    lag: await lagOf(cluster),
  };
}

const peak = (samples: readonly Sample[], name: string) => Math.max(...samples.map((one) => one[name] ?? 0));
const growth = (samples: readonly Sample[], name: string) =>
  (samples.at(-1)?.[name] ?? 0) - (samples[0]?.[name] ?? 0);
const inMebibytes = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`;

/** Figures in words, and the rules that they break. */
function judge(samples: readonly Sample[]): { figures: string[]; problems: string[] } {
  const middle = Math.floor(samples.length / 2);
  const [first, second] = [samples.slice(0, middle + 1), samples.slice(middle)];
  const figures: string[] = [];
  const problems: string[] = [];
  for (const name of Object.keys(samples[0] ?? {})) {
    if (name === "lag") {
      figures.push(`lag at most ${peak(first, name)} messages, then ${peak(second, name)}`);
      continue;
    }
    const [measure, word] = name.endsWith("disk") ? [growth, "grew"] : [peak, "peaked at"];
    const [before, after] = [measure(first, name), measure(second, name)];
    const figure = `${name} ${word} ${inMebibytes(before)}, then ${inMebibytes(after)}`;
    figures.push(figure);
    if (after > before * toleranceFactor + toleranceBytes) problems.push(`not bounded: ${figure}`);
  }
  return { figures, problems };
}

/** Validators and attested duties of each epoch against the votes that were cast. */
async function compareEpochs(
  { store }: Cluster,
  range: { from: number; to: number },
  { seed, validators }: { seed: number; validators: number },
): Promise<Pick<Outcome, "expected" | "lost" | "doubled" | "examples">> {
  const rows = await store.rows<{ epoch: number; rows: string; duties: string; attested: string }>(
    `select epoch, count() as rows, uniqExact(validator_index) as duties, countIf(is_attested) as attested
    from fct_eth_validator_duty_epoch final group by epoch order by epoch`,
  );
  const rowOf = new Map(rows.map((row) => [row.epoch, row]));
  const result = { expected: 0, lost: 0, doubled: 0, examples: [] as string[] };
  for (let epoch = range.from; epoch <= range.to; epoch++) {
    const { outcomes } = createVotes(seed, epoch, validators);
    const attested = outcomes.reduce((sum, one) => sum + (one === vote.missed ? 0 : 1), 0);
    const row = rowOf.get(epoch);
    result.expected += validators;
    result.lost += validators - Number(row?.duties ?? 0);
    result.doubled += Number(row?.rows ?? 0) - Number(row?.duties ?? 0);
    if (row !== undefined && Number(row.attested) !== attested) {
      result.doubled += Math.abs(attested - Number(row.attested));
      result.examples.push(`epoch ${epoch}: ${row.attested} attested instead of ${attested}`);
    }
  }
  return result;
}

async function soakOn(
  cluster: Cluster,
  start: () => void,
  last: number,
  { seed, size, note }: ScenarioContext,
): Promise<Outcome> {
  const { validators, minutes, speed } = sizes[size];
  const samples: Sample[] = [];
  start();
  const endsAt = performance.now() + minutes * 60_000;
  while (performance.now() < endsAt) {
    const sample = await takeSample(cluster);
    samples.push(sample);
    if (samples.length % 12 === 0)
      note(
        Object.entries(sample)
          .map(([name, value]) => `${name} ${name === "lag" ? value : inMebibytes(value)}`)
          .join(", "),
      );
    await delay(sampleEveryMs);
  }
  const endedAt = performance.now();
  const { figures, problems } = judge(samples);
  for (const figure of figures) note(figure);
  let recoverySeconds: number | undefined;
  await until(`epoch ${last} is computed and rolled up`, async () => {
    const [row] = await cluster.store.rows<{ last: number }>(
      "select max(end_epoch) as last from int_eth_day final where day_type = 'chain'",
    );
    return row?.last === last;
  })
    .then(() => {
      recoverySeconds = (performance.now() - endedAt) / 1000;
    })
    .catch((error: unknown) => problems.push(String(error)));
  const restarts = [cluster.listener, cluster.worker, cluster.server].filter(({ exits }) => exits.length > 0);
  for (const { name, exits } of restarts) problems.push(`${name} ended: ${exits[0]?.output.slice(-1000)}`);
  await cluster.stop();
  const compared = await compareEpochs(cluster, { from: firstEpoch, to: last }, { seed, validators });
  const faults = `none: ${minutes} minutes at ${speed} × real time, ${validators.toLocaleString("en")} validators`;
  return { name: "soak", faults, ...compared, recoverySeconds, problems };
}

export const soak: Scenario = {
  number: 7,
  name: "soak",
  run: async (context) => {
    const { validators, minutes, speed } = sizes[context.size];
    const args = [validators, context.seed, speed, minutes].map(String);
    const node = startProcess(
      process.execPath,
      ["--import", "tsx", "test/chaos/soakNode.ts", ...args],
      {},
      projectRoot,
    );
    try {
      const { url, finalizedEpoch } = JSON.parse(await node.seen(/^(\{"url".*\})$/m)) as {
        url: string;
        finalizedEpoch: number;
      };
      const cluster = await openCluster({
        environment: { ETH_BEACON_URLS: url, ETH_START_EPOCH: String(firstEpoch) },
      });
      try {
        const start = () => void node.child.stdin?.write("go\n");
        return [await soakOn(cluster, start, finalizedEpoch - 2, context)];
      } finally {
        await cluster.close();
      }
    } finally {
      await node.stop("SIGKILL");
    }
  },
};
