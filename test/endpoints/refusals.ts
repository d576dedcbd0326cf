import { describe, expect, it } from "vitest";
import { createKey } from "../../serve/access/keys.ts";
import { listFields } from "../../serve/http/parse.ts";
import { isNight, thinned } from "../support/nightCases.ts";
import type { ServeFixture } from "../support/serve.ts";
import { numberRefusals } from "../support/servedRows.ts";
import { expectOf } from "./about.ts";
import {
  bodyOf,
  methodsAt,
  oneOfEachFormat,
  rowsByChain,
  rowsEndpoints,
  sampleOf,
  servedEndpoints,
} from "./samples.ts";

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
/** One operation of each format, for slow cases. */
const formats = new Set(oneOfEachFormat.map(([, { operation }]) => operation));
const isFreeText = (operation: string, field: string) =>
  freeTexts.has(`${operation}.${field}`) || (field === "search" && operation.endsWith("Subjects"));

/** Answers to wrong requests. */
export function describeRefusals(fixtureOf: () => ServeFixture): void {
  describe.each(rowsEndpoints)("%s: refusals", (_, endpoint) => {
    const expectIt = expectOf(endpoint);
    const fields = Object.keys(endpoint.query.shape);
    /** Asserts that a request is refused, and compares the fields that its errors name. */
    const expectWrong = async (path: string) => {
      const response = await fixtureOf().get(path);
      expectIt(`status of ${path}`, response.status).toBe(400);
      const { detail } = await bodyOf(response);
      for (const error of detail)
        expectIt(`keys of the errors of ${path}`, Object.keys(error)).toEqual(["loc", "msg", "type"]);
      const wrong = detail.map((error) => error.loc.slice(0, 2).join("."));
      return expectIt(`fields that the errors of ${path} name`, wrong);
    };

    it("400 for an unknown parameter, and for any that is empty", async () => {
      (await expectWrong(sampleOf(endpoint, "frm=1"))).toEqual(["query.frm"]);
      (await expectWrong(sampleOf(endpoint, "frm=1&frm=2&x=&constructor=1"))).toEqual([
        "query.frm",
        "query.x",
        "query.constructor",
      ]);
      for (const field of fields) {
        (await expectWrong(sampleOf(endpoint, `${field}=`))).toContain(`query.${field}`);
      }
    });

    it("400 for a single-valued parameter given twice", async () => {
      const lists = listFields(endpoint.query);
      for (const field of fields.filter((candidate) => !lists.has(candidate))) {
        (await expectWrong(sampleOf(endpoint, `${field}=1&${field}=1`))).toContain(`query.${field}`);
      }
    });

    it("400 naming the field for every value that is not of its type", async () => {
      for (const field of fields.filter((candidate) => !isFreeText(endpoint.operation, candidate))) {
        for (const value of [...numberRefusals, ...textRefusals]) {
          const path = sampleOf(endpoint, `${field}=${encodeURIComponent(value)}`);
          (await expectWrong(path)).toEqual([`query.${field}`]);
        }
      }
    });

    it("400 for a day that does not exist", async () => {
      for (const field of fields.filter((candidate) => /^(from|to)(Date)?$/.test(candidate))) {
        for (const value of ["2023-02-30", "2023-2-3", "2023-02-03T00:00:00Z", "20230203", "9999-12-31"]) {
          if (value === "20230203" && !field.endsWith("Date")) continue;
          (await expectWrong(sampleOf(endpoint, `${field}=${value}`))).toEqual([`query.${field}`]);
        }
      }
    });

    it("400 that says when hourly records ended", async () => {
      for (const field of fields.filter((candidate) => ["granularity", "filterType"].includes(candidate))) {
        const response = await fixtureOf().get(sampleOf(endpoint, `${field}=hour`));
        expectIt(`status for \`${field}=hour\``, response.status).toBe(400);
        const message = (await bodyOf(response)).detail[0]?.msg;
        expectIt(`error for \`${field}=hour\``, message, "schemas/request.ts").toContain("2024-07-24");
      }
    });

    const { chain } = endpoint;
    if (chain !== undefined)
      it("400 that lists the networks served", async () => {
        const { mainNetwork } = chain;
        for (const header of ["x-service-network", "x-rated-network"]) {
          const response = await fixtureOf().get(sampleOf(endpoint), { [header]: "goerli" });
          expectIt(`status for \`${header}: goerli\``, response.status).toBe(400);
          const message = (await bodyOf(response)).detail[0]?.msg;
          expectIt(`error for \`${header}: goerli\``, message, "serve/networks.ts").toContain(mainNetwork);
        }
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
          (await expectWrong(path)).toEqual([`path.${field}`]);
        }
        for (const value of unknown) {
          const path = sampleOf(endpoint, "", { [field]: value });
          const response = await fixtureOf().get(path);
          expectIt(`status of ${path}`, response.status).toBe(404);
          expectIt(`\`detail\` of ${path}`, (await bodyOf(response)).detail).toContain(value);
        }
      }
    });

    it("401 for anything but a valid key", async () => {
      const [, id] = fixtureOf().key.split("_");
      // A wrong secret is answered as late as an unknown key, so it is tested once for each format.
      const late = isNight || formats.has(endpoint.operation) ? [`Bearer va_${id}_${"0".repeat(48)}`] : [];
      const wrong = [
        ...late,
        ...thinned(["Bearer", "Bearer x", `Basic ${fixtureOf().key}`, "", fixtureOf().key]),
      ];
      for (const authorization of wrong) {
        const response = await fixtureOf().app.request(sampleOf(endpoint), { headers: { authorization } });
        const by = `for \`authorization: ${authorization}\``;
        const [where, { headers }] = ["serve/access/", response];
        expectIt(`status ${by}`, response.status, where).toBe(401);
        expectIt(`body ${by}`, await response.json(), where).toEqual({ detail: "Not authenticated" });
        expectIt(`header \`www-authenticate\` ${by}`, headers.get("www-authenticate"), where).toBe("Bearer");
        const isMetered = headers.has("x-service-compute-units");
        expectIt(`header \`x-service-compute-units\` ${by}`, isMetered, where).toBe(false);
      }
      const { status } = await fixtureOf().app.request(sampleOf(endpoint));
      expectIt("status without a key", status, "serve/access/").toBe(401);
    });

    it("405 with Allow for other methods", async () => {
      const allowed = methodsAt(endpoint.path);
      for (const method of ["POST", "PUT", "PATCH", "DELETE"].filter((other) => !allowed.includes(other))) {
        const response = await fixtureOf().app.request(sampleOf(endpoint), { method });
        expectIt(`status of ${method}`, response.status, "serve/http/").toBe(405);
        const allow = response.headers.get("allow");
        expectIt(`header \`allow\` of ${method}`, allow, "serve/http/").toBe(allowed.join(", "));
      }
    });
  });

  describe("every operation", () => {
    it("429 with Retry-After and Age over the rate of the tier", async () => {
      const { key } = await createKey(fixtureOf().store, { name: "free", tier: "free" });
      // Wrong requests count as well, and cost the engine nothing.
      const send = ([, endpoint]: (typeof servedEndpoints)[number]) =>
        fixtureOf().app.request(sampleOf(endpoint, "frm=1"), {
          method: endpoint.method.toUpperCase(),
          headers: { authorization: `Bearer ${key}` },
        });
      // Requests that pass in one round are repeated after others, which have spent the second by then.
      let left = servedEndpoints;
      for (let round = 0; round < 5 && left.length > 0; round += 1) {
        const spent = round === 0 ? [] : servedEndpoints.slice(0, 10);
        const requested = [...spent, ...left];
        const responses = await Promise.all(requested.map(send));
        for (const [place, response] of responses.entries()) {
          if (response.status !== 429) continue;
          const about = `429 of ${requested[place]?.[0]} (see serve/access/)`;
          expect(await response.json(), about).toEqual({ detail: "Too many requests" });
          expect(response.headers.get("retry-after"), `${about}: header \`retry-after\``).toBe("1");
          expect(response.headers.get("age"), `${about}: header \`age\``).toBe("0");
        }
        const isRefused = (place: number) => responses[place + spent.length]?.status === 429;
        if (round === 0)
          expect(left.filter((_, place) => !isRefused(place)).length).toBeGreaterThanOrEqual(2);
        left = left.filter((_, place) => !isRefused(place));
      }
      expect(
        left.map(([name]) => name),
        "operations that the rate of the tier does not limit (see serve/access/)",
      ).toEqual([]);
    });
  });
}
