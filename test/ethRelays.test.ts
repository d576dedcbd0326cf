/** What MEV relays say they delivered: read with each epoch, later what they didn't tell then, and of any range. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findWithoutRelay } from "../chains/ethRelays.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { type StubRelay, startStubRelay } from "../fixtures/eth/stubRelay.ts";
import { relaysOf } from "../ingest/eth/relays/names.ts";
import type { RelayOptions } from "../ingest/eth/sources.ts";
import { ingest, openPipeline, openWarehouse, type TestWarehouse } from "./support/ethPipeline.ts";

const slotsPerEpoch = 8;
const nodeOptions = { rounds: 1, restBaseMs: 5, restMaxMs: 10 };

describe("payloads of relays", () => {
  let chain: EthFixture;
  let beacon: StubBeaconNode;
  let relays: StubRelay[];
  let range: { from: number; to: number };

  beforeAll(async () => {
    chain = generateChain({ seed: 5, preset: "minimal", validators: 64, startEpoch: 40, epochs: 13 });
    range = { from: 41, to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2) };
    beacon = await startStubBeaconNode(chain);
    relays = await Promise.all([0, 1, 2].map((relay) => startStubRelay(chain, { relay, limitMax: 20 })));
  });
  afterAll(async () => {
    for (const node of [beacon, ...relays]) await node.close();
  });
  beforeEach(() => {
    for (const relay of relays) relay.rules.length = 0;
  });

  const nameOf = ({ url }: StubRelay) => new URL(url).host;

  async function open() {
    const warehouse = await openWarehouse();
    const { store } = warehouse;
    const pipeline = await openPipeline(store);
    const options: RelayOptions = {
      relays: relaysOf(
        relays.map(({ url }) => url),
        "ETH_RELAY_URLS",
      ),
      ...{ requestsPerSecond: 10_000, nodeOptions, restMs: 0 },
      findUnknown: (relay) => findWithoutRelay(store, relay),
    };
    return {
      store,
      fill: (own = range, more: Partial<RelayOptions> = {}) =>
        ingest(beacon.url, store, pipeline, own, { relay: { ...options, ...more } }),
      close: async () => {
        await pipeline.stop();
        await warehouse.close();
      },
    };
  }

  /** The rows of both tables that relays' truth leads to. */
  async function expectRows(
    store: TestWarehouse["store"],
    epochsOf: (relay: StubRelay) => { from: number; to: number } | undefined,
  ) {
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
    const found = await store.rows<(typeof payloads)[number]>(
      `select slot, epoch, relay, block_hash, builder_pubkey, proposer_fee_recipient, toString(value_wei) as value_wei
      from raw_eth_relay_payload final where network = 'generated'`,
    );
    expect(order(found)).toEqual(order(payloads));
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

  describe("in a warehouse", () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let all: { from: number; to: number };
    beforeAll(async () => {
      opened = await open();
      all = { from: range.from - 1, to: range.to + 1 };
    });
    afterAll(() => opened.close());

    it("are read with the epochs, whatever happens to other relays", async () => {
      relays[1]?.rules.push({ kind: "reset", path: /./ });
      relays[2]?.rules.push({ kind: "malformed", path: /./ });
      await opened.fill();
      await expectRows(opened.store, (relay) => (relay === relays[0] ? all : undefined));
    });

    it("are asked for again by a later process, newest first", async () => {
      relays[2]?.rules.push({ kind: "status", status: 503, path: /./ });
      await opened.fill({ from: range.to, to: range.to });
      await expectRows(opened.store, (relay) => (relay === relays[2] ? undefined : all));
      for (const relay of relays) relay.rules.length = 0;
      await opened.fill({ from: range.to, to: range.to });
      await expectRows(opened.store, () => all);
    });
  });
});
