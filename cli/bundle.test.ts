/** The bundle of a package is self-contained: no loader, no source, and little of it is read before a verb runs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { concat, keccak256 } from "ethers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { keyOf, signerOf } from "../fixtures/polygon/validators.ts";
import { bundleScript } from "./bundle.ts";

// Node looks for a package's dependencies in its own and all parent folders.
const cache = join(import.meta.dirname, "../node_modules/.cache");
let folder: string;

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "bundle-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files that are read when one is run, without those that are imported later on. */
function readAtOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name = ""] of text.matchAll(
    /^(?:import|\} from|export \{[^}]*\} from).*?"(\.\/[^"]+\.mjs)";$/gm,
  ))
    readAtOnce(join(file, "..", name), seen);
  return seen;
}

it("names no place of the machine that made it, and starts with few bytes", async () => {
  const dist = join(folder, "dist");
  const index = await bundleScript("cli/index.ts", dist, { form: "package" });
  const files = [...readAtOnce(index)];
  expect(files.length).toBeGreaterThan(1);
  const bytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
  expect(bytes).toBeLessThan(400_000);
  for (const file of files) expect(readFileSync(file, "utf8")).not.toContain(join(import.meta.dirname, ".."));
});

it("holds no generator, stub node or test", () => {
  for (const name of readdirSync(join(folder, "dist")))
    expect(readFileSync(join(folder, "dist", name), "utf8")).not.toMatch(/^\/\/ (?:fixtures|test|bench)\//m);
});

it("runs threads without a loader", async () => {
  const index = await bundleScript("ingest/polygon/signerThreads.ts", join(folder, "threads"), {
    form: "package",
  });
  const keys = Array.from({ length: 3 }, (_, i) => keyOf("threads", i));
  const hash = keccak256(concat(["0x01", "0x07"]));
  const vote = {
    voteHash: hash.slice(2),
    signatures: keys.map((key) => {
      const { r, s, yParity } = key.sign(hash);
      return { rs: r.slice(2) + s.slice(2), parity: yParity };
    }),
  };
  const script = join(folder, "script.mjs");
  writeFileSync(
    script,
    `import { createThreadedNamer } from ${JSON.stringify(index)};
    const bytes = (hex) => Buffer.from(hex, "hex");
    const { voteHash, signatures } = ${JSON.stringify(vote)};
    const vote = {
      voteHash: bytes(voteHash),
      signatures: signatures.map(({ rs, parity }) => ({ rs: bytes(rs), parity })),
    };
    const named = await createThreadedNamer()(Array(700).fill(vote));
    process.stdout.write(JSON.stringify(named.at(-1)), () => process.exit());`,
  );
  expect(JSON.parse(execFileSync(process.execPath, [script], { encoding: "utf8" }))).toEqual(
    keys.map(signerOf),
  );
});
