import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chainNames } from "../lib/config.ts";
import { chains } from "./chains.ts";

const root = join(import.meta.dirname, "..");

describe("the list of chains", () => {
  it("is the one that the settings know", () => {
    expect(chains.map((chain) => chain.id)).toEqual([...chainNames]);
  });

  it.each(chains.map((chain) => [chain.id, chain] as const))("%s has all its parts", (id, chain) => {
    // Chains of one family share what isn't data.
    const family = "cosmos" in chain ? "cosmos" : id;
    for (const part of [
      `ingest/${id}/index.ts`,
      `schemas/${family}/events.ts`,
      `sql/tables/${id}`,
      `transform/${family}`,
      `fixtures/${family}`,
    ])
      expect(existsSync(join(root, part)), part).toBe(true);
    for (const topic of Object.values(chain.topics)) expect(topic.name.startsWith(`${id}.`)).toBe(true);
    expect(new Set(Object.values(chain.topics).map((topic) => topic.name)).size).toBe(
      Object.keys(chain.topics).length,
    );
  });
});
