/** The documentation's example requests for validators are answered by `make demo`: their subjects have records there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { demoHistory, generateDemoChain } from "../fixtures/eth/demo.ts";
import { projectRoot } from "./support/cli.ts";

const pages = [
  "README.md",
  "client/README.md",
  ...readdirSync(join(projectRoot, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** How pages name a validator of Ethereum by its index. */
const named =
  /(?:eth\/validators\/|effectiveness\(|validator_index_or_pubkey: |indices=|validator_index = )(\d+)/g;

const examples = pages.flatMap((page) =>
  [...readFileSync(join(projectRoot, page), "utf8").matchAll(named)].map(([, index]) => ({
    page,
    validator: Number(index),
  })),
);

it("validators of examples have duties in all of the demo's history", () => {
  expect(new Set(examples.map(({ page }) => page)).size).toBeGreaterThan(4);
  const duties = new Set(
    generateDemoChain(0).truth.dutyEpochs.map(({ epoch, validator }) => `${epoch}/${validator}`),
  );
  const { from, to } = demoHistory;
  const epochs = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const without = examples.filter(({ validator }) =>
    epochs.some((epoch) => !duties.has(`${epoch}/${validator}`)),
  );
  expect(without, "examples with a validator that has no records in `make demo`").toEqual([]);
});
