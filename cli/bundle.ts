/**
 * Makes the command line a few files of JavaScript: two thirds of what a short process costs is asking a loader of
 * TypeScript for each of two thousand modules, and it holds 70 MB for as long as the process lives.
 *   node --import tsx cli/bundle.ts     writes dist/, which `node dist/index.mjs` runs; the image does
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..");

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

/**
 * Bundles a script of the project.
 * @param script its path from the project's folder
 * @param hasMaps whether maps lie beside the files, which don't name them
 * @returns what `node` has to run. It is bound to this project's place: SQL and packages are read from there
 */
export async function bundleScript(
  script: string,
  folder: string,
  { hasMaps = false }: { hasMaps?: boolean } = {},
): Promise<string> {
  await build({
    entryPoints: { index: join(root, script) },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: hasMaps ? "external" : false,
    sourcesContent: false,
    plugins: [asAtHome],
    // Packages of CommonJS ask for Node's own modules in their own way.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    logLevel: "error",
  });
  return join(folder, "index.mjs");
}

if (process.argv[1] === join(root, "cli/bundle.ts")) await bundleScript("cli/index.ts", join(root, "dist"));
