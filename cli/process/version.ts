import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Of this program, as package.json says. */
export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"),
) as { version: string };
