/**
 * Builds a package's generated files: the bundled command line and explorer, third-party licences and bill of materials,
 * and the tested versions. npm runs it before it packs.
 *   node --import tsx cli/packageFiles.ts     writes dist/, explorer/dist/ and npm-shrinkwrap.json, which `postpack` removes
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "vite";
import { bundleScript } from "./bundle.ts";
import { billOfMaterials, licenceTexts, lockOfContents, lockOfRunning } from "./thirdParty.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const lock = lockOfRunning();
const contents = lockOfContents();

// The explorer includes the client.
execFileSync(process.execPath, ["--import", "tsx", join(root, "client/build.ts")], { stdio: "inherit" });
await build({ configFile: join(root, "explorer/vite.config.ts") });

rmSync(dist, { recursive: true, force: true });
await bundleScript("cli/index.ts", dist, { form: "package" });
writeFileSync(join(dist, "sbom.cdx.json"), billOfMaterials(contents));
writeFileSync(join(dist, "third-party-licenses.txt"), licenceTexts(contents));
// The API reference is one file; as a dependency, its package would bring a hundred others.
const rapidoc = createRequire(import.meta.url).resolve("rapidoc/dist/rapidoc-min.js");
copyFileSync(rapidoc, join(dist, "rapidoc-min.js"));
copyFileSync(`${rapidoc}.LICENSE.txt`, join(dist, "rapidoc-min.js.LICENSE.txt"));
// Packages don't ship a lock file: npm reads this one instead, from a registry's package and with `npm ci`.
writeFileSync(join(root, "npm-shrinkwrap.json"), `${JSON.stringify(lock, null, 2)}\n`);
