#!/usr/bin/env node
// A package holds the command line as JavaScript. In the project's folder TypeScript runs as it is: by Node itself where
// that can, else by a loader, which is registered before anything of ours is imported.
import { existsSync } from "node:fs";

if (existsSync(new URL("index.ts", import.meta.url))) {
  if (!process.features.typescript) (await import("tsx/esm/api")).register();
  await import("./index.ts");
} else {
  await import("../dist/index.mjs");
}
