import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { afterBytes, writeChunks } from "./file.ts";

const folder = mkdtempSync(join(tmpdir(), "native-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("goes on wherever a write stopped", () => {
  const chunks = [Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3, 4), Uint8Array.of(5)];
  for (let written = 0; written <= 5; written += 1)
    expect(Buffer.concat(afterBytes(chunks, written))).toEqual(Buffer.of(1, 2, 3, 4, 5).subarray(written));
  expect(afterBytes(chunks, 5)).toEqual([]);
});

it("writes more chunks than one system call takes, into a new file only", async () => {
  const file = join(folder, "block");
  const chunks = Array.from({ length: 3000 }, (_, i) => Buffer.alloc(i % 3, i % 256));
  await writeChunks(file, chunks);
  expect(readFileSync(file)).toEqual(Buffer.concat(chunks));
  await expect(writeChunks(file, chunks)).rejects.toThrow("EEXIST");
});
