/** schemathesis sends a real server every request that its document allows, and those that it forbids, too. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base58 } from "@scure/base";
import { toAddress } from "../../lib/bech32.ts";
import { toNodeId } from "../../lib/cb58.ts";
import { createLogger } from "../../lib/logger.ts";
import { toSs58 } from "../../lib/ss58.ts";
import { poolIdOf } from "../../schemas/cardano/poolId.ts";
import { createKey } from "../../serve/access/keys.ts";
import { endpoints } from "../../serve/endpoints.ts";
import { openApiDocument } from "../../serve/http/openapi.ts";
import { startServer } from "../../serve/http/server.ts";
import { rowsByChain } from "../endpoints/samples.ts";
import { installPython } from "./python.ts";
import { testOrganization } from "./servedRows.ts";
import { openTemporaryStore } from "./warehouse.ts";

const version = "4.32.5";
const folder = join(import.meta.dirname, "schemathesis");
/** Validators that there are, from index 0, and more. */
const validators = 250;

/** Texts with checksums, by the formats that the document has for them. */
const encoders: readonly (readonly [format: RegExp, encode: (bytes: number, prefix: string) => string])[] = [
  [/^bech32-(.+)$/, (byte, prefix) => toAddress(prefix, new Uint8Array(20).fill(byte))],
  [/^evm-address$/, (byte) => `0x${Buffer.alloc(20, byte).toString("hex")}`],
  [/^solana-address$/, (byte) => base58.encode(new Uint8Array(32).fill(byte))],
  [/^ss58$/, (byte) => toSs58(0, new Uint8Array(32).fill(byte))],
  [/^avalanche-node$/, (byte) => toNodeId(new Uint8Array(20).fill(byte))],
  [/^cardano-pool$/, (byte) => poolIdOf(Buffer.alloc(28, byte).toString("hex"))],
];

/** Formats that JSON Schema has itself. */
const standardFormats = new Set(["date", "date-time", "uuid"]);

/** Values of every other format that the document names: those that examples have, and some that don't exist. */
function formatValues(): Record<string, string[]> {
  const text = JSON.stringify(openApiDocument(endpoints));
  const formats = new Set([...text.matchAll(/"format":"([^"]+)"/g)].map(([, format = ""]) => format));
  const values: Record<string, string[]> = {};
  for (const format of formats) {
    if (standardFormats.has(format)) continue;
    const encoder = encoders.find(([pattern]) => pattern.test(format));
    if (encoder === undefined)
      throw new Error(
        `${format} is a format without values: add it to encoders in test/support/schemathesis.ts`,
      );
    const [pattern, encode] = encoder;
    const prefix = pattern.exec(format)?.[1] ?? "";
    values[format] = Array.from({ length: 9 }, (_, at) => encode(at + 1, prefix));
  }
  return values;
}

/** Retired operations are called like all others: the document says that they refuse every request. */
function settings(): string {
  const retired = endpoints.filter(({ kind }) => kind === "gone").map(({ operation }) => operation);
  return `${readFileSync(join(folder, "schemathesis.toml"), "utf8")}
[[operations]]
include-operation-id = ${JSON.stringify(retired)}
warnings = false
`;
}

/**
 * Runs schemathesis with all its checks against a server with rows of every chain.
 * @param args which phases, how many examples
 * @returns its exit code, 0 without errors and warnings, and its output
 */
export async function runSchemathesis(args: readonly string[]): Promise<{ code: number; output: string }> {
  const programs = await installPython("schemathesis", version);
  const { store, close } = await openTemporaryStore();
  const work = mkdtempSync(join(tmpdir(), "schemathesis-"));
  try {
    for (const rows of rowsByChain.values()) await rows.insert(store);
    const { key } = await createKey(store, {
      name: "schemathesis",
      organizationId: testOrganization,
      scopes: ["read", "write:tags", "admin:keys"],
    });
    const server = await startServer({ store, log: createLogger("silent"), host: "127.0.0.1", port: 0 });
    try {
      const formats = join(work, "formats.json");
      writeFileSync(formats, JSON.stringify(formatValues()));
      const configuration = join(work, "schemathesis.toml");
      writeFileSync(configuration, settings());
      const shared = ["--checks", "all", "--no-color", "--workers", "2"];
      return await new Promise((resolve) => {
        execFile(
          join(programs, "st"),
          ["--config-file", configuration, "run", `${server.url}/openapi.json`].concat(shared).concat(args),
          {
            cwd: work,
            env: {
              ...process.env,
              API_KEY: key,
              FORMATS: formats,
              HOOKS: join(folder, "hooks.py"),
              INDICES: String(validators),
            },
            maxBuffer: 2 ** 28,
          },
          (error, stdout, stderr) =>
            resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
        );
      });
    } finally {
      await server.close();
    }
  } finally {
    await close();
    rmSync(work, { recursive: true, force: true });
  }
}
