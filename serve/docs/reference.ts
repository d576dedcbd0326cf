/** The API reference. Its script is served by us, so that it works without internet. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { escaped } from "./markdown.ts";

const require = createRequire(import.meta.url);
let script: Promise<string> | undefined;

/** RapiDoc's bundle as it was installed. */
export function referenceScript(): Promise<string> {
  script ??= readFile(require.resolve("rapidoc/dist/rapidoc-min.js"), "utf8");
  return script;
}

/** @param basePath path that a proxy serves the API under; "": the root */
export const referencePage = (basePath: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference · Validator Analytics</title>
    <script type="module" src="${escaped(basePath)}/docs/rapidoc.js"></script>
  </head>
  <body>
    <rapi-doc spec-url="${escaped(basePath)}/openapi.json" render-style="read" theme="light" load-fonts="false"
      regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" show-header="false"
      schema-style="table" allow-authentication="true" allow-spec-url-load="false"
      allow-spec-file-load="false" persist-auth="false">
      <a slot="nav-logo" href="${escaped(basePath)}/docs">Documentation</a>
    </rapi-doc>
  </body>
</html>
`;
