/**
 * Builds the explorer into explorer/dist, each file also compressed as well as can be, since it is built once and sent often.
 *   node_modules/.bin/vite build explorer    what `make explorer` runs
 *   node_modules/.bin/vite explorer          the page as it is edited, on the API at API_URL (default: http://127.0.0.1:8080)
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const folder = import.meta.dirname;
const api = process.env.API_URL ?? "http://127.0.0.1:8080";

function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle: () => {
      const assets = join(folder, "dist/assets");
      for (const name of readdirSync(assets)) {
        const bytes = readFileSync(join(assets, name));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

export default defineConfig({
  root: folder,
  // The server puts the path before that a proxy serves it under.
  base: "./",
  logLevel: "warn",
  plugins: [compressed()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // A strict policy allows no inline scripts, styles or data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
  },
  server: {
    proxy: Object.fromEntries(["/v0", "/v1", "/docs", "/explorer/config.json"].map((path) => [path, api])),
  },
});
