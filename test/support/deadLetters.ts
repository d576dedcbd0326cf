/** Warehouses in which an old worker left dead letters, and an operator's commands on them. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethTopics } from "../../schemas/eth/events.ts";
import { createEthTransform } from "../../transform/eth/transform.ts";
import { startDeadLetterWorker } from "../../transform/frame/deadLetters.ts";
import { startWorker } from "../../transform/frame/worker.ts";
import { binary, type Running, runVerb, startVerb, temporaryFolder } from "./cli.ts";
import { ingest, openPipeline } from "./ethPipeline.ts";
import { fingerprint } from "./fingerprint.ts";
import { smallTables } from "./smallTables.ts";
import { log } from "./warehouse.ts";

const chain = generateChain({ seed: 7, epochs: 6, validators: 64, preset: "minimal", networkName: "devnet" });
const from = chain.options.startEpoch + 1;
const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

/** No text, no JSON, and a byte sequence that is no UTF-8. */
const bytes = Buffer.from([0x00, 0xff, 0x0a, 0x22, 0xc3, 0x28, 0x1b, 0x5b, 0x32, 0x4a]);
const poison: BusMessage[] = [
  { topic: ethTopics.block.name, key: "devnet/bytes", value: bytes, headers: { type: "block" } },
  { topic: ethTopics.epoch.name, key: "devnet/cut", value: Buffer.from('{"type":"epoch"') },
];

let node: StubBeaconNode;
let messages: BusMessage[];
/** How many of them are of the version that the old worker does not know. */
let newer: number;
let expected: Record<string, string>;
const folders: ReturnType<typeof temporaryFolder>[] = [];
const running: Running[] = [];

/** Opens the warehouse of a DATA_DIR in this process; no other may have it then. */
async function withStore<Value>(path: string, run: (store: Store) => Promise<Value>): Promise<Value> {
  const store = createEmbeddedStore({ path: warehouseOf(path), settings: smallTables, log });
  try {
    await migrate(store, { log });
    return await run(store);
  } finally {
    await store.close();
  }
}

/** A DATA_DIR that is removed after the tests. */
function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made.path;
}

const warehouseOf = (path: string) => join(path, "warehouse");

const isNewer = ({ value }: BusMessage): boolean => (decodeValue(value) as { epoch: number }).epoch % 2 === 0;

/** As listeners published before messages named their version. */
function unversioned(message: BusMessage): BusMessage {
  return { ...message, headers: { type: message.headers?.type ?? "" } };
}

/** The result of a worker without versioned messages: those of even epochs and the poison are dead, the others written. */
async function oldWarehouse(): Promise<string> {
  const path = folder();
  await withStore(path, async (store) => {
    const bus = createMemoryBus({ log });
    const topics = Object.values(ethTopics);
    const letters = await startDeadLetterWorker({ bus, store, topics, group: "letters", log });
    const transform = { ...createEthTransform({ store, log }), schemaVersion: 0 };
    const worker = await startWorker({ bus, transform, group: "workers", log });
    await bus.publish([...poison, ...messages.map((one) => (isNewer(one) ? one : unversioned(one)))]);
    await worker.stop();
    await letters.stop();
    await bus.close();
  });
  return path;
}

/** Rows of the epochs that were requeued: a listener that runs adds others. */
async function dutiesOf(path: string): Promise<unknown> {
  return await withStore(path, (store) =>
    store.rows(
      `select epoch, count() as duties, hex(groupBitXor(cityHash64(* except (version)))) as hash
      from fct_eth_validator_duty_epoch final
      where epoch between {from:UInt32} and {to:UInt32} group by epoch order by epoch`,
      { from, to },
    ),
  );
}

let expectedDuties: unknown;

/** Prepares the fixtures for the suites of a file. */
export function useDeadLetters(): void {
  beforeAll(async () => {
    node = await startStubBeaconNode(chain);
    const path = folder();
    messages = [];
    await withStore(path, async (store) => {
      const inner = createMemoryBus({ log });
      const recording = {
        ...inner,
        publish: async (batch: readonly BusMessage[]) => {
          messages.push(...batch);
          await inner.publish(batch);
        },
      };
      const pipeline = await openPipeline(store, recording);
      await ingest(node.url, store, pipeline, { from, to });
      expected = await fingerprint(store);
      await pipeline.stop();
    });
    expectedDuties = await dutiesOf(path);
    // A message that is published twice is one dead letter.
    newer = new Set(
      messages.filter(isNewer).map(({ topic, key, value }) => `${topic} ${key} ${value.toString("base64")}`),
    ).size;
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop("SIGKILL");
  });
  afterAll(async () => {
    await node.close();
    for (const made of folders) made.remove();
  });
}

