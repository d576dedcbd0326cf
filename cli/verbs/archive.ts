/** `record <network> --source warehouse --from --to --out`: writes the facts that the warehouse holds of a range to a file. */
import { resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import type { Store } from "../../lib/store/store.ts";
import { writeArchive } from "../archive/write.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { createProgress, type Progress } from "../process/progress.ts";
import { missingFacts } from "../replay/kept.ts";
import { findKnown } from "../replay/target.ts";

export const archiveArgs = z.object({
  network: z.string(),
  from: z.string(),
  to: z.string(),
  out: z.string(),
});
export type ArchiveArgs = z.output<typeof archiveArgs>;

type ArchiveResult = { chain: string; network: string; unit: string; from: number; to: number; rows: number };

export async function runArchive(
  args: ArchiveArgs,
  deps: { store: Store; emit: (progress: Progress) => void; signal: AbortSignal },
): Promise<ArchiveResult> {
  const { store, emit, signal } = deps;
  const { chain, network } = await findKnown(store, args.network);
  const range = await chain.records.parseRange(store, network, args);
  const missing = await missingFacts(store, { chain, network, range });
  if (missing !== undefined)
    throw new ConfigError(`${missing.done} are there whole: ${missing.held}. Nothing was written.`, {
      code: "facts_missing",
      meta: missing,
    });
  const rows = await writeArchive(store, {
    chain,
    network,
    range,
    path: args.out,
    signal,
    onProgress: (done, total) => emit({ done, total, phase: "archived", unit: chain.unit }),
  });
  return { chain: chain.id, network, unit: chain.unit, ...range, rows };
}

export async function archive(context: Context, args: ArchiveArgs): Promise<string> {
  const { log, shutdown } = context;
  // The process that writes it may run in another folder.
  const resolvedArgs = { ...args, out: resolve(args.out) };
  const progress = createProgress(log, "record");
  try {
    const result = (await forwardOrRun(context, "archive", resolvedArgs, {
      onProgress: (value) => progress.update(value as Progress),
      run: async (emit) =>
        runArchive(resolvedArgs, { store: await openStore(context), emit, signal: shutdown.signal }),
    })) as ArchiveResult;
    const { unit, from, to, rows } = result;
    return `${networkLabel(result)}: ${unit}s ${from} to ${to}, ${rows} rows; ${args.out} is complete\n`;
  } finally {
    progress.stop();
  }
}

/** @throws ConfigError for a source that `record` doesn't know */
export function isFromWarehouse(source: string): boolean {
  if (source !== "nodes" && source !== "warehouse")
    throw new ConfigError(`--source: "${source}" is not one of nodes, warehouse`, { code: "bad_arguments" });
  return source === "warehouse";
}
