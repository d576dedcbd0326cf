import { describe, expect, it } from "vitest";
import type { ServeFixture } from "../support/serve.ts";
import { type Body, bodyOf, customEndpoints, methodsAt, rowsByChain, sampleOf } from "./asked.ts";

/** Operations that change something: asked with the examples of their declarations, in the order of these. */
export function describeChanges(fixtureOf: () => ServeFixture): void {
  describe.each(customEndpoints)("%s", (_, endpoint) => {
    const schema = endpoint.body?.schema;
    const example = schema?.meta()?.example as Record<string, unknown> | undefined;

    type Asked = { path?: string; body?: unknown; key?: string; headers?: Record<string, string> };
    async function ask({ path = sampleOf(endpoint), body = example, key, headers = {} }: Asked = {}) {
      return fixtureOf().app.request(path, {
        method: endpoint.method.toUpperCase(),
        headers: {
          authorization: `Bearer ${key ?? fixtureOf().key}`,
          ...(schema === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(schema === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
    }
    async function wrongIn(asked: Asked) {
      const response = await ask(asked);
      expect(response.status).toBe(400);
      const { detail } = await bodyOf(response);
      for (const error of detail) expect(Object.keys(error)).toEqual(["loc", "msg", "type"]);
      return detail.map((error) => error.loc.join("."));
    }

    it("answers what it declares, metered, and lets nobody keep it", async () => {
      const response = await ask();
      const text = await response.text();
      expect([response.status, text]).toEqual([endpoint.status ?? 200, text]);
      const parsed = endpoint.response.safeParse(JSON.parse(text));
      expect(parsed.error).toBeUndefined();
      expect(parsed.data).toEqual(JSON.parse(text));
      const { headers } = response;
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("x-service-bytes-consumed")).toBe(String(Buffer.byteLength(text)));
      expect(Number(headers.get("x-service-compute-units"))).toBeGreaterThan(0);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("etag")).toBeNull();
    });

    it("401 for anything but a valid key", async () => {
      for (const key of ["x", `va_${"0".repeat(12)}_${"0".repeat(48)}`]) {
        const response = await ask({ key });
        expect([response.status, await response.json()]).toEqual([401, { detail: "Not authenticated" }]);
      }
    });

    it("400 for an unknown parameter", async () => {
      expect(await wrongIn({ path: sampleOf(endpoint, "frm=1") })).toEqual(["query.frm"]);
    });

    it("400 or 404 that names what a path asks for", async () => {
      for (const field of Object.keys(endpoint.params.shape)) {
        const { wrong = [], unknown = [] } = rowsByChain.get(endpoint.chain?.id ?? "")?.paths[field] ?? {};
        expect(wrong.length * unknown.length, field).toBeGreaterThan(0);
        for (const value of wrong) {
          const path = sampleOf(endpoint, "", { [field]: encodeURIComponent(value) });
          expect(await wrongIn({ path })).toEqual([`path.${field}`]);
        }
        for (const value of unknown) {
          const response = await ask({ path: sampleOf(endpoint, "", { [field]: value }) });
          expect(response.status).toBe(404);
          expect((await bodyOf(response)).detail).toContain(value);
        }
      }
    });

    const { chain } = endpoint;
    if (chain !== undefined)
      it("400 that lists the networks served", async () => {
        const response = await ask({ headers: { "x-service-network": "goerli" } });
        expect(response.status).toBe(400);
        expect((await bodyOf(response)).detail[0]?.msg).toContain(chain.mainNetwork);
      });

    it("405 with Allow for other methods", async () => {
      const allowed = methodsAt(endpoint.path);
      const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((other) => !allowed.includes(other));
      for (const method of others) {
        const response = await fixtureOf().app.request(sampleOf(endpoint), { method });
        expect([response.status, response.headers.get("allow")]).toEqual([405, allowed.join(", ")]);
      }
    });

    if (schema === undefined || example === undefined) return;

    it("400 naming each field that is unknown, missing or of another type", async () => {
      expect(await wrongIn({ body: { ...example, nmae: 1, constructor: 1 } })).toEqual([
        "body.nmae",
        "body.constructor",
      ]);
      for (const [field, value] of Object.entries(example)) {
        for (const wrong of [{}, true, [{}], "\u0000".repeat(1_000)]) {
          expect(await wrongIn({ body: { ...example, [field]: wrong } })).toContainEqual(
            expect.stringMatching(new RegExp(`^body\\.${field}`)),
          );
        }
        if (!Array.isArray(value)) continue;
        const many = Array.from({ length: 1_001 }, () => value[0]);
        expect(await wrongIn({ body: { ...example, [field]: many } })).toEqual([`body.${field}`]);
      }
      for (const body of ["[]", "null", "1", '"text"', "{", ""]) {
        expect((await wrongIn({ body }))[0]).toMatch(/^body/);
      }
    });

    it("400 for malformed public keys", async () => {
      const lists = Object.entries(example).filter(([, value]) => /^0x/.test(String([value].flat()[0])));
      for (const [field, value] of lists) {
        for (const wrong of ["0x", "1", `0x${"ab".repeat(47)}`, `0x${"zz".repeat(48)}`, 7, null]) {
          const body = { ...example, [field]: [(value as string[])[0], wrong] };
          expect(await wrongIn({ body })).toEqual([`body.${field}.1`]);
        }
      }
    });

    it("415 for what isn't JSON, 413 for what is too large", async () => {
      expect((await ask({ headers: { "content-type": "text/plain" } })).status).toBe(415);
      const large = await ask({ body: { ...example, more: "x".repeat(1_048_577) } });
      expect([large.status, ((await large.json()) as Body).detail]).toEqual([413, "The body is too large."]);
    });
  });
}
