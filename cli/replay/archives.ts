/** Facts from archives: they go into the shadow's raw tables, and are computed there. */
import { consecutiveRanges } from "../../lib/heightRange.ts";
import { createRows } from "../../transform/frame/columns.ts";
import { writeTables } from "../../transform/frame/tables.ts";
import type { ArchiveDescription } from "../archive/format.ts";
import { describeArchive, readArchive } from "../archive/read.ts";
import { type FillDeps, fillFromWarehouse } from "./fill.ts";

export type Archive = { path: string; description: ArchiveDescription };

/** Those of the files that are archives. */
export async function openArchives(paths: readonly string[]): Promise<Archive[]> {
  const archives: Archive[] = [];
  for (const path of paths) {
    const description = await describeArchive(path);
    if (description !== undefined) archives.push({ path, description });
  }
  return archives;
}

async function insertArchive({ path }: Archive, { store, signal }: FillDeps): Promise<void> {
  for await (const { table, rows } of readArchive(path)) {
    signal.throwIfAborted();
    const columns = createRows(table);
    for (const row of rows) columns.push(row);
    await writeTables(store, [columns.toTable()]);
  }
}

/** Computes the archives' facts of the range. @returns whether they hold any of it */
export async function fillFromArchives(deps: FillDeps, archives: readonly Archive[]): Promise<boolean> {
  const { chain, network, range } = deps;
  const wanted = archives.filter(
    ({ description: { chain: id, network: name, from, to } }) =>
      id === chain.id && name === network && from <= range.to && to >= range.from,
  );
  for (const archive of wanted) await insertArchive(archive, deps);
  const held = wanted
    .map(({ description: { from, to } }) => ({
      from: Math.max(from, range.from),
      to: Math.min(to, range.to),
    }))
    .sort((a, b) => a.from - b.from);
  const heights = new Set<number>();
  for (const { from, to } of held) for (let height = from; height <= to; height++) heights.add(height);
  for (const part of consecutiveRanges([...heights].sort((a, b) => a - b)))
    await fillFromWarehouse({ ...deps, range: part });
  return wanted.length > 0;
}
