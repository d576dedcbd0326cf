import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { networks } from "../explorer/src/networks/index.ts";
import { familyTitles } from "../lib/families.ts";
import { commonEndpoints, endpoints } from "../serve/endpoints.ts";
import { servedChains } from "../serve/servedChains.ts";
import { chains } from "./index.ts";

const root = join(import.meta.dirname, "..");

function expectDistinct(values: readonly string[]): void {
  expect([...new Set(values)]).toEqual(values);
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

  it("is the list of the server, of the explorer, of the dictionary and of the documentation", () => {
    const ids = chains.map(({ id }) => id);
    const lists = {
      "serve/servedChains.ts": servedChains.map(({ id }) => id),
      "explorer/src/networks/index.ts": networks.map(({ id }) => id),
    };
    for (const [file, listed] of Object.entries(lists))
      expect([...listed].sort(), file).toEqual([...ids].sort());
    const families = new Set(chains.map(({ family }) => family));
    expect(new Set(Object.keys(familyTitles)), "familyTitles of lib/families.ts").toEqual(families);
    for (const family of families)
      expect(existsSync(join(root, `docs/warehouse/${family}.md`)), `docs/warehouse/${family}.md`).toBe(true);
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
