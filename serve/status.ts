/** How a warehouse is: what each network is at, its disks, its dead letters. For `status` and the page of that name. */
import { bytesText } from "../lib/bytesText.ts";
import { registry } from "../lib/metrics.ts";
import { networkLabel } from "../lib/networkLabel.ts";
import { internalSql } from "../lib/sql/internal.ts";
import { loadDiskPaces } from "../lib/store/disks.ts";
import type { ServedChain } from "./chain.ts";
import { loadNetworks, type ServedNetwork } from "./networks.ts";
import { loadRevisions, type RevisionStatus } from "./revisions.ts";
import type { Services } from "./services.ts";

export type NetworkStatus = ServedNetwork & {
  /** Height of the nodes' head; null where this process follows no nodes of it. */
  head: number | null;
  /** Last final height whose messages the bus has acknowledged; null: it was only backfilled. */
  cursor: number | null;
};

export type Status = {
  networks: NetworkStatus[];
  /** Open ones, by topic. */
  deadLetters: { topic: string; open: number }[];
  /** By family of tables; `app` has those without one. */
  tables: { family: string; bytes: number }[];
  /** `daysLeft`: until it is full at the last week's pace; null while that is unknown, or when it doesn't fill. */
  disks: { disk: string; freeBytes: number; totalBytes: number; daysLeft: number | null }[];
  /** Records by the revision of the models that computed them. */
  revisions: RevisionStatus[];
};

/** The last heads seen by the listeners of this process, by `chain/network`. */
async function loadHeads(): Promise<Map<string, number>> {
  const gauge = await registry.getSingleMetric("validator_analytics_ingest_head_height")?.get();
  const values = gauge?.values ?? [];
  return new Map(values.map(({ labels, value }) => [String(labels.listener), value]));
}

async function loadDisks({ store }: Pick<Services, "store">): Promise<Status["disks"]> {
  const paces = new Map((await loadDiskPaces(store)).map((pace) => [pace.disk, pace.daysLeft]));
  const disks = await store.rows<{ name: string; free_space: string; total_space: string }>(
    internalSql("store/disks"),
  );
  return disks.map(({ name, free_space, total_space }) => {
    const daysLeft = paces.get(name);
    return {
      disk: name,
      freeBytes: Number(free_space),
      totalBytes: Number(total_space),
      daysLeft: daysLeft !== undefined && Number.isFinite(daysLeft) ? daysLeft : null,
    };
  });
}

export async function loadStatus(chains: readonly ServedChain[], services: Services): Promise<Status> {
  const { lookup } = services;
  const [networks, heads, cursors, letters, tables, disks, revisions] = [
    await loadNetworks(chains, services),
    await loadHeads(),
    await lookup<{ listener: string; height: string }>("internal/listener/cursors.sql"),
    await lookup<{ topic: string; open: string }>("app/dead_letter_topics.sql"),
    await lookup<{ family: string; bytes: string }>("internal/store/family_bytes.sql"),
    await loadDisks(services),
    await loadRevisions(services.store),
  ];
  const cursorOf = new Map(cursors.map(({ listener, height }) => [listener, Number(height)]));
  return {
    networks: networks.map((network) => {
      const name = networkLabel(network);
      return { ...network, head: heads.get(name) ?? null, cursor: cursorOf.get(name) ?? null };
    }),
    deadLetters: letters.map(({ topic, open }) => ({ topic, open: Number(open) })),
    tables: tables
      .map(({ family, bytes }) => ({ family, bytes: Number(bytes) }))
      .filter(({ bytes }) => bytes > 0)
      .sort((one, other) => other.bytes - one.bytes),
    disks,
    revisions,
  };
}

export type StatusTable = { title: string; header: readonly string[]; rows: readonly (readonly string[])[] };

const unknown = "-";

function recordText({ record, unit, until, completeUntil }: ServedNetwork["records"][number]): string {
  const complete = completeUntil === until ? "" : ` (complete ${completeUntil ?? "none"})`;
  return `${record} ${unit === "day" ? "" : `${unit} `}${until}${complete}`;
}

/** The status as tables for readers; those without rows are left out. */
export function statusTables({ networks, deadLetters, tables, disks, revisions }: Status): StatusTable[] {
  const all: StatusTable[] = [
    {
      title: "Networks",
      header: ["NETWORK", "HEAD", "CURSOR", "RECORDS UNTIL"],
      rows: networks.map((network) => [
        networkLabel(network),
        String(network.head ?? unknown),
        String(network.cursor ?? unknown),
        network.records.map(recordText).join(", ") || "none yet",
      ]),
    },
    {
      title: "Disks",
      header: ["DISK", "FREE", "OF", "DAYS LEFT"],
      rows: disks.map(({ disk, freeBytes, totalBytes, daysLeft }) => [
        disk,
        bytesText(freeBytes),
        bytesText(totalBytes),
        daysLeft === null ? unknown : String(Math.floor(daysLeft)),
      ]),
    },
    {
      title: "Tables",
      header: ["FAMILY", "SIZE"],
      rows: tables.map(({ family, bytes }) => [family, bytesText(bytes)]),
    },
    {
      title: "Model revisions",
      header: ["RECORDS", "NETWORK", "REVISION", "ROWS", "FROM", "TO", "STATE"],
      rows: revisions.map(({ table, network, revision, current, rows, from, to }) => [
        table,
        network,
        String(revision),
        String(rows),
        from,
        to,
        revision < current ? `to be recomputed (revision ${current})` : "current",
      ]),
    },
    {
      title: "Open dead letters",
      header: ["TOPIC", "MESSAGES"],
      rows: deadLetters.map(({ topic, open }) => [topic, String(open)]),
    },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}
