/** Blocks, and proposers' rewards and missed rewards: every field of the API equals the model, to the wei. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWithoutDeposits, findWithoutExecution, findWithoutRelay } from "../chains/ethUnknown.ts";
import { type EthFixture, generateChain } from "../fixtures/eth/generate.ts";
import { type ExecutionSlot, executionTruth } from "../fixtures/eth/scenario/executionTruth.ts";
import { type StubExecutionNode, startStubExecutionNode } from "../fixtures/eth/stubExecutionNode.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { type StubRelay, startStubRelay } from "../fixtures/eth/stubRelay.ts";
import { executionChainId } from "../ingest/eth/execution/chain.ts";
import { relaysOf } from "../ingest/eth/relays/names.ts";
import type { SourceOptions } from "../ingest/eth/sources.ts";
import { createExecutionClient } from "../ingest/execution/client.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { ethVerification } from "../verify/eth/kinds.ts";
import { expectDays } from "./support/ethExecutionAnswers.ts";
import { modelBlock } from "./support/ethModelBlocks.ts";
import { modelDays } from "./support/ethModelDay.ts";
import { ingest, openEthSession, openPipeline } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { isNight } from "./support/nightCases.ts";
import { replayIn } from "./support/replay.ts";
import { type ServeFixture, serveStore } from "./support/serve.ts";
import { smallTables } from "./support/smallTables.ts";
import { verifyRange } from "./support/verify.ts";
import { log, openTemporaryStore } from "./support/warehouse.ts";

const nodeOptions = { rounds: 1, restBaseMs: 5, restMaxMs: 10 };

describe("blocks of a chain", () => {
  let chain: EthFixture;
  let range: { from: number; to: number };
  let beacon: StubBeaconNode;
  let execution: StubExecutionNode;
  let relays: StubRelay[];
  /** With all that nodes and relays report. */
  let truth: ExecutionSlot[];
  let expected: Record<string, string>;

  beforeAll(async () => {
    // Days of two epochs.
    chain = generateChain({
      ...{ validators: 64, preset: "minimal", seed: 43, startEpoch: 40, epochs: 9 },
      spec: { SECONDS_PER_SLOT: "5400" },
      knobs: { missedSlotRate: 0.12, emptyPayloadRate: 0.1 },
    });
    range = { from: 41, to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2) };
    beacon = await startStubBeaconNode(chain);
    execution = await startStubExecutionNode(chain);
    relays = await Promise.all([0, 1, 2].map((relay) => startStubRelay(chain, { relay })));
    const names = Object.fromEntries(relays.map(({ url }, place) => [place, new URL(url).host]));
    truth = executionTruth(chain, { relays: names }).filter(
      ({ epoch }) => epoch >= range.from && epoch <= range.to,
    );
  });
  afterAll(async () => {
    for (const node of [beacon, execution, ...relays]) await node.close();
  });

  /** An empty warehouse with a worker and the API. */
  async function open() {
    // A replay reads the networks of all chains.
    const warehouse = await openTemporaryStore({ family: "eth" });
    const { store } = warehouse;
    const pipeline = await openPipeline(store);
    const served = await serveStore(store);
    const findUnknown = { deposits: findWithoutDeposits(store), blocks: findWithoutExecution(store) };
    const sources: Pick<SourceOptions, "execution" | "relay"> = {
      execution: { urls: [execution.url], restMs: 0, nodeOptions, findUnknown },
      relay: {
        relays: relaysOf(
          relays.map(({ url }) => url),
          "ETH_RELAY_URLS",
        ),
        ...{ requestsPerSecond: 10_000, nodeOptions, restMs: 0 },
        findUnknown: (relay) => findWithoutRelay(store, relay),
      },
    };
    return {
      ...{ store, served, path: warehouse.path },
      fill: (own = range, more: Partial<SourceOptions> = {}) =>
        ingest(beacon.url, store, pipeline, own, { ...sources, ...more }),
      close: async () => {
        await pipeline.stop();
        await served.close();
        await warehouse.close();
      },
    };
  }

  const headers = { "x-service-network": "generated" };
  async function pages(served: ServeFixture, size: number): Promise<Record<string, unknown>[]> {
    const records: Record<string, unknown>[] = [];
    for (let next: string | null = `/v0/eth/blocks?size=${size}`; next !== null; ) {
      const response: Response = await served.get(next, headers);
      const page = (await response.json()) as { data: Record<string, unknown>[]; next: string | null };
      records.push(...page.data);
      next = page.next;
    }
    return records;
  }

  const tablesOf = ({ store }: Awaited<ReturnType<typeof open>>) => fingerprint(store, "fct_eth|int_eth");

  describe("that nodes and relays report", () => {
    let filled: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      filled = await open();
      await filled.fill();
      expected = await tablesOf(filled);
    });
    afterAll(() => filled.close());

    it("are listed slot by slot, the latest first", async () => {
      const slots = truth.map((slot) => modelBlock(chain, slot)).reverse();
      expect(new Set(slots.map(({ executionProposerDuty }) => executionProposerDuty))).toEqual(
        new Set(["proposed", "missed", "orphaned", "empty"]),
      );
      expect(await pages(filled.served, 7)).toEqual(slots);
      const one = await filled.served.get(`/v0/eth/blocks/${slots[3]?.consensusSlot}`, headers);
      expect(await one.json()).toEqual(slots[3]);
      expect((await filled.served.get("/v0/eth/blocks/1", headers)).status).toBe(404);
    });

    it("are paid to validators, entities and the network, day by day", async () => {
      const days = (["chain", "utc"] as const).flatMap((dayType) => modelDays(chain, dayType, range));
      await expectDays(filled, { chain, days, truth, headers });
    });

    describe("equal the figures that nodes report themselves", () => {
      const open = async () => {
        const session = await openEthSession(beacon.url, { nodeOptions });
        const client = createExecutionClient({
          ...{ urls: [execution.url], requestsPerSecond: 10_000, nodeOptions, log },
          chainId: executionChainId(session.info.chain),
        });
        return ethVerification(session.info, client);
      };
      const about = () => ({ chain: "eth", family: "eth", network: "generated", store: filled.store });
      /** Compares one kind at an epoch. */
      const compareOne = async (name: string, epoch: number, software = "Stub/v1.0.0") => {
        const { kinds } = await open();
        const own = { software: async () => [software], kinds: kinds.filter((kind) => kind.name === name) };
        return verifyRange(own, about(), { from: epoch, to: epoch });
      };

      it("kind by kind", async () => {
        const verification = await open();
        expect(await verification.software(new AbortController().signal)).toEqual(["Stub/v1.0.0"]);
        const verified = await verifyRange(verification, about(), { from: 42, to: range.to }, 2);
        expect(verified.differences).toEqual([]);
        expect(verified.missing).toEqual([
          `balance_changes ${range.to}: epochs ${range.to - 1} to ${range.to + 1} are not all computed`,
        ]);
        expect(Object.entries(verified.compared).filter(([, count]) => count === 0)).toEqual([]);
      });

      it("except one that a node reports differently", async () => {
        const slot = truth.findLast(({ epoch, status }) => epoch === 43 && status === "proposed")?.slot ?? 0;
        const rewards = chain.journal.blockRewards.get(chain.canonicalRoots.get(slot) ?? "");
        const members = rewards?.members as Map<number, bigint>;
        const [validator, gwei] = [...members].at(-1) ?? [0, 0n];
        members.set(validator, gwei + 1n);
        const { differences } = await compareOne("sync_committee_rewards", 43);
        members.set(validator, gwei);
        expect(differences).toEqual([
          {
            ...{ kind: "sync_committee_rewards", point: 43, against: "warehouse", nodeError: null },
            ...{ subject: String(validator), item: `reward_gwei at slot ${slot}` },
            ...{ node: String(gwei + 1n), own: String(gwei) },
            explain: `/v1/eth/validators/${validator}/explain?date=2020-12-23&utc=true&kind=sync_committee`,
          },
        ]);
      });

      it("except by a known error of its software", async () => {
        beacon.faults.areSyncLossesUnlimited = true;
        const { differences } = await compareOne("sync_committee_rewards", 42, "teku/v25.11.0");
        beacon.faults.areSyncLossesUnlimited = false;
        const own = differences.filter(({ against }) => against === "warehouse");
        expect(own.length).toBeGreaterThan(0);
        for (const { nodeError } of own)
          expect(nodeError).toMatch(/^process_sync_aggregate .*RewardCalculator/);
      });

      it("and are missing where a node refuses them, in its own words", async () => {
        beacon.faults.rules.push({ kind: "status", status: 400, path: /duties.attester/, body: "too old" });
        const { missing, compared } = await compareOne("attester_duties", 43);
        beacon.faults.rules.length = 0;
        expect(compared).toEqual({ attester_duties: 0 });
        expect(missing).toEqual([expect.stringMatching(/^attester_duties 43: .* answered 400 .*too old$/)]);
      });
    });

    if (isNight)
      it("are rebuilt by a replay", async () => {
        const { store, path } = filled;
        for (const table of ["fct_eth_block", "int_eth_payload"])
          await store.command(`truncate table ${table}`);
        const openDatabase = (database: string) =>
          createEmbeddedStore({ path, database, settings: smallTables, poolSize: 2, log });
        const own = { network: "generated", from: String(range.from), to: String(range.to) };
        await replayIn({ store, openDatabase, close: async () => undefined }, own);
        const { int_eth_payload: payloads, ...rebuilt } = await tablesOf(filled);
        const { int_eth_payload: expectedPayloads, ...others } = expected;
        expect(rebuilt).toEqual(others);
        // Except the payloads of the epochs around, which have no record.
        expect(Number(payloads?.split(":")[0])).toBeGreaterThan(Number(expectedPayloads?.split(":")[0]) - 9);
      });
  });

  if (isNight)
    it("are unknown without execution nodes and relays, never zero, until these report them", async () => {
      const bare = await open();
      try {
        await bare.fill(range, { execution: undefined, relay: undefined });
        const none = truth.map((slot) => modelBlock(chain, slot, "none")).reverse();
        expect(await pages(bare.served, 200)).toEqual(none);
        const days = modelDays(chain, "chain", range);
        await expectDays(bare, { chain, days, truth: undefined, headers });
        // One relay answers, two fail: its deliveries are known; for other blocks it is unknown whether a relay delivered.
        for (const relay of relays.slice(1)) relay.rules.push({ kind: "reset", path: /./ });
        await bare.fill();
        for (const relay of relays) relay.rules.length = 0;
        const [answering] = relays.map(({ url }) => new URL(url).host);
        const isDelivered = (slot: ExecutionSlot) => slot.relays.includes(answering ?? "");
        const externalOf = (slot: ExecutionSlot) =>
          slot.block === null ? "0" : isDelivered(slot) ? String(slot.executionRewards) : null;
        expect(truth.some((slot) => isDelivered(slot) && slot.relays.length === 1)).toBe(true);
        expect(truth.some((slot) => slot.relays.length > 0 && !isDelivered(slot))).toBe(true);
        expect(
          await bare.store.rows(
            "select slot, external_rewards_wei, is_relay_known from fct_eth_block final order by slot",
          ),
        ).toEqual(
          truth.map((slot) => ({
            ...{ slot: slot.slot, external_rewards_wei: externalOf(slot), is_relay_known: 0 },
          })),
        );
        expect((await pages(bare.served, 200)).map(({ relays: names }) => names)).toEqual(
          none.map(() => null),
        );
        // Facts that come with a later epoch lead to the same tables.
        await bare.fill({ from: range.to, to: range.to });
        expect(await tablesOf(bare)).toEqual(expected);
      } finally {
        await bare.close();
      }
    });
});
