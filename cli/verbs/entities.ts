/** `entities import|list|export|remove`: owners of validators, from an operator's files. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { readEntityFile } from "../entities/file.ts";
import { applyEntities, type EntitySource, importEntities, loadSources } from "../entities/import.ts";
import { readRegistry, registries, registrySource } from "../entities/registry.ts";
import { type EntityRow, entityColumns } from "../entities/rows.ts";
import { ethNetworkOf } from "../ethNetwork.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { createProgress, type Progress } from "../process/progress.ts";
import { textTable } from "../process/tableLines.ts";

export const entitiesArgs = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("import"),
    network: z.string(),
    file: z.string().optional(),
    registry: z.enum(registries).optional(),
    address: z.string().optional(),
    block: z.int().optional(),
    isRewrite: z.boolean(),
  }),
  z.object({ action: z.literal("list"), network: z.string() }),
  z.object({
    action: z.literal("export"),
    network: z.string(),
    source: z.string().optional(),
    out: z.string().optional(),
  }),
  z.object({ action: z.literal("remove"), network: z.string(), source: z.string(), isRewrite: z.boolean() }),
]);
export type EntitiesArgs = z.infer<typeof entitiesArgs>;

type Deps = {
  store: Store;
  /** Of the nodes that a registry is read from. */
  config: Config;
  log: Logger;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Rows of a file, or of a registry on the chain. @throws ConfigError unless one of them is given */
async function rowsToImport(
  { file, registry, address, block, network }: Extract<EntitiesArgs, { action: "import" }>,
  deps: Deps,
): Promise<EntityRow[]> {
  if ((file === undefined) === (registry === undefined))
    throw new ConfigError("entities import takes --file or --registry", { code: "bad_arguments" });
  if (file !== undefined) return await readEntityFile(file);
  const plan = { registry: registry ?? "lido", address, block };
  return await readRegistry(network, plan, {
    ...deps,
    onKeys: (done, total) => deps.emit({ done, total, phase: "read", unit: "key" }),
  });
}

/** @throws ConfigError that names the sources there are */
async function checkSource(store: Store, network: string, source: string): Promise<void> {
  const sources = (await loadSources(store, network)).filter(({ row_count }) => row_count > 0);
  if (sources.some((one) => one.source === source)) return;
  const names = sources.map((one) => `"${one.source}"`).join(", ") || "no source at all";
  throw new ConfigError(`There are no entities from "${source}" on ${network}; there is ${names}`, {
    code: "unknown_source",
  });
}

async function changed(
  { store, emit, signal }: Deps,
  network: string,
  rows: Parameters<typeof importEntities>[2],
  { isRewrite, sources }: { isRewrite: boolean; sources?: readonly string[] },
): Promise<string> {
  const imported = await importEntities(store, network, rows, sources);
  const { days, left } = await applyEntities(store, network, imported, {
    isRewrite,
    signal,
    onDay: (done, total) => emit({ done, total, phase: "computed", unit: "day" }),
  });
  const summary = imported.sources.map((one) => `${one.source}: ${one.rows} rows in force`);
  const history =
    left === 0
      ? ""
      : `${left} complete days keep the mapping they were computed with; use --rewrite to recompute them\n`;
  return `${summary.join("\n")}\n${days} days recomputed\n${history}`;
}

function sourceTable(sources: readonly EntitySource[]): string {
  return textTable([
    ["SOURCE", "ROWS", "FROM", "TO", "IMPORTED"],
    ...sources
      .filter(({ row_count }) => row_count > 0)
      .map((one) => [
        one.source,
        String(one.row_count),
        one.first_date ?? "open",
        one.last_date ?? "open",
        one.imported_at,
      ]),
  ]);
}

/** @returns the output */
export async function runEntities(args: EntitiesArgs, deps: Deps): Promise<string> {
  const { store } = deps;
  const network = ethNetworkOf(args.network);
  switch (args.action) {
    case "import":
      return await changed(deps, network, await rowsToImport(args, deps), {
        isRewrite: args.isRewrite,
        // Rows that the file no longer names are removed, even if that is all of them.
        ...(args.registry === undefined ? {} : { sources: [registrySource] }),
      });
    case "list":
      return sourceTable(await loadSources(store, network));
    case "remove":
      await checkSource(store, network, args.source);
      return await changed(deps, network, [], { ...args, sources: [args.source] });
    case "export": {
      if (args.source !== undefined) await checkSource(store, network, args.source);
      const rows = await store.rows(internalSql("eth/entity_rows"), { network, source: args.source ?? null });
      const text = stringify(rows, { header: true, columns: [...entityColumns] });
      if (args.out === undefined) return text;
      await writeFile(args.out, text);
      return `${rows.length} rows written to ${args.out}\n`;
    }
  }
}

export async function entities(context: Context, args: EntitiesArgs): Promise<string> {
  const { log, shutdown } = context;
  // The process that reads and writes files may run in another folder.
  const resolvedArgs = {
    ...args,
    ...("file" in args && args.file !== undefined ? { file: resolve(args.file) } : {}),
    ...("out" in args && args.out !== undefined ? { out: resolve(args.out) } : {}),
  } as EntitiesArgs;
  const progress = createProgress(log, "entities");
  try {
    return (await forwardOrRun(context, "entities", resolvedArgs, {
      onProgress: (value) => progress.update(value as Progress),
      run: async (emit) =>
        runEntities(resolvedArgs, {
          store: await openStore(context),
          config: context.config,
          log,
          emit,
          signal: shutdown.signal,
        }),
    })) as string;
  } finally {
    progress.stop();
  }
}
