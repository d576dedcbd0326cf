import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commonEndpoints, endpoints } from "../serve/endpoints.ts";
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
