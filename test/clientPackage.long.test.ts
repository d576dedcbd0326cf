/**
 * The package that `npm pack` builds from client/ is installed elsewhere, type-checked, and calls a real server.
 * Fast counterpart: test/client.test.ts
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { createKey } from "../serve/access/keys.ts";
import { startServer } from "../serve/http/server.ts";
import { projectRoot } from "./support/cli.ts";
import { ethRows } from "./support/serveEth.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run = promisify(execFile);
const client = join(projectRoot, "client");
const folder = mkdtempSync(join(tmpdir(), "client-"));

beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: client,
    maxBuffer: 2 ** 26,
  });
  const tarball = /"filename": "([^"]+\.tgz)"/.exec(stdout)?.[1] ?? "";
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", join(folder, tarball)], {
    cwd: folder,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `import { ApiError, createClient, type ValidatorMetadata } from "validator-analytics-client";

declare const process: { argv: string[] };
const api = createClient({ baseUrl: process.argv[2] ?? "", key: process.argv[3] ?? "" });
const seen: ValidatorMetadata["validatorIndex"][] = [];
for await (const { validatorIndex } of api.records("/v0/eth/validators", { query: { size: 100 } })) seen.push(validatorIndex);
console.log(seen.length);
const missing = await api
  .get("/v0/eth/validators/{validator_index_or_pubkey}", { path: { validator_index_or_pubkey: 4_000_000 } })
  .catch((error: unknown) => (error instanceof ApiError ? error.status : 0));
console.log(missing);
`;

it("holds the code and its types, its licence and its readme", () => {
  const home = join(folder, "node_modules/validator-analytics-client");
  expect(readdirSync(home).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  expect(
    readdirSync(join(folder, "node_modules"))
      .filter((name) => !name.startsWith("."))
      .sort(),
  ).toEqual(["openapi-fetch", "openapi-typescript-helpers", "validator-analytics-client"]);
});

it("is type-checked, compiled and run outside of the project", async () => {
  writeFileSync(join(folder, "program.ts"), program);
  const compiler = createRequire(join(client, "package.json")).resolve("typescript/bin/tsc");
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"];
  await run(process.execPath, [compiler, ...options, "program.ts"], { cwd: folder });
  const { store, close } = await openTemporaryStore();
  try {
    await ethRows.insert(store);
    const { key } = await createKey(store, { name: "stranger" });
    const server = await startServer({ store, log: createLogger("silent"), host: "127.0.0.1", port: 0 });
    try {
      const { stdout } = await run(process.execPath, ["program.js", server.url, key], { cwd: folder });
      expect(stdout).toBe("250\n404\n");
    } finally {
      await server.close();
    }
  } finally {
    await close();
  }
});
