import { describe, expect, it } from "vitest";
import { createKey } from "../../serve/access/keys.ts";
import { scopes } from "../../serve/access/scopes.ts";
import type { ServedEndpoint } from "../../serve/endpoint.ts";
import { thinned } from "../support/nightCases.ts";
import type { ServeFixture } from "../support/serve.ts";
import { testOrganization } from "../support/servedRows.ts";
import { expectOf } from "./about.ts";
import { pathExample, rowsByChain, sampleOf, servedEndpoints } from "./samples.ts";

const privateEndpoints = servedEndpoints.filter(([, endpoint]) => endpoint.isPrivate === true);
const otherOrganization = "another organization";

/** An answer to the last byte, except for the id of the request. */
type Answer = { status: number; headers: Record<string, string>; text: string };

/** Another organization sees none of an organization's private rows. */
export function describeIsolation(fixtureOf: () => ServeFixture): void {
  let other: Promise<{ key: string }> | undefined;
  const otherKey = async () => {
    const organizationId = otherOrganization;
    other ??= createKey(fixtureOf().store, { name: "other", organizationId, scopes: Object.keys(scopes) });
    return (await other).key;
  };

  async function send(
    endpoint: ServedEndpoint,
    key: string,
    path: string,
    more: Record<string, string> = {},
  ) {
    const body = endpoint.kind === "custom" ? endpoint.body?.schema.meta()?.example : undefined;
    const response = await fixtureOf().app.request(path, {
      method: endpoint.method.toUpperCase(),
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const headers = Object.fromEntries(response.headers);
    delete headers["x-request-id"];
    return { status: response.status, headers, text: await response.text() };
  }

  /** All rows of the test's own organization, as one text. */
  async function rowsOf(organization: string): Promise<string> {
    const { store } = fixtureOf();
    const tags = "select * from app_tag final where organization_id = {organization:String} order by tag_id";
    const validators = `select * from app_tag_validator final
      where tag_id in (select tag_id from app_tag where organization_id = {organization:String}) order by tag_id, pubkey`;
    const keys = `select * from app_api_key final where organization_id = {organization:String} and name like 'key %'
      order by key_id`;
    const texts = [tags, validators, keys].map((sql) => store.text(sql, { organization }));
    return (await Promise.all(texts)).join("");
  }

  /** Values that only the organization may read: owners, identifiers, names, makers. */
  async function secretsOf(organization: string): Promise<string[]> {
    const [tags, keys] = await Promise.all(
      [
        "select tag_id, name, created_by, organization_id from app_tag where organization_id = {organization:String}",
        `select key_id, name from app_api_key
          where organization_id = {organization:String} and name like 'key %'`,
      ].map((sql) => fixtureOf().store.rows<Record<string, string>>(sql, { organization })),
    );
    return [...new Set([...(tags ?? []), ...(keys ?? [])].flatMap((row) => Object.values(row)))];
  }

  const bytesOf = ({ status, headers, text }: Answer) => `${status} ${JSON.stringify(headers)} ${text}`;

  describe("private operations", () => {
    it("are those of sets and accounts", () => {
      expect(privateEndpoints.length).toBeGreaterThanOrEqual(18);
      for (const [, endpoint] of servedEndpoints) {
        if (/\/(tags|sets|account)\b/.test(endpoint.path))
          expectOf(endpoint)("`isPrivate`", endpoint.isPrivate).toBe(true);
      }
    });
  });

  describe.each(privateEndpoints)("%s: isolation", (_, endpoint) => {
    const expectIt = expectOf(endpoint);
    const [field] = Object.keys(endpoint.params.shape);

    if (field === undefined)
      it("shows another organization nothing of this one, and changes nothing of it", async () => {
        const [before, secrets] = [await rowsOf(testOrganization), await secretsOf(testOrganization)];
        expect(secrets.length, "private values in the test's own rows").toBeGreaterThan(3);
        await send(endpoint, fixtureOf().key, sampleOf(endpoint));
        const knownTag = (await send(endpoint, fixtureOf().key, sampleOf(endpoint))).headers.etag;
        const key = await otherKey();
        const own = await send(
          endpoint,
          key,
          sampleOf(endpoint),
          knownTag === undefined ? {} : { "if-none-match": knownTag },
        );
        expectIt("status for another organization", own.status).toBeLessThan(300);
        for (const secret of secrets) {
          // Both make sets of the name in the example.
          if (secret !== "my validators")
            expectIt("the response to another organization", bytesOf(own)).not.toContain(secret);
        }
        expectIt("the response to another organization", own.text).not.toContain(testOrganization);
        if (endpoint.method === "get")
          expectIt("rows of the first organization, afterwards", await rowsOf(testOrganization)).toBe(before);
      });

    if (field !== undefined)
      it("answers another organization as if the subject did not exist", async () => {
        const paths = rowsByChain.get(endpoint.chain?.id ?? "")?.paths ?? {};
        const unknown = paths[field]?.unknown[0] ?? "";
        const example = pathExample(endpoint)[field] ?? "";
        const before = await rowsOf(testOrganization);
        // The owner has just requested it: a cached answer must not help another organization.
        const own = await fixtureOf().app.request(sampleOf(endpoint), {
          method: endpoint.method === "get" ? "GET" : "HEAD",
          headers: { authorization: `Bearer ${fixtureOf().key}` },
        });
        const key = await otherKey();
        const etag = own.headers.get("etag");
        for (const query of thinned(["", "frm=1"])) {
          for (const more of [{}, etag === null ? {} : { "if-none-match": etag }, { "if-none-match": "*" }]) {
            const guessed = await send(endpoint, key, sampleOf(endpoint, query), more);
            const missing = await send(endpoint, key, sampleOf(endpoint, query, { [field]: unknown }), more);
            const about = `for another organization, with the query "${query}" and ${JSON.stringify(more)}`;
            expectIt(`status ${about}`, guessed.status).toBe(query === "" ? 404 : 400);
            expectIt(`response ${about}, against that for an unknown \`${field}\``, bytesOf(guessed)).toBe(
              bytesOf(missing).replaceAll(unknown, example),
            );
            const cacheControl = guessed.headers["cache-control"];
            expectIt(`header \`cache-control\` ${about}`, cacheControl).toBe("no-store");
          }
        }
        expectIt("rows of the first organization, afterwards", await rowsOf(testOrganization)).toBe(before);
        for (const authorization of ["", "Bearer x"]) {
          const refused = await send(endpoint, "x", sampleOf(endpoint), { authorization });
          const about = `for \`authorization: ${authorization}\``;
          expectIt(`status ${about}`, refused.status).toBe(401);
          const elsewhere = sampleOf(endpoint, "", { [field]: unknown });
          expectIt(`response ${about}, against that for an unknown \`${field}\``, bytesOf(refused)).toBe(
            bytesOf(await send(endpoint, "x", elsewhere, { authorization })),
          );
        }
      });
  });

  // Keys are checked before operations: one that reads, and one that changes something.
  it.each(["get", "post"])("%s counts for the key of the request", async (method) => {
    const [, endpoint] = privateEndpoints.find(([, one]) => one.method === method) ?? [];
    if (endpoint === undefined) throw new Error(`no private operation is a ${method}`);
    const { store, app } = fixtureOf();
    const [first, second] = await Promise.all(
      [testOrganization, otherOrganization].map((organizationId) =>
        createKey(store, { name: "free", tier: "free", organizationId }),
      ),
    );
    const headersOf = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
    const path = sampleOf(endpoint, "frm=1");
    const init = (key: string) => ({ method: method.toUpperCase(), ...headersOf(key) });
    await Promise.all(Array.from({ length: 12 }, () => app.request(path, init(first?.key ?? ""))));
    expect((await app.request(path, init(second?.key ?? ""))).status).not.toBe(429);
  });

  it("metrics and documentation know no set and no organization", async () => {
    const secrets = [...(await secretsOf(testOrganization)), testOrganization];
    const example = privateEndpoints.flatMap(([, endpoint]) => Object.values(pathExample(endpoint)));
    for (const path of ["/metrics", "/openapi.json", "/readyz"]) {
      const text = await (await fixtureOf().app.request(path)).text();
      for (const secret of secrets) {
        if (!example.includes(secret) && secret !== "my validators")
          expect(text.includes(secret), `${path} holds the private value ${secret}`).toBe(false);
      }
    }
  });
}
