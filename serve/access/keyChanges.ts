/**
 * Changes to keys. Each is a row with its author and time, written before the change is checked for the last time. So if
 * several servers change the keys of one organization at once, at least the last one to look sees all changes.
 */
import { randomUUID } from "node:crypto";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";

export type KeyAction = "create" | "rotate" | "revoke";

/** `keyId` is empty while a key has none yet; `otherKeyId`: the replacing key of a rotation. */
export type KeyChange = { action: KeyAction; keyId: string; otherKeyId?: string };

/** Another change that is under way. */
export type PendingChange = { action: KeyAction; keyId: string };

/** A change that is never settled, because its server has died, is ignored after this time. */
const pendingSeconds = 60;

const run = (store: Store, file: string, values: Record<string, string>) =>
  store.command(loadSql(`queries/app/${file}`).text, values);

/** Records a change by the command line. */
export async function noteChange(store: Store, organizationId: string, change: KeyChange): Promise<void> {
  const { action, keyId, otherKeyId = "" } = change;
  const changeId = randomUUID();
  const values = { organizationId, changeId, action, keyId, otherKeyId, byKeyId: "", state: "done" };
  await run(store, "announce_key_change.sql", values);
}

/**
 * Announces a change, and carries it out.
 * @param act is given the changes that others have announced; an error that it throws refuses this change
 */
export async function announced<Result>(
  store: Store,
  of: { organizationId: string; byKeyId: string; change: PendingChange },
  act: (pending: readonly PendingChange[]) => Promise<{ change: KeyChange; result: Result }>,
): Promise<Result> {
  const { organizationId, byKeyId, change } = of;
  const changeId = randomUUID();
  const id = { organizationId, changeId };
  await run(store, "announce_key_change.sql", { ...id, ...change, otherKeyId: "", byKeyId, state: "asked" });
  const settle = (state: "done" | "refused", { keyId, otherKeyId = "" }: KeyChange) =>
    run(store, "settle_key_change.sql", { ...id, keyId, otherKeyId, state });
  try {
    const pending = await store.rows<PendingChange>(loadSql("queries/app/pending_key_changes.sql").text, {
      ...id,
      seconds: pendingSeconds,
    });
    const done = await act(pending);
    await settle("done", done.change);
    return done.result;
  } catch (error) {
    await settle("refused", change);
    throw error;
  }
}
