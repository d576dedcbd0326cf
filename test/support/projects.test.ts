import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { listTests } from "./projects.ts";

const root = mkdtempSync(join(tmpdir(), "projects-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it("tells by name and by imports how a test file is run", () => {
  write("lib/embedded.ts", 'import { createChdbConnection } from "chdb/connection";\n');
  write("lib/store.ts", 'export const open = () => import("./embedded.ts");\nimport "./circle.ts";\n');
  write("lib/circle.ts", 'import "./store.ts";\n');
  write("lib/store.test.ts", 'import { open } from "./store.ts";\n');
  write("lib/days.test.ts", 'import { days } from "./days.ts";\n');
  write("lib/days.ts", "export const days = 7;\n");
  write("lib/bus.kafka.test.ts", 'import { open } from "./store.ts";\n');
  write("lib/years.long.test.ts", 'import { days } from "./days.ts";\n');
  write("test/chaos/ci.chaos.test.ts", "");
  expect(listTests(root)).toEqual({
    plain: ["lib/days.test.ts"],
    engine: ["lib/store.test.ts"],
    long: ["lib/years.long.test.ts"],
    kafka: ["lib/bus.kafka.test.ts"],
    chaos: ["test/chaos/ci.chaos.test.ts"],
  });
});
