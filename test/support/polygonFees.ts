/** Files of priority fees, edited as an operator would. */
import { utimesSync, writeFileSync } from "node:fs";
import type { FeeEdition } from "../../fixtures/polygon/fees.ts";
import { temporaryFolder } from "./cli.ts";

export function createFeesFile() {
  const folder = temporaryFolder();
  const path = `${folder.path}.csv`;
  return {
    path,
    edit: ({ version, text }: FeeEdition) => {
      writeFileSync(path, text);
      utimesSync(path, version / 1000, version / 1000);
    },
    remove: folder.remove,
  };
}
