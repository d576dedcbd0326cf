/** Imports peers from a file into the warehouse: they replace those of the previous import. */

import { readCsv } from "../../lib/csvFile.ts";
import { AppError } from "../../lib/errors.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../../transform/frame/columns.ts";
import { writeTables } from "../../transform/frame/tables.ts";
import { type PeerRow, peerColumns, peerRow } from "./rows.ts";

const rowsAtOnce = 50_000;
/** Of one import: far more than crawlers find; the identities are held in memory while the file is checked. */
const rowsMax = 1_000_000;

function refused(path: string, problem: string): AppError {
  return new AppError("fatal", `${path} was not imported, nothing was changed: ${problem}`, {
    code: "bad_peers",
    meta: { path },
  });
}

/** Rows in lists of at most `rowsAtOnce`. @throws as readCsv does, at its end */
async function* readPeers(path: string, check?: (row: PeerRow, line: number) => string | undefined) {
  let rows: PeerRow[] = [];
  const format = { columns: peerColumns, row: peerRow, code: "bad_peers", ...(check && { check }) };
  for await (const { line: _, ...row } of readCsv<PeerRow>(path, format)) {
    rows.push(row);
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** Reads the file once to find its errors. @returns its number of peers @throws AppError `bad_peers` */
async function checkPeers(path: string): Promise<number> {
  const lines = new Map<string, number>();
  const once = ({ peer_id }: PeerRow, line: number) => {
    const first = lines.get(peer_id);
    if (first !== undefined) return `peer_id ${peer_id} is on line ${first}, too`;
    if (lines.size === rowsMax) throw refused(path, `it has more than ${rowsMax} peers`);
    lines.set(peer_id, line);
    return undefined;
  };
  for await (const _ of readPeers(path, once));
  if (lines.size === 0) throw refused(path, "it has no peers; `p2p remove` takes imported ones away");
  return lines.size;
}

/** Says that an import is in force; all of its rows are there. */
async function announce(store: Store, network: string, importId: bigint, peers: number): Promise<void> {
  const rows = createRows("raw_eth_peer_import");
  const importedAt = new Date().toISOString().slice(0, 19).replace("T", " ");
  rows.push({ network, import_id: importId, peer_count: peers, imported_at: importedAt, version: 1n });
  await writeTables(store, [rows.toTable()]);
}

/** A number above those of all imports, also of one that was killed before it was in force. */
async function nextImport(store: Store, network: string): Promise<bigint> {
  const [row] = await store.rows<{ last_import: string }>(internalSql("eth/last_peer_import"), { network });
  return BigInt(row?.last_import ?? 0) + 1n;
}

/**
 * Writes peers, then puts them in force: readers see either the old or the new ones, and nothing changes if it is killed
 * in between. The file is read twice, so memory use doesn't depend on its size.
 * @returns how many peers are in force
 */
export async function importPeers(store: Store, network: string, path: string): Promise<number> {
  const checked = await checkPeers(path);
  const importId = await nextImport(store, network);
  let written = 0;
  for await (const rows of readPeers(path)) {
    const table = createRows("raw_eth_imported_peer");
    for (const row of rows) table.push({ ...row, network, import_id: importId, version: 1n });
    await writeTables(store, [table.toTable()]);
    written += rows.length;
  }
  if (written !== checked) throw refused(path, "it changed while it was read, or can't be read twice");
  await announce(store, network, importId, written);
  return written;
}

/** Takes imported peers away: those of the beacon nodes count again. */
export async function removePeers(store: Store, network: string): Promise<void> {
  await announce(store, network, await nextImport(store, network), 0);
}
