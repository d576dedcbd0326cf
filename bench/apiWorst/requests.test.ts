import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listSql, loadSql } from "../../lib/sql/file.ts";
import { loadTable } from "../../lib/sql/table.ts";
import { endpoints } from "../../serve/endpoints.ts";
import { parseRequest } from "../../serve/http/parse.ts";
import { fillStatement, plausible } from "./fill.ts";
import { fillsByFamily } from "./fills.ts";
import { measuredOperations } from "./measured.ts";
import { addressOf, changed, type Request, worstRequests } from "./requests.ts";

/** Comparisons with nodes are a row per kind of figure, and a limited list: nothing that grows with a chain. */
const isSmall = ({ path }: { path: string }) => /\/verifications(\/differences)?$/.test(path);
const served = endpoints.flatMap((endpoint) =>
  endpoint.kind === "gone" || isSmall(endpoint) ? [] : [endpoint],
);
const fills = Object.values(fillsByFamily).flat();

/** Parameters of a path, by the declaration's own path. */
function paramsIn(path: string, request: Request): Record<string, string> {
  const parts = request.path.split("/");
  const names = path.split("/").map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  return Object.fromEntries(
    names.flatMap((name, place) =>
      name === undefined ? [] : [[name, decodeURIComponent(parts[place] ?? "")]],
    ),
  );
}

describe.each(served.map((endpoint) => [endpoint.operation, endpoint] as const))("%s", (_, endpoint) => {
  const { first, others } = worstRequests(endpoint);
  const requests = [
    first,
    ...others(1_000_000).flatMap((changes) => changes.map((each) => changed(first, each))),
  ];

  it("allows its worst requests, which fit into an address", () => {
    for (const request of requests) {
      const address = addressOf(request);
      expect(address.length).toBeLessThan(120_000);
      const { searchParams: search } = new URL(address, "http://localhost");
      const body = request.body === undefined ? undefined : JSON.parse(request.body);
      parseRequest(endpoint, { params: paramsIn(endpoint.path, request), search, body });
    }
  });

  it("is requested with the largest page, and once more with every field", () => {
    const requestedFields = new Set(requests.flatMap(({ query }) => Object.keys(query)));
    const fields = Object.keys(endpoint.query.shape).filter((name) => name !== "include");
    expect(fields.filter((name) => !requestedFields.has(name))).toEqual([]);
    for (const name of ["limit", "size"])
      if (fields.includes(name)) {
        const more = { ...first.query, [name]: String(Number(first.query[name]) + 1) };
        const { searchParams: search } = new URL(addressOf({ ...first, query: more }), "http://localhost");
        expect(() => parseRequest(endpoint, { params: paramsIn(endpoint.path, first), search })).toThrow();
      }
  });
});

it("has measured every operation", () => {
  expect([...measuredOperations].sort()).toEqual(served.map(({ operation }) => operation).sort());
});

it("is described in the documentation, with as many operations", () => {
  const measures = readFileSync(new URL("../../docs/measures.md", import.meta.url), "utf8");
  const row = measures.split("\n").find((line) => line.startsWith("| `api-worst`"));
  expect(row).toContain(`of ${measuredOperations.length} of ${served.length} operations`);
});

describe("the tables of the benchmark", () => {
  const files = ["v0", "v1", "lookup"].flatMap((folder) => listSql(`queries/${folder}`));
  const named = new Set(
    files.flatMap((path) => loadSql(path).text.match(/\b(?:fct|int|dim|raw|app)_[a-z0-9_]+/g) ?? []),
  );
  const tables = [...named].filter((name) => {
    try {
      return loadTable(name) !== undefined;
    } catch {
      return false;
    }
  });
  it("are all that statements of the API read", () => {
    expect(tables.filter((table) => !fills.some((fill) => fill.table === table))).toEqual([]);
  });

  it("are filled by statements that name every column once", () => {
    for (const fill of fills)
      expect(fillStatement(fill)).toContain(`insert into ${fill.table} (network`.slice(0, 20));
  });

  it("has a value for every type of column", () => {
    expect(plausible({ name: "network", type: "LowCardinality(String)" })).toBe("'mainnet'");
    expect(plausible({ name: "kind", type: "Enum8('one' = 1, 'two' = 2)" })).toBe("'one'");
    expect(plausible({ name: "roots", type: "Array(FixedString(66))" })).toBe("[]");
    expect(plausible({ name: "balance_gwei", type: "UInt64" })).toContain("9000000");
  });
});
