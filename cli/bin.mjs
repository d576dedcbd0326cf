#!/usr/bin/env node
// A package holds the command line as JavaScript. In a checkout it is bundled again whenever the sources have changed.
import { existsSync } from "node:fs";

if (existsSync(new URL("index.ts", import.meta.url))) {
  await (await import("./checkout.mjs")).runScript("index");
} else {
  await import("../dist/index.mjs");
}
