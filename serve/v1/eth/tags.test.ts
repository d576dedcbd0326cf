import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertNetwork, insertValidators, pubkeyOf } from "../../../test/support/serveEth.ts";
import { createKey, uuidOfKey } from "../../access/keys.ts";
import { type App, createApp } from "../../http/app.ts";

type Tag = Record<
  "id" | "name" | "network" | "organizationId" | "createdBy" | "createdAt" | "updatedAt",
  string | null
>;
type Answer = { status: number; headers: Headers; body: Tag & { tag: Tag; detail: unknown; results: Tag[] } };

let fixture: ServeFixture;
/** Another server on the same warehouse. */
let second: App;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  await insertNetwork(fixture.store);
  await insertNetwork(fixture.store, "hoodi");
  await insertValidators(fixture.store, 20);
  second = createApp({ store: fixture.store, log: createLogger("silent") });
});
afterAll(async () => {
  await second.close();
  await fixture.close();
});

/** A client with the key of a new organization, or of one that exists. */
async function clientOf(tier = "operator", organizationId = `organization ${randomUUID()}`) {
  const { key, keyId } = await createKey(fixture.store, { name: "test", tier, organizationId });
  async function sendTo(
    server: number,
    method: string,
    path: string,
    body?: unknown,
    network = "mainnet",
  ): Promise<Answer> {
    const response = await (server === 0 ? fixture : second).app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "x-service-network": network,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  }
  const send = (method: string, path: string, body?: unknown, network?: string) =>
    sendTo(0, method, path, body, network);
  const create = async (body: object) => (await send("POST", "/v1/eth/tags", { name: "mine", ...body })).body;
  return { send, sendTo, create, keyId, organizationId };
}

/** Indices of who belongs to a set, by the table. */
async function membersOf(tagId: string | null): Promise<number[]> {
  const rows = await fixture.store.rows<{ pubkey: string }>(
    "select lower(hex(pubkey)) as pubkey from app_tag_validator final where tag_id = {tagId:String} and removed_at is null order by pubkey",
    { tagId },
  );
  return rows.map(({ pubkey }) => Number.parseInt(pubkey.slice(0, 8), 16));
}

/** That many validators in a set, from index 1,000,000. */
const fill = (tagId: string | null, count: number) =>
  fixture.store.command(
    `insert into app_tag_validator (tag_id, pubkey, added_at, version)
    select {tagId:String}, unhex(repeat(leftPad(lower(hex(toUInt32(1000000 + number))), 8, '0'), 12)), now64(6), 1
    from numbers({count:UInt32})`,
    { tagId, count },
  );

const keysFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, position) => pubkeyOf(first + position));

