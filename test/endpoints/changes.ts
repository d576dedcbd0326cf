import { describe, expect, it } from "vitest";
import type { ServeFixture } from "../support/serve.ts";
import { expectOf } from "./about.ts";
import { type Body, bodyOf, customEndpoints, methodsAt, rowsByChain, sampleOf } from "./samples.ts";

/** Operations that change something, called with the examples of their declarations, in that order. */
export function describeChanges(fixtureOf: () => ServeFixture): void {
  describe.each(customEndpoints)("%s", (_, endpoint) => {
    const expectIt = expectOf(endpoint);
    const schema = endpoint.body?.schema;
    const example = schema?.meta()?.example as Record<string, unknown> | undefined;

    type Sent = { path?: string; body?: unknown; key?: string; headers?: Record<string, string> };
    async function send({ path = sampleOf(endpoint), body = example, key, headers = {} }: Sent = {}) {
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
    /** Asserts that a request is refused, and compares the fields that its errors name. */
    async function expectWrong(sent: Sent) {
      const response = await send(sent);
      const request = JSON.stringify(sent).slice(0, 200);
      expectIt(`status of ${request}`, response.status).toBe(400);
      const { detail } = await bodyOf(response);
      for (const error of detail)
        expectIt(`keys of the errors of ${request}`, Object.keys(error)).toEqual(["loc", "msg", "type"]);
      const wrong = detail.map((error) => error.loc.join("."));
      return expectIt(`fields that the errors of ${request} name`, wrong);
    }

    it("answers what it declares, metered and not cacheable", async () => {
      const response = await send();
      const text = await response.text();
      expectIt(`status, with the body ${text.slice(0, 200)}`, response.status).toBe(endpoint.status ?? 200);
      const parsed = endpoint.response.safeParse(JSON.parse(text));
      expectIt(`the body ${text} by the declared \`response\``, parsed.error?.issues).toBeUndefined();
      expectIt("the body holds declared fields only", parsed.data).toEqual(JSON.parse(text));
      const header = (name: string) => response.headers.get(name);
      const expectHeader = (name: string) => expectIt(`header \`${name}\``, header(name), "serve/http/");
      expectHeader("content-type").toBe("application/json; charset=utf-8");
      expectHeader("x-service-bytes-consumed").toBe(String(Buffer.byteLength(text)));
      const units = Number(header("x-service-compute-units"));
      expectIt("header `x-service-compute-units`", units, "serve/http/").toBeGreaterThan(0);
      expectHeader("cache-control").toBe("no-store");
      expectHeader("etag").toBeNull();
    });

    it("401 for anything but a valid key", async () => {
      for (const key of ["x", `va_${"0".repeat(12)}_${"0".repeat(48)}`]) {
        const response = await send({ key });
        const answer = [response.status, await response.json()];
        expectIt(`status and body for the key ${key}`, answer).toEqual([
          401,
          { detail: "Not authenticated" },
        ]);
      }
    });

    it("400 for an unknown parameter", async () => {
      (await expectWrong({ path: sampleOf(endpoint, "frm=1") })).toEqual(["query.frm"]);
    });

    it("400 or 404 for a wrong or unknown path parameter", async () => {
      for (const field of Object.keys(endpoint.params.shape)) {
        const { wrong = [], unknown = [] } = rowsByChain.get(endpoint.chain?.id ?? "")?.paths[field] ?? {};
        expectIt(
          `wrong and unknown values of the path's \`${field}\` to test with`,
          wrong.length * unknown.length,
          `\`paths\` of ${endpoint.chain?.id ?? "the account"} in test/support/serve*.ts`,
        ).toBeGreaterThan(0);
        for (const value of wrong) {
          const path = sampleOf(endpoint, "", { [field]: encodeURIComponent(value) });
          (await expectWrong({ path })).toEqual([`path.${field}`]);
        }
        for (const value of unknown) {
          const path = sampleOf(endpoint, "", { [field]: value });
          const response = await send({ path });
          expectIt(`status of ${path}`, response.status).toBe(404);
          expectIt(`\`detail\` of ${path}`, (await bodyOf(response)).detail).toContain(value);
        }
      }
    });

    const { chain } = endpoint;
    if (chain !== undefined)
      it("400 that lists the networks served", async () => {
        const response = await send({ headers: { "x-service-network": "goerli" } });
        expectIt("status for the network goerli", response.status).toBe(400);
        const message = (await bodyOf(response)).detail[0]?.msg;
        expectIt("error for the network goerli", message, "serve/networks.ts").toContain(chain.mainNetwork);
      });

    it("405 with Allow for other methods", async () => {
      const allowed = methodsAt(endpoint.path);
      const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((other) => !allowed.includes(other));
      for (const method of others) {
        const response = await fixtureOf().app.request(sampleOf(endpoint), { method });
        const answer = [response.status, response.headers.get("allow")];
        expectIt(`status and header \`allow\` of ${method}`, answer).toEqual([405, allowed.join(", ")]);
      }
    });

    if (schema === undefined || example === undefined) return;

    it("400 naming each field that is unknown, missing or of another type", async () => {
      (await expectWrong({ body: { ...example, nmae: 1, constructor: 1 } })).toEqual([
        "body.nmae",
        "body.constructor",
      ]);
      for (const [field, value] of Object.entries(example)) {
        for (const wrong of [{}, true, [{}], "\u0000".repeat(1_000)]) {
          (await expectWrong({ body: { ...example, [field]: wrong } })).toContainEqual(
            expect.stringMatching(new RegExp(`^body\\.${field}`)),
          );
        }
        if (!Array.isArray(value)) continue;
        const many = Array.from({ length: 1_001 }, () => value[0]);
        (await expectWrong({ body: { ...example, [field]: many } })).toEqual([`body.${field}`]);
      }
      for (const body of ["[]", "null", "1", '"text"', "{", ""]) {
        (await expectWrong({ body })).toContainEqual(expect.stringMatching(/^body/));
      }
    });

    it("400 for malformed public keys", async () => {
      const lists = Object.entries(example).filter(([, value]) => /^0x/.test(String([value].flat()[0])));
      for (const [field, value] of lists) {
        for (const wrong of ["0x", "1", `0x${"ab".repeat(47)}`, `0x${"zz".repeat(48)}`, 7, null]) {
          const body = { ...example, [field]: [(value as string[])[0], wrong] };
          (await expectWrong({ body })).toEqual([`body.${field}.1`]);
        }
      }
    });

    it("415 for what isn't JSON, 413 for what is too large", async () => {
      const { status } = await send({ headers: { "content-type": "text/plain" } });
      expectIt("status for text/plain", status, "serve/http/").toBe(415);
      const large = await send({ body: { ...example, more: "x".repeat(1_048_577) } });
      const answer = [large.status, ((await large.json()) as Body).detail];
      expectIt("status and `detail` of 1 MiB", answer).toEqual([413, "The body is too large."]);
    });
  });
}
