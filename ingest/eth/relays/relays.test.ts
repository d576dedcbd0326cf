/** Relays' data API on stub relays: pages, limits, faults. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EthFixture, generateChain } from "../../../fixtures/eth/generate.ts";
import type { RelayRecord } from "../../../fixtures/eth/scenario/relays.ts";
import { type StubRelay, type StubRelayOptions, startStubRelay } from "../../../fixtures/eth/stubRelay.ts";
import { errorMessage, isErrorOfKind } from "../../../lib/errors.ts";
import { createLogger } from "../../../lib/logger.ts";
import type { RelayPayload } from "../../../schemas/eth/facts.ts";
import { createRelayClient } from "./client.ts";
import { createDeliveries } from "./deliveries.ts";
import { relayName, relaysOf } from "./names.ts";

const log = createLogger("silent");
const { signal } = new AbortController();
const path = "/relay/v1/data/bidtraces/proposer_payload_delivered";

/** A record in the listener's form. */
const payloadOf = (record: RelayRecord): RelayPayload => ({
  slot: Number(record.slot),
  block_hash: record.block_hash,
  builder_pubkey: record.builder_pubkey,
  proposer_fee_recipient: record.proposer_fee_recipient.toLowerCase(),
  value_wei: record.value,
});

/** A relay's records of slots, newest first as in the stub. */
const expected = ({ records }: StubRelay, first: number, last: number) =>
  records
    .filter(({ slot }) => Number(slot) >= first && Number(slot) <= last)
    .map(payloadOf)
    .reverse();

let chain: EthFixture;
let relay: StubRelay;
let warnings: string[];

function clientOf(stub: StubRelay, url = stub.url) {
  const client = createRelayClient({
    ...{ name: "stub", url, requestsPerSecond: 10_000, log },
    nodeOptions: { restBaseMs: 20, restMaxMs: 40 },
  });
  const deliveries = createDeliveries(client, {
    lastFinal: () => chain.endSlot - 8,
    log: { warn: (_: unknown, text: string) => void warnings.push(text) } as unknown as typeof log,
  });
  return { client, between: (first: number, last: number) => deliveries.between(first, last, signal) };
}

/** A failing relay's error. */
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: unknown) => (isErrorOfKind(error, "source") ? `${error.code}: ${errorMessage(error)}` : error),
  );

const requestedPages = () =>
  relay.requests.map(({ path: text }) => {
    const query = new URLSearchParams(text.split("?")[1]);
    return { cursor: Number(query.get("cursor")), limit: Number(query.get("limit")) };
  });

beforeAll(async () => {
  chain = generateChain({ seed: 5, preset: "minimal", validators: 64, startEpoch: 40, epochs: 40 });
  // The one that writes capitals.
  relay = await startStubRelay(chain, { relay: 1 });
});
afterAll(() => relay.close());
beforeEach(() => {
  relay.rules.length = 0;
  relay.requests.length = 0;
  warnings = [];
  Object.assign(relay.faults, {
    ...{ limitMax: 200, isLimitSilent: false, isEmptyNull: false, cursorShift: 0 },
    edit: (record: RelayRecord) => record,
  });
});

describe("names of relays", () => {
  it("are the original's where it has one, else host and port, never user or key", () => {
    const names = {
      "https://0xac6e@boost-relay.flashbots.net": "flashbots",
      "https://0xa155@relay.ultrasound.money": "ultra_sound_money",
      "https://bloxroute.regulated.blxrbdn.com/": "bloxroute_regulated",
      "https://bloxroute.max-profit.blxrbdn.com": "bloxroute_maxprofit",
      "https://agnostic-relay.net:443": "agnostic",
      "https://aestus.live": "aestus",
      "https://mainnet-relay.securerpc.com": "manifold",
      "https://relay.edennetwork.io": "edennetwork",
      "http://user:secret@Relay.Example:8080/base": "relay.example:8080",
      "https://relay.example": "relay.example",
    };
    for (const [url, name] of Object.entries(names)) expect(relayName(url)).toBe(name);
  });

  it("stand for one relay each", () => {
    const urls = ["https://a:secret@one.example", "https://two.example", "https://b@one.example/path"];
    expect(relaysOf(urls.slice(0, 2), "X").map(({ name }) => name)).toEqual(["one.example", "two.example"]);
    expect(() => relaysOf(urls, "ETH_RELAY_URLS")).toThrow(
      /^ETH_RELAY_URLS names the relay one.example twice/,
    );
  });
});

