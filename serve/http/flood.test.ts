/** Load that comes without a key: it costs the warehouse next to nothing, and those with a key don't feel it. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../lib/store/store.ts";
import { serveStore } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createKey } from "../access/keys.ts";
import type { AppOptions } from "./app.ts";

let store: Store;
let closeStore: () => Promise<void>;
beforeAll(async () => {
  ({ store, close: closeStore } = await openTemporaryStore({ family: "eth" }));
  await insertNetwork(store);
  await insertValidators(store, 3);
});
afterAll(() => closeStore());

const path = "/v0/eth/validators/1";
const madeUpKey = () => `va_${randomBytes(6).toString("hex")}_${randomBytes(24).toString("hex")}`;

/** The application on a warehouse whose statements are counted, called from any address. */
async function open(options: Partial<AppOptions> = {}) {
  const counted = { statements: 0, pings: 0 };
  const watched: Store = {
    ...store,
    rows: (sql, params) => {
      counted.statements += 1;
      return store.rows(sql, params);
    },
    ping: () => {
      counted.pings += 1;
      return store.ping();
    },
  };
  const { app, key, close } = await serveStore(watched, {
    keyTtlMs: 600_000,
    factsTtlMs: 600_000,
    ...options,
  });
  const send = async (where: string, from: string, headers: Record<string, string> = {}) =>
    app.request(where, { headers }, { incoming: { socket: { remoteAddress: from } } });
  const sendWith = (bearer: string, from: string) => send(path, from, { authorization: `Bearer ${bearer}` });
  return { send, sendWith, key, counted, close };
}

describe("keys that don't exist", () => {
  it("are looked up together, however many they are", async () => {
    const { sendWith, counted, close } = await open();
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => sendWith(madeUpKey(), "203.0.113.1")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(500).fill(401));
    expect(counted.statements).toBe(1);
    await close();
  });

  it("leave those that exist where they are: they go on without a statement", async () => {
    const { sendWith, key, counted, close } = await open();
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 1_000 }, () => sendWith(madeUpKey(), "203.0.113.1")));
    const before = counted.statements;
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    expect(counted.statements).toBe(before);
    await close();
  });

  it("beyond a thousand at once get a Retry-After", async () => {
    const { sendWith, close } = await open();
    const answers = await Promise.all(
      Array.from({ length: 1_200 }, () => sendWith(madeUpKey(), "203.0.113.1")),
    );
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(200);
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    await close();
  });

  it("work at once when they are created later", async () => {
    const { sendWith, close } = await open();
    expect((await sendWith(madeUpKey(), "203.0.113.1")).status).toBe(401);
    const { key } = await createKey(store, { name: "new" });
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    await close();
  });
});

describe("a wrong secret of a key that exists", () => {
  const withSecretOf = (key: string, other: string) =>
    [...key.split("_").slice(0, 2), other.split("_")[2]].join("_");

  it("is looked up like an unknown identifier, so that neither is refused sooner", async () => {
    const { sendWith, key, counted, close } = await open();
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    for (const wrong of [madeUpKey(), withSecretOf(key, madeUpKey())]) {
      const before = counted.statements;
      expect((await sendWith(wrong, "203.0.113.1")).status).toBe(401);
      expect(counted.statements - before).toBe(1);
    }
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    await close();
  });

  it("counts against its address", async () => {
    const { sendWith, key, close } = await open({ keylessPerMinute: 3 });
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      statuses.push((await sendWith(withSecretOf(key, madeUpKey()), "203.0.113.1")).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    await close();
  });
});

describe("an address without a valid key", () => {
  it("is refused beyond its limit, while others are not, nor keys that are known", async () => {
    const { send, sendWith, key, counted, close } = await open({ keylessPerMinute: 20 });
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => sendWith(madeUpKey(), "203.0.113.1")));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
    const before = counted.statements;
    const refused = await sendWith(madeUpKey(), "203.0.113.1");
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      detail: "Too many requests from this address without a valid key",
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send("/openapi.json", "203.0.113.1")).status).toBe(429);
    expect((await send("/nowhere", "203.0.113.1")).status).toBe(429);
    expect((await send("/healthz", "203.0.113.1")).status).toBe(200);
    expect(counted.statements).toBe(before);
    expect((await sendWith(key, "203.0.113.1")).status).toBe(200);
    expect((await sendWith(madeUpKey(), "203.0.113.2")).status).toBe(401);
    await close();
  });

  it("is the client's address as a trusted proxy forwards it, and the header of others is ignored", async () => {
    const { send, close } = await open({ keylessPerMinute: 2, trustedProxies: ["10.0.0.0/8"] });
    const statusOf = async (from: string, forwardedFor: string) =>
      (await send(path, from, { "x-forwarded-for": forwardedFor })).status;
    for (const client of ["198.51.100.1", "198.51.100.1", "198.51.100.2"])
      expect(await statusOf("10.0.0.1", client), `status for the client ${client}`).toBe(401);
    expect(await statusOf("10.0.0.1", "198.51.100.1")).toBe(429);
    for (const made of ["198.51.100.7", "198.51.100.8"])
      expect(await statusOf("203.0.113.1", made), `status for the client ${made}`).toBe(401);
    expect(await statusOf("203.0.113.1", "198.51.100.9")).toBe(429);
    await close();
  });
});

it("probes the warehouse once for concurrent readiness requests", async () => {
  const { send, counted, close } = await open();
  const answers = await Promise.all(Array.from({ length: 200 }, () => send("/readyz", "203.0.113.1")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(counted.pings).toBe(1);
  await close();
});
