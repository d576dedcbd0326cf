/**
 * Processes that tests start load the command line as a bundle, as the image does. It is built once per run. When lines
 * are counted, source maps lie next to its files but are not named in them: processes would write them out repeatedly.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleScript } from "../../cli/bundle.ts";

/** Builds the files and exports their entry point, which `runVerb` of the tests reads. */
export async function setup(): Promise<(() => void) | undefined> {
  const { COUNTED_VERBS, WITHOUT_VERBS } = process.env;
  // A script that runs one file many times knows whether it starts any verbs.
  if (WITHOUT_VERBS !== undefined) return undefined;
  const folder = COUNTED_VERBS ?? mkdtempSync(join(tmpdir(), "verbs-"));
  process.env.BUNDLED_VERBS = await bundleScript("cli/index.ts", folder, {
    hasMaps: COUNTED_VERBS !== undefined,
  });
  if (COUNTED_VERBS !== undefined) return undefined;
  return () => rmSync(folder, { recursive: true, force: true });
}