describe("pages of a relay", () => {
  it.each<[string, Partial<StubRelayOptions>]>([
    ["of 200", {}],
    ["of 7", { limitMax: 7 }],
    ["of 3", { limitMax: 3 }],
    ["that are shorter than they say", { limitMax: 4, isLimitSilent: true, isEmptyNull: true }],
  ])("%s list each payload once", async (_, faults) => {
    Object.assign(relay.faults, faults);
    const { between } = clientOf(relay);
    expect(await between(0, chain.endSlot)).toEqual(expected(relay, 0, chain.endSlot));
    expect(warnings).toEqual([]);
  });

  it("that hold nothing but one slot come to an end, with a warning", async () => {
    relay.faults.limitMax = 1;
    const slots = relay.records.map(({ slot }) => slot);
    const payloads = await clientOf(relay).between(0, chain.endSlot);
    expect(payloads.map(({ slot }) => String(slot)).reverse()).toEqual([...new Set(slots)]);
    expect(warnings.length).toBe(payloads.length);
  });

  it("are requested with the limit that the relay allows, which is found once", async () => {
    relay.faults.limitMax = 30;
    const { between } = clientOf(relay);
    await between(chain.startSlot, chain.endSlot);
    expect(requestedPages().filter(({ limit }) => limit > 30)).toHaveLength(1);
    expect(new Set(requestedPages().map(({ limit }) => limit))).toEqual(new Set([200, 30]));
  });

  it.each([
    ["upwards", 1],
    ["downwards", -1],
  ])("serve several epochs %s", async (_, step) => {
    relay.faults.limitMax = 20;
    const { between } = clientOf(relay);
    const slots = Array.from({ length: 38 }, (__, index) => chain.startSlot + 8 * index);
    for (const first of step === 1 ? slots : slots.reverse())
      expect(await between(first, first + 7)).toEqual(expected(relay, first, first + 7));
    // None of them goes beyond the final slots.
    const cursors = requestedPages().map(({ cursor }) => cursor);
    expect(Math.max(...cursors)).toBeLessThanOrEqual(chain.endSlot - 8);
    expect(cursors.length).toBeLessThan(slots.length / 2);
  });

  it("that were read before a failure are not requested again", async () => {
    relay.faults.limitMax = 10;
    const { between } = clientOf(relay);
    const older = relay.records.slice(60).map(({ slot }) => slot);
    relay.rules.push({ kind: "status", status: 404, path: new RegExp(`cursor=(?:${older.join("|")})&`) });
    await expect(between(0, chain.endSlot)).rejects.toThrow("answered 404");
    const before = requestedPages();
    relay.rules.length = 0;
    relay.requests.length = 0;
    expect(await between(0, chain.endSlot)).toEqual(expected(relay, 0, chain.endSlot));
    expect(before.length).toBeGreaterThan(5);
    expect(requestedPages()[0]).toEqual(before.at(-1));
  });
});

describe("a relay", () => {
  it("is left in peace for as long as it says", async () => {
    relay.rules.push({ kind: "status", status: 429, retryAfterSeconds: 1, path: /delivered/, count: 1 });
    const started = performance.now();
    const { between } = clientOf(relay);
    expect(await between(chain.endSlot - 7, chain.endSlot)).not.toEqual([]);
    expect(performance.now() - started).toBeGreaterThan(950);
    expect(relay.requests).toHaveLength(2);
  });

  it("is requested with user and password, which no error reveals", async () => {
    const closed = await startStubRelay(chain, { relay: 1, credentials: "0xac6e:s3cret" });
    const open = clientOf(closed, closed.url.replace("://", "://0xac6e:s3cret@"));
    expect((await open.client.page(chain.endSlot, signal)).payloads).toHaveLength(relay.records.length);
    const wrong = clientOf(closed, closed.url.replace("://", "://0xac6e:wrong@"));
    const problem = await problemOf(wrong.client.page(chain.endSlot, signal));
    expect(problem).toMatch(/^refused: 127\.0\.0\.1:\d+#[0-9a-f]{8} answered 401/);
    await closed.close();
    expect(await problemOf(open.client.page(1, signal))).toMatch(/^connection: (?!.*s3cret)/);
  });

  it.each<[string, RegExp, Partial<StubRelayOptions>]>([
    ["a slot after the cursor", /^lying/, { cursorShift: 1 }],
    ["no number", /^bad_answer/, { edit: (record) => ({ ...record, value: 1e18 }) }],
    ["more than 256 bits", /^bad_answer/, { edit: (record) => ({ ...record, value: String(2n ** 256n) }) }],
    [
      "a short hash",
      /^bad_answer/,
      { edit: ({ block_hash, ...record }) => ({ ...record, block_hash: "0x12" }) },
    ],
    ["no record", /^bad_answer/, { edit: () => null }],
    ["no key", /^bad_answer/, { edit: ({ builder_pubkey: _, ...record }) => record }],
  ])("that says %s is not believed", async (_, problem, faults) => {
    Object.assign(relay.faults, faults);
    const slot = Number(relay.records[20]?.slot) - 1;
    expect(await problemOf(clientOf(relay).client.page(slot, signal))).toMatch(problem);
  });

  it.each([
    ["malformed", "bad_json"],
    ["truncated", "truncated"],
    ["reset", "connection"],
  ] as const)("whose answer is %s is requested again, then given up", async (kind, code) => {
    relay.rules.push({ kind, path: /delivered/ });
    expect(await problemOf(clientOf(relay).client.page(chain.endSlot, signal))).toContain(`${code}: `);
    expect(relay.requests).toHaveLength(2);
    expect(relay.requests[0]?.path).toBe(`${path}?cursor=${chain.endSlot}&limit=200`);
  });
});
