import { describe, expect, it } from "vitest";
import { createKey } from "../../serve/access/keys.ts";
import { listFields } from "../../serve/http/parse.ts";
import type { ServeFixture } from "../support/serve.ts";
import { numberRefusals } from "../support/servedRows.ts";
import { bodyOf, methodsAt, rowsByChain, rowsEndpoints, sampleOf, servedEndpoints } from "./asked.ts";

const textRefusals = ["\u0000", "'; drop table app_api_key --"];
/** Fields of operations that take any text. */
const freeTexts = new Set([
  "validators.operatorsIds",
  "validatorsMetadata.operatorsIds",
  "operators.parentId",
  "operators.parentEntity",
  "entityConsolidations.entity",
  "entities.parentId",
  "entitiesSummaries.parentId",
  "accountUsageDaily.operation",
]);
const isFreeText = (operation: string, field: string) =>
  freeTexts.has(`${operation}.${field}`) || (field === "search" && operation.endsWith("Subjects"));

/** What is answered to a request that is wrong. */
export function describeRefusals(fixtureOf: () => ServeFixture): void {
  describe.each(rowsEndpoints)("%s: refusals", (_, endpoint) => {
    const fields = Object.keys(endpoint.query.shape);
    const wrongIn = async (path: string) => {
      const response = await fixtureOf().get(path);
      expect([path, response.status]).toEqual([path, 400]);
      const { detail } = await bodyOf(response);
      for (const error of detail) expect(Object.keys(error)).toEqual(["loc", "msg", "type"]);
      return detail.map((error) => error.loc.slice(0, 2).join("."));
    };

    it("400 for an unknown parameter, and for any that is empty", async () => {
      expect(await wrongIn(sampleOf(endpoint, "frm=1"))).toEqual(["query.frm"]);
      expect(await wrongIn(sampleOf(endpoint, "frm=1&frm=2&x=&constructor=1"))).toEqual([
        "query.frm",
        "query.x",
        "query.constructor",
      ]);
      for (const field of fields) {
        expect(await wrongIn(sampleOf(endpoint, `${field}=`))).toContain(`query.${field}`);
      }
    });

    it("400 for a single-valued parameter given twice", async () => {
      const lists = listFields(endpoint.query);
      for (const field of fields.filter((candidate) => !lists.has(candidate))) {
        expect(await wrongIn(sampleOf(endpoint, `${field}=1&${field}=1`))).toContain(`query.${field}`);
      }
    });

    it("400 naming the field for every value that is not of its type", async () => {
      for (const field of fields.filter((candidate) => !isFreeText(endpoint.operation, candidate))) {
        for (const value of [...numberRefusals, ...textRefusals]) {
          const path = sampleOf(endpoint, `${field}=${encodeURIComponent(value)}`);
          expect(await wrongIn(path), path).toEqual([`query.${field}`]);
        }
      }
    });

    it("400 for a day that does not exist", async () => {
      for (const field of fields.filter((candidate) => /^(from|to)(Date)?$/.test(candidate))) {
        for (const value of ["2023-02-30", "2023-2-3", "2023-02-03T00:00:00Z", "20230203", "9999-12-31"]) {
          if (value === "20230203" && !field.endsWith("Date")) continue;
          expect(await wrongIn(sampleOf(endpoint, `${field}=${value}`))).toEqual([`query.${field}`]);
        }
      }
    });

    it("400 that says when hourly records ended", async () => {
      for (const field of fields.filter((candidate) => ["granularity", "filterType"].includes(candidate))) {
        const response = await fixtureOf().get(sampleOf(endpoint, `${field}=hour`));
        expect(response.status).toBe(400);
        expect((await bodyOf(response)).detail[0]?.msg).toContain("2024-07-24");
      }
    });

    const { chain } = endpoint;
    if (chain !== undefined)
      it("400 that lists the networks served", async () => {
        const { mainNetwork } = chain;
        for (const header of ["x-service-network", "x-rated-network"]) {
          const response = await fixtureOf().get(sampleOf(endpoint), { [header]: "goerli" });
          expect(response.status).toBe(400);
          expect((await bodyOf(response)).detail[0]?.msg).toContain(mainNetwork);
        }
      });

    it("400 or 404 that names what a path asks for", async () => {
      for (const field of Object.keys(endpoint.params.shape)) {
        const { wrong = [], unknown = [] } = rowsByChain.get(endpoint.chain?.id ?? "")?.paths[field] ?? {};
        expect(wrong.length * unknown.length, field).toBeGreaterThan(0);
        for (const value of wrong) {
          const path = sampleOf(endpoint, "", { [field]: encodeURIComponent(value) });
          expect(await wrongIn(path)).toEqual([`path.${field}`]);
        }
        for (const value of unknown) {
          const response = await fixtureOf().get(sampleOf(endpoint, "", { [field]: value }));
          expect(response.status).toBe(404);
          expect((await bodyOf(response)).detail).toContain(value);
        }
      }
    });

    it("401 for anything but a valid key", async () => {
      const [, id] = fixtureOf().key.split("_");
      const wrong = [
        "",
        "Bearer",
        "Bearer x",
        `Basic ${fixtureOf().key}`,
        `Bearer va_${id}_${"0".repeat(48)}`,
        fixtureOf().key,
      ];
      for (const authorization of wrong) {
        const response = await fixtureOf().app.request(sampleOf(endpoint), { headers: { authorization } });
        expect([authorization, response.status]).toEqual([authorization, 401]);
        expect(await response.json()).toEqual({ detail: "Not authenticated" });
        expect(response.headers.get("www-authenticate")).toBe("Bearer");
        expect(response.headers.has("x-service-compute-units")).toBe(false);
      }
      expect((await fixtureOf().app.request(sampleOf(endpoint))).status).toBe(401);
    });

    it("405 with Allow for other methods", async () => {
      const allowed = methodsAt(endpoint.path);
      for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((other) => !allowed.includes(other))) {
        const response = await fixtureOf().app.request(sampleOf(endpoint), { method });
        expect(response.status).toBe(405);
        expect(response.headers.get("allow")).toBe(allowed.join(", "));
      }
    });
  });

  describe("every operation", () => {
    it("429 with Retry-After and Age over the rate of the tier", async () => {
      const { key } = await createKey(fixtureOf().store, { name: "free", tier: "free" });
      // Wrong requests count as well, and cost the engine nothing.
      const ask = ([, endpoint]: (typeof servedEndpoints)[number]) =>
        fixtureOf().app.request(sampleOf(endpoint, "frm=1"), {
          method: endpoint.method.toUpperCase(),
          headers: { authorization: `Bearer ${key}` },
        });
      // What is let through in one round is asked again behind others, which have spent the second by then.
      let left = servedEndpoints;
      for (let round = 0; round < 5 && left.length > 0; round += 1) {
        const spent = round === 0 ? [] : servedEndpoints.slice(0, 10);
        const asked = [...spent, ...left];
        const responses = await Promise.all(asked.map(ask));
        for (const response of responses.filter(({ status }) => status === 429)) {
          expect(await response.json()).toEqual({ detail: "Too many requests" });
          expect(response.headers.get("retry-after")).toBe("1");
          expect(response.headers.get("age")).toBe("0");
        }
        const isRefused = (place: number) => responses[place + spent.length]?.status === 429;
        if (round === 0)
          expect(left.filter((_, place) => !isRefused(place)).length).toBeGreaterThanOrEqual(2);
        left = left.filter((_, place) => !isRefused(place));
      }
      expect(left.map(([name]) => name)).toEqual([]);
    });
  });
}
