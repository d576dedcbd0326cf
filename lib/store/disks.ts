import { Gauge } from "prom-client";
import { secondsPerDay } from "../days.ts";
import { errorMessage } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { registry } from "../metrics.ts";
import { internalSql } from "../sql/internal.ts";
import type { Store } from "./store.ts";

const freeBytes = new Gauge({
  name: "validator_analytics_store_disk_free_bytes",
  help: "Free bytes of a disk of the warehouse",
  labelNames: ["disk"],
  registers: [registry],
});

const totalBytes = new Gauge({
  name: "validator_analytics_store_disk_total_bytes",
  help: "Size of a disk of the warehouse",
  labelNames: ["disk"],
  registers: [registry],
});

const daysLeft = new Gauge({
  name: "validator_analytics_store_disk_days_left",
  help: "Days until a disk of the warehouse is full at the pace of the last week; none while that is unknown",
  labelNames: ["disk"],
  registers: [registry],
});

const pollMs = 30_000;
/** The pace is that of the last days, once as many hours were seen. */
const paceDays = 7;
const paceHoursMin = 6;

export type DiskPace = {
  disk: string;
  freeBytes: number;
  totalBytes: number;
  /** Negative where files go. */
  bytesPerDay: number;
  /** Infinity where the disk doesn't fill. */
  daysLeft: number;
  /** Days over which this was measured. */
  days: number;
};

type PaceRow = {
  disk: string;
  free_bytes: string;
  total_bytes: string;
  free_bytes_before: string;
  seconds: string;
};

/** Notes how full the disks are; once an hour is enough. */
export async function recordDisks(store: Pick<Store, "command">): Promise<void> {
  await store.command(internalSql("store/record_disks"));
}

/** When the disks will be full, of those that were looked at for some hours. */
export async function loadDiskPaces(store: Pick<Store, "rows">): Promise<DiskPace[]> {
  const rows = await store.rows<PaceRow>(internalSql("store/disk_pace"), { days: paceDays });
  return rows.flatMap((row): DiskPace[] => {
    const days = Number(row.seconds) / secondsPerDay;
    if (days * 24 < paceHoursMin) return [];
    const [freeBytes, before] = [Number(row.free_bytes), Number(row.free_bytes_before)];
    const bytesPerDay = (before - freeBytes) / days;
    return [
      {
        disk: row.disk,
        freeBytes,
        totalBytes: Number(row.total_bytes),
        bytesPerDay,
        daysLeft: bytesPerDay > 0 ? freeBytes / bytesPerDay : Number.POSITIVE_INFINITY,
        days,
      },
    ];
  });
}

/** Reads from the engine how full its disks are; object storage, which has no end, is left out. */
export async function readDisks(store: Pick<Store, "rows">): Promise<void> {
  const disks = await store.rows<{ name: string; free_space: string; total_space: string }>(
    internalSql("store/disks"),
  );
  for (const { name: disk, free_space, total_space } of disks) {
    freeBytes.set({ disk }, Number(free_space));
    totalBytes.set({ disk }, Number(total_space));
  }
  for (const { disk, daysLeft: days } of await loadDiskPaces(store)) daysLeft.set({ disk }, days);
}

/** The same store, which keeps the gauges of its disks while it is open. */
export function watchDisks(store: Store, log: Logger): Store {
  const poll = () =>
    readDisks(store).catch((error: unknown) =>
      log.debug({ reason: errorMessage(error) }, "the warehouse's disks could not be read"),
    );
  const timer = setInterval(() => void poll(), pollMs);
  timer.unref();
  return {
    ...store,
    close: () => {
      clearInterval(timer);
      return store.close();
    },
  };
}
