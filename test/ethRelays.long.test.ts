/**
 * Payloads that MEV relays report as delivered: read with each epoch, later completed, and of any range.
 * Fast counterpart: ingest/eth/relays/relays.test.ts, test/ethBlocks.test.ts
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { checkRelay, openRelaysPart } from "../chains/ethRelays.ts";
import { findWithoutRelay } from "../chains/ethUnknown.ts";
import { openNetwork } from "../cli/process/listeners.ts";
import { type BackfillArgs, runBackfill } from "../cli/verbs/backfill.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { type StubRelay, startStubRelay } from "../fixtures/eth/stubRelay.ts";
import { relaysOf } from "../ingest/eth/relays/names.ts";
import type { RelayOptions } from "../ingest/eth/sources.ts";
import type { Config } from "../lib/config.ts";
import { ingest, openPipeline, openWarehouse, type Pipeline } from "./support/ethPipeline.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

const { signal } = new AbortController();
const slotsPerEpoch = 8;
const nodeOptions = { rounds: 1, restBaseMs: 5, restMaxMs: 10 };

describe("payloads of relays", () => {
  let chain: EthFixture;
  let beacon: StubBeaconNode;
  let relays: StubRelay[];
  let urls: string[];
  let warehouse: TestWarehouse;
  let store: TestWarehouse["store"];
  let pipeline: Pipeline;
  const range = { from: 42, to: 43 };
  /** Its neighbours, too, are in the warehouse. */
  const all = { from: 41, to: 44 };

  beforeAll(async () => {
    chain = generateChain({ seed: 5, preset: "minimal", validators: 64, startEpoch: 40, epochs: 9 });
    beacon = await startStubBeaconNode(chain);
    relays = await Promise.all([0, 1, 2].map((relay) => startStubRelay(chain, { relay })));
    urls = relays.map(({ url }) => url);
    warehouse = await openWarehouse();
    store = warehouse.store;
    pipeline = await openPipeline(store);
  });
  afterAll(async () => {
    await pipeline.stop();
    await warehouse.close();
    for (const node of [beacon, ...relays]) await node.close();
  });
  beforeEach(() => {
    for (const relay of relays) {
      relay.rules.length = 0;
      relay.requests.length = 0;
      relay.faults.limitMax = 20;
    }
  });

  const nameOf = ({ url }: StubRelay) => new URL(url).host;

  /** A new listener, as after a start. */
  function fill(own = range) {
    const relay: RelayOptions = {
      relays: relaysOf(urls, "ETH_RELAY_URLS"),
      ...{ requestsPerSecond: 10_000, nodeOptions, restMs: 0 },
      findUnknown: (name) => findWithoutRelay(store, name),
    };
    return ingest(beacon.url, store, pipeline, own, { relay });
  }

  const configOf = (relayUrls = urls) =>
    loadConfig({
      ETH_BEACON_URLS: beacon.url,
      ETH_RELAY_URLS: relayUrls.join(","),
      ETH_RELAY_REQUESTS_PER_SECOND: "1000",
      ETH_MAX_HEAD_AGE_S: "0",
    });

  function backfill(
    args: Partial<BackfillArgs> = {},
    {
      config = configOf(),
      emit = () => undefined,
    }: { config?: Config; emit?: (progress: unknown) => void } = {},
  ) {
    const deps = { config, log, store, bus: pipeline.bus, workers: pipeline.worker, emit, signal };
    return runBackfill({ network: "eth", part: "relays", ...args }, deps);
  }

  /** The rows of both tables that result from the relays' truth. */
  async function expectRows(epochsOf: (relay: StubRelay) => { from: number; to: number } | undefined) {
    const payloads = relays.flatMap((relay) => {
      const epochs = epochsOf(relay);
      return relay.records
        .map((record) => ({ ...record, epoch: Math.floor(Number(record.slot) / slotsPerEpoch) }))
        .filter(({ epoch }) => epochs !== undefined && epoch >= epochs.from && epoch <= epochs.to)
        .map(({ slot, epoch, block_hash, builder_pubkey, proposer_fee_recipient, value }) => ({
          ...{ slot: Number(slot), epoch, relay: nameOf(relay), block_hash, builder_pubkey },
          ...{ proposer_fee_recipient: proposer_fee_recipient.toLowerCase(), value_wei: value },
        }));
    });
    const order = (rows: typeof payloads) =>
      rows.sort((a, b) => a.slot - b.slot || (a.relay + a.block_hash < b.relay + b.block_hash ? -1 : 1));
    const stored = await store.rows<(typeof payloads)[number]>(
      `select slot, epoch, relay, block_hash, builder_pubkey, proposer_fee_recipient, toString(value_wei) as value_wei
      from raw_eth_relay_payload final where network = 'generated'`,
    );
    expect(order(stored)).toEqual(order(payloads));
    const epochs = relays.flatMap((relay) => {
      const { from, to } = epochsOf(relay) ?? { from: 0, to: -1 };
      return Array.from({ length: to - from + 1 }, (_, index) => {
        const [epoch, name] = [from + index, nameOf(relay)];
        const own = payloads.filter((payload) => payload.relay === name && payload.epoch === epoch);
        return { epoch, relay: name, payload_count: own.length };
      });
    });
    expect(
      await store.rows(
        `select epoch, relay, payload_count from raw_eth_relay_epoch final where network = 'generated'
        order by relay, epoch`,
      ),
    ).toEqual(epochs.sort((a, b) => (a.relay < b.relay ? -1 : a.relay > b.relay ? 1 : a.epoch - b.epoch)));
  }

  it("are read by themselves only for stored epochs, from configured relays", async () => {
    await expect(backfill({}, { config: configOf([]) })).rejects.toThrow(
      "No relay is configured for generated; set ETH_RELAY_URLS",
    );
    const [url = ""] = relays.map((relay) => relay.url);
    const twice = [url, url.replace("://", "://user:secret@")];
    const problem = backfill({}, { config: configOf(twice) });
    await expect(problem).rejects.toThrow(`ETH_RELAY_URLS names the relay ${new URL(url).host} twice`);
    await expect(backfill()).rejects.toThrow("Ingest it first");
  });

  it("are checked by doctor, relay by relay", async () => {
    const config = configOf();
    const [node] = config.nodes;
    const [relay] = relays;
    if (node === undefined || relay === undefined) throw new Error("no relay");
    const check = () => checkRelay(config, node, relay.url, { log, signal });
    expect(await check()).toBe(`relay ${nameOf(relay)}, newest payload of slot ${relay.records[0]?.slot}`);
    relay.rules.push({ kind: "status", status: 403, path: /./ });
    await expect(check()).rejects.toThrow("answered 403");
  });

  it("are read with the epochs, despite failures of other relays", async () => {
    relays[1]?.rules.push({ kind: "reset", path: /./ });
    relays[2]?.rules.push({ kind: "malformed", path: /./ });
    await fill();
    await expectRows((relay) => (relay === relays[0] ? all : undefined));
  });

  it("come by a backfill of their own, as far as relays report them, and it names what is missing", async () => {
    const [, second, third] = relays;
    if (second === undefined || third === undefined) throw new Error("no relays");
    third.rules.push({ kind: "status", status: 404, body: "gone", path: /./ });
    second.faults.limitMax = 3;
    const problem = backfill({ from: String(range.from), to: String(range.to) });
    await expect(problem).rejects.toThrow(
      new RegExp(`  ${nameOf(third)}: 2 epochs between 42 and 43: .* answered 404 .*gone`),
    );
    expect(third.requests).toHaveLength(1);
    await expectRows((relay) => (relay === third ? undefined : relay === second ? range : all));
  });

  it("are requested again by a later process, newest first", async () => {
    const [, second, third] = relays;
    third?.rules.push({ kind: "status", status: 503, path: /./ });
    await fill({ from: range.to, to: range.to });
    await expectRows((relay) => (relay === third ? undefined : all));
    expect(second?.requests.length).toBeGreaterThan(0);
  });

  it("are waited for where workers are elsewhere, unless relays don't report them", async () => {
    const config = configOf();
    const { opened, node } = await openNetwork("eth", config, { store, log, signal });
    const part = await openRelaysPart(opened, node, { config, store, log, signal, range: {} });
    const { network } = part.session;
    expect(part).toMatchObject({ range: all, isDone: false });
    expect(await part.readable()).toEqual({ done: 0, isReadable: false });
    expect(await part.firstUnwritten(network, all)).toBe(all.from);
    relays[2]?.rules.push({ kind: "status", status: 404, path: /./ });
    const run = part.session.openRun({ ...all, kind: "backfill" }, undefined);
    const unit = await run.prepare(all.from, signal, all.to);
    const sent: unknown[] = [];
    await unit.publish(async (messages) => void sent.push(...messages), signal);
    // The next backfill begins with the epochs that were not reported.
    expect([sent, unit.cursor?.()]).toEqual([[], { height: all.from, position: 0, root: "" }]);
    expect(await part.readable()).toEqual({ done: 4, isReadable: true });
    expect(await part.firstUnwritten(network, all)).toBe(all.to + 1);
    await expect(part.end?.()).rejects.toThrow("4 epochs between 41 and 44");
  });

  it("are completed by the same command, which then requests nothing more", async () => {
    const seen: unknown[] = [];
    const done = { part: "relays", unit: "epoch" };
    expect(await backfill({}, { emit: (progress) => void seen.push(progress) })).toMatchObject({
      ...{ ...done, ...all },
    });
    expect(seen.at(-1)).toMatchObject({ done: 4, total: 4, phase: "published", unit: "epoch" });
    await expectRows(() => all);
    for (const relay of relays) relay.requests.length = 0;
    expect(await backfill()).toMatchObject({ ...done, ...all });
    for (const { requests } of relays) expect(requests).toEqual([]);
  });
});
