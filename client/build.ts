/** Makes the package: types from the declarations of the API, then JavaScript and declarations of the source. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import openapiTypes, { astToString, type OpenAPI3 } from "openapi-typescript";
import { endpoints } from "../serve/endpoints.ts";
import { openApiDocument } from "../serve/http/openapi.ts";

const folder = import.meta.dirname;
const types = join(folder, "src/openapi.ts");
const heading =
  "/** Made by client/build.ts from the declarations of the API: nothing here is written by hand. */\n";

/** Keeps only JSON, which the client requests: with other content types, an answer would be a union. */
function jsonOnly(document: ReturnType<typeof openApiDocument>): OpenAPI3 {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) => {
    if (name !== "content" || typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([type]) => type === "application/json"));
  }) as OpenAPI3;
}

const nodes = await openapiTypes(jsonOnly(openApiDocument(endpoints)), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
const text = heading + astToString(nodes);
// An unchanged file keeps its time, so that its dependents are not rebuilt.
if (!existsSync(types) || readFileSync(types, "utf8") !== text) writeFileSync(types, text);

// The compiler of this package: the project's own, which is newer, has no interface that makers of types could use.
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
rmSync(join(folder, "dist"), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
copyFileSync(join(folder, "../LICENSE"), join(folder, "LICENSE"));
