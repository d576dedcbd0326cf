/** Assertions of the loops over endpoints: a failure names the operation, what differs, and the file to open. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { z } from "zod";
import type { Endpoint } from "../../serve/endpoint.ts";
import { projectRoot } from "../support/cli.ts";
import { nameOf } from "./samples.ts";

type Source = readonly [path: string, text: string];
let cachedSources: readonly Source[] | undefined;

function sources(): readonly Source[] {
  cachedSources ??= ["schemas", "serve"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      // It describes the tags of all declarations, and declares no endpoint.
      .filter((name) => !name.endsWith("openapi/tags.ts"))
      .map((name) => [`${folder}/${name}`, readFileSync(join(projectRoot, folder, name), "utf8")] as const),
  );
  return cachedSources;
}

/** The first source file that holds one of these texts; earlier texts count more. */
function fileWith(folder: string, texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const match = sources().find(([path, source]) => path.startsWith(folder) && source.includes(text));
    if (match !== undefined) return match[0];
  }
  return undefined;
}

/** The file that declares an endpoint. Names of some are composed, so their statement or tag identifies the file. */
export function declaredIn(endpoint: Endpoint): string {
  const { operation, path, tag } = endpoint;
  const statement = "answer" in endpoint ? [`"${endpoint.answer.sql}"`] : [];
  const texts = [`"${operation}"`, ...statement, `"${path}"`, path.split("/{")[0] ?? path, `"${tag}"`];
  if (/(Verifications|VerificationDifferences)$/.test(operation)) return "serve/verifications.ts";
  const isComposed = /(Subjects|Summary)$/.test(operation);
  const file = fileWith("serve/", isComposed ? texts.slice(0, 1) : texts);
  return file ?? (isComposed ? "serve/subjects.ts" : "serve/endpoints.ts");
}

/** The file that declares the record `row`; where its name is composed, the folder. */
export const recordIn = (row: z.ZodType): string =>
  fileWith("schemas/", [`"${row.meta()?.id}"`]) ?? "schemas/";

/**
 * `expect` for assertions about one endpoint.
 * @param what the compared value, such as ``the header `etag` ``
 * @param where the file to open; default: that of the declaration
 */
export function expectOf(endpoint: Endpoint) {
  const declaration = declaredIn(endpoint);
  return <Value>(what: string, value: Value, where = declaration) =>
    expect(value, `${nameOf(endpoint)}: ${what} (see ${where})`);
}
