/** Writes the files of an export one by one, and lists each complete one in the manifest, so that a stopped export resumes. */
import type { Store } from "../../lib/store/store.ts";
import type { Progress } from "../process/progress.ts";
import type { ExportFormat } from "./formats.ts";
import { type ExportManifest, writeManifest } from "./manifest.ts";
import type { Piece } from "./pieces.ts";
import type { Target } from "./target.ts";

export const engineFormats: Readonly<Record<ExportFormat, string>> = {
  parquet: "Parquet",
  csv: "CSVWithNames",
  arrow: "Arrow",
  ndjson: "JSONEachRow",
};

export type ExportResult = { made: number; kept: number; rows: number; notes: string[] };

/** Rows may change while they are written. */
const attemptsMax = 3;

type Deps = {
  store: Store;
  target: Target;
  format: ExportFormat;
  pathOf: (piece: Piece) => string;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

/** @returns the piece that the file holds; undefined if its rows changed on every attempt */
async function writeStable(piece: Piece, path: string, { store, target, format }: Deps) {
  let current = piece;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const written = await target.write(path, current.statement, engineFormats[format]);
    const now = await current.again(store);
    if (now?.content === current.content) return { rows: current.rows, content: current.content, ...written };
    if (now === undefined) return undefined;
    current = now;
  }
  return undefined;
}

/** @param manifest changed and written as files come */
export async function writePieces(
  pieces: readonly Piece[],
  manifest: ExportManifest,
  deps: Deps,
): Promise<ExportResult> {
  const { target, pathOf, emit, signal } = deps;
  const sizes = await target.sizes();
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  const result: ExportResult = { made: 0, kept: 0, rows: 0, notes: [] };
  const save = () => writeManifest(target, { ...manifest, files: [...files.values()] });
  for (const { table, columns } of pieces) manifest.schemas[table] = [...columns];
  for (const [index, piece] of pieces.entries()) {
    signal.throwIfAborted();
    emit({ done: index, total: pieces.length, phase: "written", unit: "file" });
    const path = pathOf(piece);
    const before = files.get(path);
    const isThere = before !== undefined && sizes.get(path) === before.bytes;
    if (isThere && (before.content === piece.content || piece.rows < before.rows)) {
      if (before.content !== piece.content)
        result.notes.push(
          `${path} has ${before.rows} rows and the warehouse ${piece.rows}. The file is kept; remove it to export it again`,
        );
      result.kept += 1;
      continue;
    }
    const written = await writeStable(piece, path, deps);
    if (written === undefined) {
      files.delete(path);
      result.notes.push(`${path}: its rows changed while they were written; run the same again`);
    } else {
      files.set(path, { path, table: piece.table, ...written });
      result.made += 1;
      result.rows += written.rows;
    }
    await save();
  }
  if (result.made === 0) await save();
  emit({ done: pieces.length, total: pieces.length, phase: "written", unit: "file" });
  return result;
}
