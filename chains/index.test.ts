import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { networks } from "../explorer/src/networks/index.ts";
import { familyTitles } from "../lib/families.ts";
import { loadSite } from "../serve/docs/site.ts";
import { commonEndpoints, endpoints } from "../serve/endpoints.ts";
import { tagDescriptions } from "../serve/http/openapi/tags.ts";
import { servedChains } from "../serve/servedChains.ts";
import { chains } from "./index.ts";

const root = join(import.meta.dirname, "..");

function expectDistinct(values: readonly string[]): void {
  expect([...new Set(values)]).toEqual(values);
}

/** A line for each expected entry that a list lacks. */
const lacks = (list: string, expected: ReadonlySet<string>, entries: ReadonlySet<string>): string[] =>
  [...expected].filter((entry) => !entries.has(entry)).map((entry) => `${list}: ${entry}`);

/** Operations of the specification and the additions to it. */
function specifiedNames(): Set<string> {
  const { operations, additions } = JSON.parse(
    readFileSync(join(root, "fixtures/spec/endpoints.json"), "utf8"),
  ) as { operations: { method: string; path: string }[]; additions: string[] };
  return new Set([...additions, ...operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)]);
}

describe("the list of chains", () => {
  it("has each chain and each topic once", () => {
    expectDistinct(chains.map(({ id }) => id));
    expectDistinct(chains.flatMap(({ topics }) => topics.map(({ name }) => name)));
  });

  it("serves every endpoint of each chain, and those of no chain that isn't there", async () => {
    const ofChains = await Promise.all(chains.map((chain) => chain.endpoints()));
    expect([...ofChains.flat(), ...commonEndpoints]).toEqual(endpoints);
    for (const [index, { id }] of chains.entries())
      for (const endpoint of ofChains[index] ?? [])
        if (endpoint.kind !== "gone") expect(endpoint.chain?.id, endpoint.path).toBe(id);
  });

  it("is the list of the server, the explorer, the dictionary, the documentation and the specification", () => {
    const families = new Set(chains.map(({ family }) => family));
    const site = new Set(loadSite("").navigation.flatMap(({ pages }) => pages.map(({ file }) => file)));
    const own = new Set(chains.map(({ id }) => id));
    const nameOf = (id: string) => networks.find((network) => network.id === id)?.name ?? id;
    const ofChains = endpoints.filter(({ path }) => own.has(path.split("/")[2] ?? ""));
    const missing = [
      ...lacks("explorer/src/networks/index.ts", own, new Set(networks.map(({ id }) => id))),
      ...lacks("serve/servedChains.ts", own, new Set(servedChains.map(({ id }) => id))),
      ...chains.flatMap(({ id, family }) =>
        familyTitles[family]?.includes(nameOf(id)) === true
          ? []
          : [`familyTitles of lib/families.ts: ${nameOf(id)}`],
      ),
      ...lacks("familyTitles of lib/families.ts", families, new Set(Object.keys(familyTitles))),
      ...lacks(
        "serve/docs/site.ts",
        new Set([...families].map((family) => `docs/warehouse/${family}.md`)),
        site,
      ),
      ...lacks(
        "serve/http/openapi/tags.ts",
        new Set(ofChains.map(({ tag }) => tag)),
        new Set(Object.keys(tagDescriptions)),
      ),
      ...lacks(
        "`additions` of fixtures/spec/endpoints.json",
        new Set(ofChains.map(({ method, path }) => `${method.toUpperCase()} ${path}`)),
        specifiedNames(),
      ),
      ...["README.md", "docs/index.md", "docs/api-overview.md"].flatMap((page) => {
        const text = readFileSync(join(root, page), "utf8");
        const isListed = (id: string) => text.includes(nameOf(id)) || new RegExp(`/v[01]/${id}/`).test(text);
        return [...own].flatMap((id) => (isListed(id) ? [] : [`${page}: ${nameOf(id)}`]));
      }),
    ];
    expect(missing, "lists that lack a chain, and the missing entry").toEqual([]);
  });

  it.each(chains.map((chain) => [chain.id, chain] as const))("%s has all its parts", (id, chain) => {
    const { family } = chain;
    for (const part of [
      `ingest/${family}`,
      `schemas/${family}/events.ts`,
      `schemas/${family}/records.ts`,
      `transform/${family}`,
      `sql/tables/${family}`,
      `fixtures/${family}`,
    ])
      expect(existsSync(join(root, part)), part).toBe(true);
    expect(id).toMatch(/^[a-z]+$/);
    expect(chain.settings.chain).toBe(id);
    for (const { name } of chain.topics) expect(name.startsWith(`${id}.`), name).toBe(true);
    expect(chain.records.tables.length).toBeGreaterThan(0);
    expectDistinct([...chain.records.tables]);
  });
});
