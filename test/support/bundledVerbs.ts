/**
 * Processes that tests start load the command line as a few files of JavaScript, made once a run: the two thousand
 * modules behind it, each asked of the loader of TypeScript, were two thirds of what a short process cost. Where lines
 * are counted, maps lie beside the files, unnamed in them: processes would write them out again and again.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "../..");

/** Sources find what lies beside them; packages that bring files in no language of ours stay where they are. */
const asAtHome: Plugin = {
  name: "as at home",
  setup: ({ onLoad, onResolve, resolve }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: readFileSync(path, "utf8")
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
    }));
    // In a bundle its import brings none of its classes.
    onResolve({ filter: /^@solana\/web3\.js$/ }, ({ path }) => ({
      path: pathToFileURL(require.resolve(path)).href,
      external: true,
    }));
    onResolve({ filter: /^(?:chdb|@bokuweb\/zstd-wasm)(?:\/|$)/ }, async ({ path, pluginData, ...place }) => {
      if (pluginData === "found") return undefined;
      const found = await resolve(path, { ...place, pluginData: "found" });
      return { path: found.path, external: true };
    });
  },
};

/** Makes the files and says where they begin: `runVerb` of the tests reads it. */
export async function setup(): Promise<(() => void) | undefined> {
  const { COUNTED_VERBS } = process.env;
  const folder = COUNTED_VERBS ?? mkdtempSync(join(tmpdir(), "verbs-"));
  await build({
    entryPoints: [join(root, "cli/index.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: COUNTED_VERBS === undefined ? false : "external",
    sourcesContent: false,
    plugins: [asAtHome],
    // Packages of CommonJS ask for Node's own modules in their own way.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    logLevel: "error",
  });
  process.env.BUNDLED_VERBS = join(folder, "index.mjs");
  if (COUNTED_VERBS !== undefined) return undefined;
  return () => rmSync(folder, { recursive: true, force: true });
}
