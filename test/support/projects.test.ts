import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { leadsTo, listTests } from "./projects.ts";

const root = mkdtempSync(join(tmpdir(), "projects-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it("says by its name how a test file is run", () => {
  for (const name of ["store.ts", "store.test.ts", "bus.kafka.test.ts", "years.long.test.ts"])
    write(`lib/${name}`, "");
  write("test/chaos/ci.chaos.test.ts", "");
  expect(listTests(root)).toEqual({
    fast: ["lib/store.test.ts"],
    long: ["lib/years.long.test.ts"],
    kafka: ["lib/bus.kafka.test.ts"],
    chaos: ["test/chaos/ci.chaos.test.ts"],
  });
});

it("follows imports, also dynamic ones and in circles, to a text", () => {
  write("lib/embedded.ts", 'import { createChdbConnection } from "chdb/connection";\n');
  write("lib/store.ts", 'export const open = () => import("./embedded.ts");\nimport "./circle.ts";\n');
  write("lib/circle.ts", 'import "./store.ts";\n');
  write("lib/days.ts", "export const days = 7;\n");
  const isEngine = (text: string) => text.includes('from "chdb');
  expect(leadsTo(join(root, "lib/circle.ts"), isEngine)).toBe(true);
  expect(leadsTo(join(root, "lib/days.ts"), isEngine)).toBe(false);
});
