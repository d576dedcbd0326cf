/**
 * Bundles the command line into a few JavaScript files. Loading two thousand modules through a TypeScript loader takes two
 * thirds of a short process's time, and 70 MB for as long as the process lives.
 *   node --import tsx cli/bundle.ts     writes dist/, which the package and the image run
 */
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, "..");
/** Packages that bring files in no language of ours stay where they are. */
const unbundled = /^(?:chdb|@bokuweb\/zstd-wasm|fs-native-extensions)(?:\/|$)/;

function rewriteSources(rewrite: (source: string, path: string) => string): Plugin {
  return {
    name: "where sources are",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        loader: "ts",
        contents: rewrite(readFileSync(path, "utf8"), path),
      }));
    },
  };
}

/** For bundles in any folder: sources read the files next to them, and packages are resolved from this project. */
const boundHere: Plugin[] = [
  rewriteSources((source, path) =>
    source
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
  ),
  {
    name: "packages of this project",
    setup: ({ onResolve, resolve }) => {
      // In a bundle its import brings none of its classes.
      onResolve({ filter: /^@solana\/web3\.js$/ }, ({ path }) => ({
        path: pathToFileURL(require.resolve(path)).href,
        external: true,
      }));
      onResolve({ filter: unbundled }, async ({ path, pluginData, ...place }) => {
        if (pluginData === "found") return undefined;
        const resolved = await resolve(path, { ...place, pluginData: "found" });
        return { path: resolved.path, external: true };
      });
    },
  },
];

/** For a folder inside any project or package: files next to the sources are found relative to the bundle. */
const boundToFolder = (folder: string): Plugin[] => [
  rewriteSources((source, path) => {
    const place = JSON.stringify(`/${relative(folder, dirname(path)).split(sep).join("/")}`);
    return source.replaceAll("import.meta.dirname", `(import.meta.dirname + ${place})`);
  }),
  {
    name: "packages above it",
    setup: ({ onResolve }) => {
      onResolve({ filter: /^@solana\/web3\.js$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: unbundled }, ({ path }) => ({ path, external: true }));
    },
  },
];

/** Zod's messages in forty languages, of which ours are in one: half of its code. */
const inEnglish: Plugin = {
  name: "in English",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    })),
};

/** Generated chains are for the demo alone, which is the project's. */
const withoutFixtures: Plugin = {
  name: "no fixtures",
  setup: ({ onResolve }) => onResolve({ filter: /\/fixtures\// }, ({ path }) => ({ path, external: true })),
};

/**
 * How a bundle finds SQL, packages and other files of the project.
 * - `anywhere`: by absolute paths on this machine.
 * - `checkout`: relative to its folder, which is inside the project.
 * - `package`: as if it were `dist/` of a package, in any folder.
 */
type Form = "anywhere" | "checkout" | "package";

function pluginsOf(form: Form, folder: string): Plugin[] {
  if (form === "anywhere") return boundHere;
  if (form === "checkout") return boundToFolder(folder);
  return [...boundToFolder(join(root, "dist")), withoutFixtures];
}

/**
 * Bundles scripts of the project.
 * @param scripts their paths relative to the project's folder, by output name
 * @param hasMaps whether source maps are written next to the files, which don't name them
 * @returns the files read and the files written, as paths relative to the project's folder
 */
export async function bundleScripts(
  scripts: Record<string, string>,
  folder: string,
  { hasMaps = false, form = "anywhere" }: { hasMaps?: boolean; form?: Form } = {},
): Promise<{ read: string[]; written: string[] }> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(scripts).map(([name, script]) => [name, join(root, script)]),
    ),
    outdir: folder,
    metafile: true,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: hasMaps ? "external" : false,
    sourcesContent: false,
    plugins: [inEnglish, ...pluginsOf(form, folder)],
    // CommonJS packages load Node's own modules by `require`.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    logLevel: "error",
  });
  return { read: Object.keys(metafile.inputs), written: Object.keys(metafile.outputs) };
}

/** Bundles one script. @returns what `node` has to run */
export async function bundleScript(
  script: string,
  folder: string,
  options: { hasMaps?: boolean; form?: Form } = {},
): Promise<string> {
  await bundleScripts({ index: script }, folder, options);
  return join(folder, "index.mjs");
}

if (process.argv[1] === join(root, "cli/bundle.ts")) {
  const folder = join(root, "dist");
  rmSync(folder, { recursive: true, force: true });
  await bundleScript("cli/index.ts", folder, { form: "package" });
}
