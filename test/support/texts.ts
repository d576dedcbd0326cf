/** Files of the project whose words are checked. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./cli.ts";

/** Documents at the root of the project. */
export const rootDocuments = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];

/** Folders with sources and texts. */
export const textFolders = [
  "bench",
  "chains",
  "cli",
  "client",
  "docs",
  "explorer",
  "fixtures",
  "ingest",
].concat(["lib", "ops", "schemas", "serve", "sql", "test", "transform"]);

/** Paths from the project's root of files below a folder whose path matches; nothing that is installed or built. */
export const listTexts = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => pattern.test(path) && !/\/(?:node_modules|dist)\//.test(path))
    .sort();
