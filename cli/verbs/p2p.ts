/** `p2p import|list|export|remove`: where peers of Ethereum's consensus layer are, as a crawler found them. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethNetworkOf } from "../ethNetwork.ts";
import { importPeers, removePeers } from "../p2p/import.ts";
import { peerColumns } from "../p2p/rows.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";

export const p2pArgs = z.discriminatedUnion("action", [
  z.object({ action: z.literal("import"), network: z.string(), file: z.string() }),
  z.object({ action: z.literal("list"), network: z.string() }),
  z.object({ action: z.literal("export"), network: z.string(), out: z.string().optional() }),
  z.object({ action: z.literal("remove"), network: z.string() }),
]);
export type P2pArgs = z.infer<typeof p2pArgs>;

type PeerSource = {
  source: "import" | "node";
  name: string;
  peer_count: number;
  validator_count: string;
  last_reported_at: string;
};

function sourceTable(sources: readonly PeerSource[]): string {
  return textTable([
    ["SOURCE", "NAME", "PEERS", "VALIDATORS", "REPORTED"],
    ...sources.map((one) => [
      one.source,
      one.name,
      String(one.peer_count),
      one.validator_count,
      one.last_reported_at,
    ]),
  ]);
}

/** @returns the output */
export async function runP2p(args: P2pArgs, store: Store): Promise<string> {
  const network = ethNetworkOf(args.network);
  switch (args.action) {
    case "import":
      return `${await importPeers(store, network, args.file)} peers in force\n`;
    case "list":
      return sourceTable(await store.rows<PeerSource>(internalSql("eth/peer_sources"), { network }));
    case "remove":
      await removePeers(store, network);
      return "no imported peers in force\n";
    case "export": {
      const rows = await store.rows(internalSql("eth/imported_peers"), { network });
      const text = stringify(rows, { header: true, columns: [...peerColumns] });
      if (args.out === undefined) return text;
      await writeFile(args.out, text);
      return `${rows.length} peers written to ${args.out}\n`;
    }
  }
}

export async function p2p(context: Context, args: P2pArgs): Promise<string> {
  // The process that reads and writes files may run in another folder.
  const resolvedArgs = {
    ...args,
    ...("file" in args ? { file: resolve(args.file) } : {}),
    ...("out" in args && args.out !== undefined ? { out: resolve(args.out) } : {}),
  } as P2pArgs;
  return (await forwardOrRun(context, "p2p", resolvedArgs, {
    run: async () => runP2p(resolvedArgs, await openStore(context)),
  })) as string;
}
