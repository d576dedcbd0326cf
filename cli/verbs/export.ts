/** `export`: a table, or a daily dump of a network, as files in a folder or a bucket. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ConfigError, errorMessage } from "../../lib/errors.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import type { Store } from "../../lib/store/store.ts";
import { type ExportFormat, exportFormats } from "../export/formats.ts";
import { readManifest } from "../export/manifest.ts";
import { openOperations, operationPiece } from "../export/operation.ts";
import { dailyPieces, type Piece, piecesOf } from "../export/pieces.ts";
import { type ExportResult, writePieces } from "../export/run.ts";
import { dumpSources, findSource } from "../export/source.ts";
import { explained, folderTarget, isS3, s3Target } from "../export/target.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { takeFileLock } from "../process/lock.ts";
import { openStore } from "../process/pipeline.ts";
import { createProgress, type Progress } from "../process/progress.ts";
import { findKnown } from "../replay/target.ts";

export const exportArgs = z.object({
  network: z.string(),
  /** Undefined: a dump. */
  what: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  format: z.enum(exportFormats),
  out: z.string(),
  tables: z.array(z.string()).default([]),
  /** Of an operation: `name=value`. */
  params: z.array(z.string()).default([]),
  s3: z.object({ endpoint: z.string(), keyId: z.string().optional(), secret: z.string().optional() }),
});
type ExportArgs = z.output<typeof exportArgs>;

type Deps = { store: Store; emit: (progress: Progress) => void; signal: AbortSignal };

/** A guest of the engine, without limits: the pipeline and the API go first. */
const guest = { seconds: 0, memoryMib: 0, rows: 0 };

async function requestedPieces(store: Store, args: ExportArgs) {
  const { chain, network } = await findKnown(store, args.network);
  const selection = { chain, network, from: args.from, to: args.to };
  const label = networkLabel({ chain: chain.id, network });
  if (args.what !== undefined) {
    const operations = openOperations(chain);
    const operation = operations.get(args.what);
    if (operation === undefined && args.params.length > 0)
      throw new ConfigError(
        `--param needs an API operation, and ${chain.id} has no operation ${args.what.slice(0, 100)}`,
        {
          code: "bad_arguments",
        },
      );
    const pieces =
      operation === undefined
        ? await piecesOf(store, selection, findSource(args.what, chain, [...operations.keys()]))
        : [await operationPiece(store, selection, operation, args.params)];
    const pathOf = (piece: Piece) => `${piece.label || "all"}.${args.format}`;
    return { label, pieces, pathOf };
  }
  const sources =
    args.tables.length > 0 ? args.tables.map((table) => findSource(table, chain)) : dumpSources(chain);
  const undated = sources.find(({ cut }) => cut.kind === "height" && !cut.isUnit);
  if (undated !== undefined)
    throw new ConfigError(
      `${undated.name} has rows of no day, so no dump has it: \`export ${label} ${undated.name}\` writes it by itself`,
      { code: "bad_arguments" },
    );
  const pieces = await dailyPieces(store, selection, sources);
  const pathOf = ({ table, label: day }: Piece) =>
    [`table=${table}`, `network=${network}`, ...(day === "" ? [] : [`day=${day}`]), "part.parquet"].join("/");
  return { label, pieces, pathOf };
}

export async function runExport(
  args: ExportArgs,
  { store: open, emit, signal }: Deps,
): Promise<ExportResult> {
  const store = open.within({ budget: guest, signal });
  const release = isS3(args.out) ? () => undefined : lockFolder(args.out);
  try {
    const target = isS3(args.out) ? s3Target(args.out, args.s3, store) : folderTarget(args.out, store);
    const { label, pieces, pathOf } = await requestedPieces(store, args);
    const isDump = args.what === undefined;
    const manifest = await readManifest(target, {
      network: label,
      what: args.what === undefined ? "daily dump" : [args.what, ...args.params].join(" "),
      format: args.format,
      // A dump grows by its days.
      from: isDump ? "" : (args.from ?? ""),
      to: isDump ? "" : (args.to ?? ""),
    });
    return await writePieces(pieces, manifest, { store, target, format: args.format, pathOf, emit, signal });
  } catch (error) {
    throw explained(error);
  } finally {
    release();
  }
}

function lockFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new ConfigError(`--out: the folder ${folder} can't be used: ${errorMessage(error)}`, {
      cause: error,
    });
  }
  return takeFileLock(join(folder, "export"), "--out");
}

export type ExportOptions = {
  network: string;
  what?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  format: ExportFormat;
  out?: string | undefined;
  dump?: string | undefined;
  table?: string[];
  param?: string[];
};

/** @throws ConfigError for options that contradict one another */
function planExport({
  network,
  what,
  from,
  to,
  format,
  out,
  dump,
  table = [],
  param = [],
}: ExportOptions): Omit<ExportArgs, "s3"> {
  const wrong = (message: string) => new ConfigError(message, { code: "bad_arguments" });
  if ((what === undefined) === (dump === undefined))
    throw wrong(
      "Name either a table or an operation, such as `export eth/mainnet eth_block`, or a place with --dump",
    );
  if (dump !== undefined && (out !== undefined || format !== "parquet"))
    throw wrong("--dump writes Parquet to its own place: omit --out and --format");
  if (what !== undefined && table.length > 0) throw wrong("--table needs --dump");
  if (dump !== undefined && param.length > 0) throw wrong("--param needs an API operation");
  const place = dump ?? out ?? `./${what}-${network.replaceAll("/", "-")}`;
  return {
    network,
    what,
    from,
    to,
    format,
    tables: table,
    params: param,
    out: isS3(place) ? place : resolve(place),
  };
}

export async function exportData(context: Context, options: ExportOptions): Promise<string> {
  const { config, log, shutdown } = context;
  const { EXPORT_S3_ENDPOINT: endpoint, EXPORT_S3_ACCESS_KEY_ID: keyId } = config;
  const args: ExportArgs = {
    ...planExport(options),
    s3: { endpoint, keyId, secret: config.EXPORT_S3_SECRET_ACCESS_KEY },
  };
  const progress = createProgress(log, "export");
  try {
    const result = (await forwardOrRun(context, "export", args, {
      onProgress: (value) => progress.update(value as Progress),
      run: async (emit) =>
        runExport(args, { store: await openStore(context), emit, signal: shutdown.signal }),
    })) as ExportResult;
    const { made, kept, rows, notes } = result;
    const files = (count: number) => `${count} ${count === 1 ? "file" : "files"}`;
    const summary = `${args.out}: ${files(made)} written, ${rows} rows; ${files(kept)} as before`;
    return `${[...notes, summary].join("\n")}\n`;
  } finally {
    progress.stop();
  }
}