/** Standard output as it is. */
async function outputBytes(args: readonly string[], environment: Record<string, string>): Promise<Buffer> {
  const { PATH = "", HOME = "" } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [binary, ...args], {
    encoding: "buffer",
    env: { PATH, HOME, LOG_LEVEL: "warn", ...environment },
  });
  return stdout;
}

/** Lists the poison, requeues only the newer messages, and then all. The same with and without `start`. */
async function useAll(environment: Record<string, string>): Promise<void> {
  const run = (...args: string[]) => runVerb(["dead-letters", ...args], environment);
  const listed = await run("list", "--limit", "1000");
  expect(listed.stdout).toMatch(/^ID +TOPIC +POSITION +KEY +TIME +REASON\n/);
  expect(listed.stdout).toContain(
    "  schema version: 1 is newer than 0, which this worker knows: upgrade it, then requeue\n",
  );
  expect(listed.stdout.split("\n")).toHaveLength(newer + poison.length + 3);
  expect(listed.stdout).toMatch(new RegExp(`\n${newer + poison.length} open dead letters\n$`));
  expect(listed.code).toBe(0);
  const idOf = (line: RegExp) => line.exec(listed.stdout)?.[1] ?? "none";
  const cutId = idOf(/^([0-9a-f]{12}) {2}eth\.epoch +0\/\d+ +devnet\/cut +\d{4}-\S+Z +json: .+$/m);
  const bytesId = idOf(/^([0-9a-f]{12}) {2}eth\.block +0\/\d+ +devnet\/bytes /m);
  const ofEpochs = await run("list", "--topic", "eth.epoch", "--limit", "1");
  expect(ofEpochs.stdout).toMatch(/\n\w{12} {2}eth\.epoch .*\n\d+ open dead letters, the newest 1\n$/);

  const shown = await run("show", cutId);
  expect(shown.stdout).toMatch(/^reason {5}json: /m);
  expect(shown.stdout).toMatch(/^schema {5}-, expected 0$/m);
  expect(shown.stdout).toContain('|{"type":"epoch"|');
  expect(await outputBytes(["dead-letters", "show", bytesId, "--raw"], environment)).toEqual(bytes);

  const unknown = await run("requeue", cutId, "00000000000000000000");
  expect(unknown.stderr).toContain('There is no dead letter with the id "00000000000000000000"');
  expect(unknown).toMatchObject({ code: 78, stdout: "" });

  const fixed = await run("requeue", "--all", "--reason-contains", "NEWER");
  expect(fixed).toMatchObject({ code: 0, stdout: `requeued ${newer} messages\n` });
  const doctor = await runVerb(["doctor"], environment);
  expect(doctor.stdout).toMatch(/^ok {6}dead letters: 2 open; `dead-letters list` prints the reasons$/m);

  const again = await run("requeue", "--all");
  expect(again.stdout).toBe("requeued 2 messages; 2 failed again; `dead-letters list` prints the reason\n");
  expect((await run("list", "--state", "requeued", "--limit", "1")).stdout).toContain(`${newer} requeued`);
}

/** Requeued letters of an old worker lead to the same tables. */
export async function requeuesAlone(): Promise<void> {
  const path = await oldWarehouse();
  expect(await dutiesOf(path)).not.toEqual(expectedDuties);
  await useAll({ DATA_DIR: path });
  expect(await withStore(path, fingerprint)).toEqual(expected);
}

/** The same through the process that holds the folder. */
export async function requeuesThroughStart(): Promise<void> {
  const path = await oldWarehouse();
  const environment = { DATA_DIR: path, ETH_BEACON_URLS: node.url, ETH_MAX_HEAD_AGE_S: "0" };
  const process = startVerb(["start"], { ...environment, LOG_LEVEL: "info" });
  running.push(process);
  await process.seen(/"network":"devnet".*"msg":"following"/);
  await useAll({ DATA_DIR: path });
  expect((await process.stop()).code).toBe(0);
  expect(process.child.exitCode).toBe(0);
  expect(await dutiesOf(path)).toEqual(expectedDuties);
}
