/**
 * One migration of a warehouse at a time. Embedded, a folder belongs to one process. On servers, a process that changes
 * tables writes a sign of life every few seconds, and first looks for those of others. A process that died is ignored
 * after half a minute of silence.
 */
import { randomBytes } from "node:crypto";
import { errorMessage, StoreError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { backoffMs, sleep } from "../retry.ts";
import type { Store } from "../store/store.ts";
import { internalSql } from "./internal.ts";

type LeaseTiming = { beatMs: number; silenceMs: number };

const defaultTiming: LeaseTiming = { beatMs: 5_000, silenceMs: 30_000 };

type Lease = {
  /** @throws StoreError when this process was silent for so long that another one may have begun */
  check(): void;
};

export type LeaseOptions = {
  log?: Logger | undefined;
  signal?: AbortSignal | undefined;
  timing?: LeaseTiming;
};

/** Records that `owner` lives. @throws the store's errors */
function createHeart(store: Store, owner: string, { beatMs, silenceMs }: LeaseTiming, log?: Logger) {
  let heardAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  async function beat(released: 0 | 1): Promise<void> {
    const sentAt = performance.now();
    await store.command(internalSql("migrate/beat"), { owner, released });
    heardAt = sentAt;
  }
  return {
    beat,
    start: () => {
      timer = setInterval(() => {
        beat(0).catch((error: unknown) =>
          log?.warn({ reason: errorMessage(error) }, "heartbeat was not written"),
        );
      }, beatMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
    // A beat before others stop believing in this process.
    isHeard: () => performance.now() - heardAt < silenceMs - beatMs,
  };
}

/**
 * Changes tables while no other process does; waits for one that does. The table of leases exists.
 * @throws the errors of `run`, and the signal's reason
 */
export async function underLease<Result>(
  store: Store,
  run: (lease: Lease) => Promise<Result>,
  { log, signal, timing = defaultTiming }: LeaseOptions,
): Promise<Result> {
  if (store.kind === "embedded") return await run({ check: () => undefined });
  const owner = randomBytes(8).toString("hex");
  const heart = createHeart(store, owner, timing, log);
  const others = () =>
    store.rows<{ owner: string }>(internalSql("migrate/other_leases"), { owner, silence: timing.silenceMs });
  const check = (): void => {
    if (heart.isHeard()) return;
    throw new StoreError(
      "another process may have begun to migrate: this one was not heard of for too long",
      {
        code: "migration_lease_lost",
        retryable: true,
      },
    );
  };

  for (let failures = 0; ; failures += 1) {
    // Written before it is looked at: of two that begin in the same moment, one at least sees the other.
    await heart.beat(0);
    const [other] = await others();
    if (other === undefined) break;
    await heart.beat(1);
    log?.info({ other: other.owner }, "another process migrates the warehouse: waiting for it");
    await sleep(backoffMs(failures, { baseMs: timing.beatMs / 20, maxMs: timing.beatMs }), signal);
  }
  heart.start();
  try {
    return await run({ check });
  } finally {
    heart.stop();
    await heart
      .beat(1)
      .catch((error: unknown) =>
        log?.warn({ reason: errorMessage(error) }, "others wait until this migration is forgotten"),
      );
  }
}
