import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertNetwork, insertValidators, pubkeyOf } from "../../../test/support/serveEth.ts";
import { createKey } from "../../access/keys.ts";

let fixture: ServeFixture;
let keys: { kiln: string; figment: string };
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth", keyTtlMs: 1 });
  await insertNetwork(fixture.store);
  await insertNetwork(fixture.store, "hoodi");
  await insertValidators(fixture.store, 20);
  keys = {
    kiln: (await createKey(fixture.store, { name: "one", organizationId: "Kiln" })).key,
    figment: (await createKey(fixture.store, { name: "two", organizationId: "Figment" })).key,
  };
});
afterAll(() => fixture.close());

async function report(key: string, body: object, network = "mainnet") {
  const response = await fixture.app.request("/v0/selfReports/validators", {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "x-service-network": network,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as { detail: unknown } };
}

type Row = { network: string; validator: string; operator: string; poolTag: string | null };
const rowsOf = (organization: string) =>
  fixture.store.rows<Row>(
    `select toString(network) as network, concat('0x', lower(hex(pubkey))) as validator, operator, pool_tag as poolTag
    from raw_eth_self_report final where organization_id = {organization:String} order by network, pubkey`,
    { organization },
  );
const reportedAt = async (index: number) =>
  (
    await fixture.store.rows<{ at: string }>(
      "select toString(reported_at) as at from raw_eth_self_report final where lower(hex(pubkey)) = {pubkey:String}",
      { pubkey: pubkeyOf(index).slice(2) },
    )
  ).map(({ at }) => at);

describe("POST /v0/selfReports/validators", () => {
  it("answers what it took, and keeps a row of each validator", async () => {
    const upper = `0X${pubkeyOf(1).slice(2).toUpperCase()}`;
    const answer = await report(keys.kiln, {
      validators: [pubkeyOf(2), upper, pubkeyOf(2)],
      poolTag: "Lido",
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      { operatorName: "Kiln", validators: [pubkeyOf(2), pubkeyOf(1)], network: "mainnet", poolTag: "Lido" },
    ]);
    const elsewhere = await report(keys.kiln, { validators: [pubkeyOf(5_000)] }, "hoodi");
    expect([elsewhere.status, elsewhere.body]).toMatchObject([201, { network: "hoodi", poolTag: null }]);
    expect(await rowsOf("Kiln")).toEqual([
      { network: "hoodi", validator: pubkeyOf(5_000), operator: "Kiln", poolTag: null },
      { network: "mainnet", validator: pubkeyOf(1), operator: "Kiln", poolTag: "Lido" },
      { network: "mainnet", validator: pubkeyOf(2), operator: "Kiln", poolTag: "Lido" },
    ]);
  });

  it("replaces the pool when it is repeated, and keeps the time of the first report", async () => {
    await report(keys.kiln, { validators: [pubkeyOf(3)], poolTag: "Lido" });
    const before = await reportedAt(3);
    await report(keys.kiln, { validators: [pubkeyOf(3)], poolTag: null });
    expect(await reportedAt(3)).toEqual(before);
    expect((await rowsOf("Kiln")).find(({ validator }) => validator === pubkeyOf(3))?.poolTag).toBeNull();
  });

  it("refuses validators of another operator, all of the call, and doesn't say whose they are", async () => {
    await report(keys.kiln, { validators: [pubkeyOf(4)] });
    const refused = await report(keys.figment, { validators: [pubkeyOf(6), pubkeyOf(4)] });
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      [
        {
          loc: ["body", "validators", 1],
          msg: "Reported by another operator already",
          type: "value_error",
        },
      ],
    ]);
    expect(refused.text.toLowerCase()).not.toContain("kiln");
    expect(await rowsOf("Figment")).toEqual([]);
    // The same key on another network is another validator.
    expect((await report(keys.figment, { validators: [pubkeyOf(4)] }, "hoodi")).status).toBe(201);
  });

  it("of two operators at once has one owner", async () => {
    const body = { validators: [pubkeyOf(7), pubkeyOf(8)] };
    const answers = await Promise.all([report(keys.kiln, body), report(keys.figment, body)]);
    const again = await Promise.all([report(keys.kiln, body), report(keys.figment, body)]);
    expect(again.map(({ status }) => status).sort()).toEqual([201, 400]);
    for (const { status } of answers) expect([201, 400]).toContain(status);
  });

  it("refuses the organization's own name as the pool, and who isn't approved", async () => {
    const own = await report(keys.kiln, { validators: [pubkeyOf(9)], poolTag: " kiln" });
    expect([own.status, own.body.detail]).toMatchObject([400, [{ loc: ["body", "poolTag"] }]]);
    const { store } = fixture;
    const paid = await createKey(store, { name: "paid", tier: "build", organizationId: "P2P" });
    const body = { validators: [pubkeyOf(10)] };
    const refused = await report(paid.key, body);
    expect([refused.status, refused.body]).toEqual([
      403,
      { detail: "You don't have permission to do that." },
    ]);
    await createKey(store, { name: "approval", tier: "build", organizationId: "P2P", selfReports: true });
    await expect.poll(async () => (await report(paid.key, body)).body).toMatchObject({ operatorName: "P2P" });
    const barred = await createKey(store, { name: "barred", selfReports: false });
    expect((await report(barred.key, body)).status).toBe(403);
  });

  it("names an organization of one key's own by that key, also for later keys of it", async () => {
    const first = await createKey(fixture.store, { name: "Solo staker" });
    const second = await createKey(fixture.store, { name: "spare", organizationId: first.keyId });
    for (const { key } of [first, second]) {
      const answer = await report(key, { validators: [pubkeyOf(11)] });
      expect([answer.status, answer.body]).toMatchObject([201, { operatorName: "Solo staker" }]);
    }
  });
});
