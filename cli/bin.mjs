#!/usr/bin/env node
// TypeScript runs as it is; the loader is registered before anything of ours is imported.
import { register } from "tsx/esm/api";

register();
await import("./index.ts");
