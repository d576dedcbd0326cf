#!/usr/bin/env node
// A package holds the command line as JavaScript. In the project's folder it is made of the sources when they have changed.
import { existsSync } from "node:fs";

if (existsSync(new URL("index.ts", import.meta.url))) {
  await (await import("./checkout.mjs")).runScript("index");
} else {
  await import("../dist/index.mjs");
}
