/**
 * The existing keys. Identifiers not seen before are looked up together, so that made-up ones cost the warehouse only a
 * few statements a second, at any rate of requests. They are not remembered, so they take no room from existing keys,
 * and a new key works at once.
 */
import { LRUCache } from "lru-cache";
import { ApiError } from "../../lib/errors.ts";
import { sleep } from "../../lib/retry.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";

export type KeyDirectory = {
  /** Whether a look-up has found the key; keys are revoked, but never deleted. */
  has(keyId: string): boolean;
  /**
   * Whether there is such a key, by the warehouse.
   * @throws ApiError 503 when too many are waiting for an answer
   */
  lookUp(keyId: string): Promise<boolean>;
};

const keysMax = 100_000;
/** Between two statements; the first one after a while starts at once. */
const pauseMs = 250;
const idsAtOnceMax = 1_000;

type Batch = { ids: Set<string>; found: Promise<ReadonlySet<string>> };

export function createKeyDirectory(store: Pick<Store, "rows">): KeyDirectory {
  const existing = new LRUCache<string, true>({ max: keysMax });
  let startedAt = Number.NEGATIVE_INFINITY;
  let next: Batch | undefined;

  async function look(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const waitMs = startedAt + pauseMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    next = undefined;
    startedAt = performance.now();
    const sql = loadSql("queries/app/known_keys.sql").text;
    const rows = await store.rows<{ keyId: string }>(sql, { keyIds: [...ids] });
    for (const { keyId } of rows) existing.set(keyId, true);
    return new Set(rows.map(({ keyId }) => keyId));
  }

  function batch(): Batch {
    if (next !== undefined) return next;
    const ids = new Set<string>();
    // Look-ups of the same turn share the batch.
    next = { ids, found: Promise.resolve().then(() => look(ids)) };
    return next;
  }

  async function lookUp(keyId: string): Promise<boolean> {
    const { ids, found: existingIds } = batch();
    if (ids.size >= idsAtOnceMax && !ids.has(keyId))
      throw new ApiError(503, "Too many keys are being looked up", { headers: { "retry-after": "1" } });
    ids.add(keyId);
    return (await existingIds).has(keyId);
  }

  return { has: (keyId) => existing.get(keyId) === true, lookUp };
}