describe("a private set", () => {
  it("is created, returned and listed", async () => {
    const { send, keyId, organizationId } = await clientOf();
    const bare = pubkeyOf(1).slice(2).toUpperCase();
    const created = await send("POST", "/v1/eth/tags", { name: "Größe ✓", pubkeys: [bare], indices: [1, 3] });
    expect(created.status).toBe(201);
    const tag = created.body;
    expect(tag).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: "Größe ✓",
      network: "mainnet",
      organizationId,
      createdBy: uuidOfKey(keyId),
      createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: null,
    });
    expect(tag.createdBy).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await membersOf(tag.id)).toEqual([1, 3]);
    const again = (await send("POST", "/v1/tags", { name: "Größe ✓" })).body;
    expect((await send("GET", `/v1/eth/tags/${tag.id?.toUpperCase()}`)).body).toEqual(tag);
    const list = await send("GET", "/v1/eth/tags");
    expect(list.body).toEqual({ previous: null, next: null, pages: 1, results: [tag, again] });
    expect(list.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("has any text for a name", async () => {
    const { create } = await clientOf();
    for (const name of [
      ...["'", "\\'", "');drop table app_tag--", "{name:String}"],
      '\u0000\n"',
      "`",
      "\u{1f600}",
    ]) {
      expect((await create({ name })).name).toBe(name);
    }
  });

  it("belongs to the organization, with any of its keys, and to one network", async () => {
    const first = await clientOf();
    const second = await clientOf("build", first.organizationId);
    const tag = await first.create({});
    expect((await second.send("GET", `/v1/eth/tags/${tag.id}`)).body).toEqual(tag);
    const elsewhere = await first.send("GET", `/v1/eth/tags/${tag.id}`, undefined, "hoodi");
    expect([elsewhere.status, elsewhere.body]).toEqual([404, { detail: `Not found: ${tag.id}` }]);
    expect((await first.send("GET", "/v1/eth/tags", undefined, "hoodi")).body.results).toEqual([]);
    const stranger = await clientOf();
    for (const method of ["GET", "DELETE"])
      expect((await stranger.send(method, `/v1/eth/tags/${tag.id}`)).status).toBe(404);
    expect((await first.send("GET", "/v1/eth/tags")).body.results).toEqual([tag]);
  });

  it("takes validators in, lets them go and takes them in again", async () => {
    const { send, create } = await clientOf();
    const { id } = await create({ pubkeys: [pubkeyOf(1)] });
    const add = (base: string, indices: number[]) =>
      send("POST", `${base}/${id}/validators`, { pubkeys: indices.map(pubkeyOf) });
    const added = await add("/v1/eth/tags", [1, 2, 2, 99]);
    expect([added.status, added.body]).toMatchObject([200, { pubkeysAdded: 2, tag: { id } }]);
    expect(added.body.tag.updatedAt).not.toBeNull();
    // A unit price for each requested key, and nothing for bytes.
    expect(added.headers.get("x-service-compute-units")).toBe(String(128 * 3));
    expect((await add("/v1/tags", [99])).body).toMatchObject({ pubkeysAdded: 0 });
    const removed = await send("DELETE", `/v1/eth/tags/${id}/validators/${pubkeyOf(2)}`);
    expect([removed.status, removed.body]).toMatchObject([200, { pubkeysRemoved: 1, tag: { id } }]);
    expect(await membersOf(id)).toEqual([1, 99]);
    const twice = await send("DELETE", `/v1/tags/${id}/validators/${pubkeyOf(2)}`);
    expect([twice.status, twice.body]).toEqual([404, { detail: `Not found: ${pubkeyOf(2)}` }]);
    expect((await add("/v1/eth/tags", [2])).body).toMatchObject({ pubkeysAdded: 1 });
    expect(await membersOf(id)).toEqual([1, 2, 99]);
    expect((await send("DELETE", `/v1/tags/${id}/validators/${pubkeyOf(99)}`)).status).toBe(200);
  });

  it.each([1, 2])(
    "holds 15,000 validators, also when several calls fill it at once (servers: %i)",
    async (servers) => {
      const { send, sendTo, create } = await clientOf();
      const { id } = await create({});
      await fill(id, 14_000);
      const path = `/v1/eth/tags/${id}/validators`;
      const add = (first: number, count: number) => send("POST", path, { pubkeys: keysFrom(first, count) });
      await add(1, 1);
      await send("DELETE", `${path}/${pubkeyOf(1)}`);
      const answers = await Promise.all(
        [1, 701].map((first, turn) =>
          sendTo(turn % servers, "POST", path, { pubkeys: keysFrom(first, 700) }),
        ),
      );
      // A refused request adds nothing. Two servers may both refuse where one would have been enough.
      for (const { status } of answers) expect([200, 400]).toContain(status);
      const taken = answers.filter(({ status }) => status === 200).length;
      expect(taken).toBeLessThanOrEqual(1);
      if (servers === 1) expect(taken).toBe(1);
      expect(await membersOf(id)).toHaveLength(14_000 + 700 * taken);
      const rest = 1_000 - 700 * taken;
      expect((await add(5_000, rest)).body).toMatchObject({ pubkeysAdded: rest });
      const refused = await add(9_000, 1);
      expect([refused.status, refused.body.detail]).toMatchObject([400, [{ loc: ["body", "pubkeys"] }]]);
      expect((await add(5_000, 1)).body).toMatchObject({ pubkeysAdded: 0 });
      expect(await membersOf(id)).toHaveLength(15_000);
    },
  );

  it("lists its validators, page by page", async () => {
    const { send, create } = await clientOf();
    const { id } = await create({ pubkeys: keysFrom(0, 5) });
    await send("POST", `/v1/eth/tags/${id}/validators`, { pubkeys: [pubkeyOf(1_000)] });
    await send("DELETE", `/v1/eth/tags/${id}/validators/${pubkeyOf(2)}`);
    const page = async (query: string) =>
      (await send("GET", `/v1/eth/tags/${id}/validators${query}`)).body as never;
    const row = (index: number, validatorIndex: number | null = index) => ({
      pubkey: pubkeyOf(index),
      validatorIndex,
      addedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const first = [row(0), row(1), row(3)];
    expect(await page("?limit=3")).toMatchObject({ previous: null, pages: 2, results: first });
    expect(await page("?limit=3&offset=3")).toMatchObject({
      next: null,
      results: [row(4), row(1_000, null)],
    });
    const list = (await send("GET", "/v1/account/tags")).body.results;
    expect(list).toMatchObject([{ chain: "eth", network: "mainnet", id, name: "mine", validators: 5 }]);
  });

  it("has another name when it is given one", async () => {
    const { send, create } = await clientOf();
    const { id, ...tag } = await create({ pubkeys: keysFrom(1, 2) });
    const renamed = await send("POST", `/v1/eth/tags/${id}/rename`, { name: "Größe ✓" });
    expect([renamed.status, renamed.body]).toEqual([200, { ...tag, id, name: "Größe ✓" }]);
    expect((await send("GET", `/v1/eth/tags/${id}`)).body).toEqual(renamed.body);
    expect(await membersOf(id)).toEqual([1, 2]);
    for (const name of ["", "x".repeat(201), 7])
      expect((await send("POST", `/v1/eth/tags/${id}/rename`, { name })).status).toBe(400);
    expect((await send("POST", `/v1/eth/tags/${randomUUID()}/rename`, { name: "x" })).status).toBe(404);
  });

  it.each([1, 2])(
    "is gone once it is deleted, also with concurrent changes (servers: %i)",
    async (servers) => {
      const { send, sendTo, create, organizationId } = await clientOf();
      const limited = await clientOf("build", organizationId);
      const { id, ...tag } = await create({ pubkeys: keysFrom(1, 2) });
      const path = `/v1/eth/tags/${id}`;
      const [deleted, ...others] = await Promise.all([
        sendTo(0, "DELETE", path),
        sendTo(servers - 1, "POST", `${path}/validators`, { pubkeys: keysFrom(3, 2) }),
        sendTo(servers - 1, "POST", `${path}/rename`, { name: "late" }),
        sendTo(servers - 1, "DELETE", `${path}/validators/${pubkeyOf(1)}`),
      ]);
      expect([deleted.status, deleted.body]).toMatchObject([200, { id, createdAt: tag.createdAt }]);
      for (const { status } of others) expect([200, 404]).toContain(status);
      const [gone, missing] = [await send("GET", path), await send("GET", `/v1/eth/tags/${randomUUID()}`)];
      expect([gone.status, missing.status]).toEqual([404, 404]);
      for (const part of ["", "/validators"]) expect((await send("GET", path + part)).status).toBe(404);
      expect((await send("GET", `/v1/eth/sets/${id}/effectiveness`)).status).toBe(404);
      expect((await send("DELETE", path)).status).toBe(404);
      for (const list of ["/v1/eth/tags", "/v1/account/tags"])
        expect((await send("GET", list)).body.results).toEqual([]);
      // Its place in the tier is free.
      for (let made = 0; made < 4; made += 1) await limited.create({});
      expect((await send("GET", "/v1/eth/tags")).body.results).toHaveLength(4);
      expect((await limited.send("POST", "/v1/eth/tags", { name: "fifth" })).status).toBe(403);
    },
  );

  it("is refused with more than 1,000 validators, and with unknown indices", async () => {
    const { send } = await clientOf();
    const both = { pubkeys: keysFrom(1_000, 990), indices: keysFrom(0, 20).map((_, index) => index) };
    const many = await send("POST", "/v1/eth/tags", { name: "x", ...both });
    expect([many.status, many.body.detail]).toMatchObject([400, [{ loc: ["body", "indices"] }]]);
    const unknown = await send("POST", "/v1/eth/tags", { name: "x", indices: [1, 20] });
    expect([unknown.status, unknown.body.detail]).toMatchObject([
      400,
      [{ loc: ["body", "indices", 1], msg: "There is no validator 20 on mainnet" }],
    ]);
    expect((await send("GET", "/v1/eth/tags")).body.results).toEqual([]);
  });

  it.each([
    ["free", 0, 1],
    ["starter", 0, 1],
    ["build", 4, 1],
    ["build", 4, 2],
    ["growth", 20, 1],
  ])(
    "of the tier %s: there are at most %i, also when made at once (servers: %i)",
    async (tier, allowed, servers) => {
      const { send, organizationId } = await clientOf();
      const limited = await clientOf(tier, organizationId);
      for (let made = 0; made < allowed - 1; made += 1) {
        await send("POST", "/v1/eth/tags", { name: "of another network" }, "hoodi");
      }
      // A key of the lowest tiers may send two requests a second.
      const answers = await Promise.all(
        [0, 1, 2, 3, 4]
          .slice(0, allowed === 0 ? 2 : 5)
          .map((turn) => limited.sendTo(turn % servers, "POST", "/v1/eth/tags", { name: "mine" })),
      );
      const created = answers.filter(({ status }) => status === 201);
      expect(created.length).toBeLessThanOrEqual(Math.min(allowed, 1));
      if (servers === 1) expect(created).toHaveLength(Math.min(allowed, 1));
      for (const { status, body } of answers.filter((answer) => !created.includes(answer))) {
        expect(status).toBe(403);
        expect(body.detail).toContain("You don't have permission to do that: this tier allows");
      }
      const names = (await send("GET", "/v1/eth/tags?limit=200")).body.results.map(({ name }) => name);
      expect(names).toEqual(created.map(() => "mine"));
    },
  );
});

it.each([{}, { pubkeys: [] }, { indices: [] }, { pubkeys: [], indices: [] }])(
  "a set may begin without validators: %j",
  async (body) => {
    const { send } = await clientOf();
    const { status, body: made } = await send("POST", "/v1/eth/tags", { name: "empty", ...body });
    expect(status).toBe(201);
    expect(await membersOf(made.id)).toEqual([]);
    const added = await send("POST", `/v1/eth/tags/${made.id}/validators`, { pubkeys: [] });
    expect(added.status).toBe(400);
  },
);
