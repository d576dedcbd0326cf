import { Gauge } from "prom-client";
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

const pollMs = 30_000;

/** Asks the engine how full its disks are; object storage, which has no end, is left out. */
export async function readDisks(store: Pick<Store, "rows">): Promise<void> {
  const disks = await store.rows<{ name: string; free_space: string; total_space: string }>(
    internalSql("store/disks"),
  );
  for (const { name: disk, free_space, total_space } of disks) {
    freeBytes.set({ disk }, Number(free_space));
    totalBytes.set({ disk }, Number(total_space));
  }
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
