/**
 * Changes to keys, each a row that says who asked for it and when. The row is there before the change is checked for the last time, so of
 * several servers that change the keys of one organization at once at least the last one to look sees all of it.
 */
import { randomUUID } from "node:crypto";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";

export type KeyAction = "create" | "rotate" | "revoke";

/** `keyId` is empty while a key has none yet; `otherKeyId`: what takes the place of a key that is rotated. */
export type KeyChange = { action: KeyAction; keyId: string; otherKeyId?: string };

/** Another change that is under way. */
export type AskedChange = { action: KeyAction; keyId: string };

/** A change of which nothing becomes, because its server has died, is forgotten after so long. */
const askedSeconds = 60;

const run = (store: Store, file: string, values: Record<string, string>) =>
  store.command(loadSql(`queries/app/${file}`).text, values);

/** Notes what the command line has done. */
export async function noteChange(store: Store, organizationId: string, change: KeyChange): Promise<void> {
  const { action, keyId, otherKeyId = "" } = change;
  const changeId = randomUUID();
  const values = { organizationId, changeId, action, keyId, otherKeyId, byKeyId: "", state: "done" };
  await run(store, "ask_key_change.sql", values);
}

/**
 * Announces a change, and carries it out.
 * @param act is given the changes that others have announced; what it throws refuses this one
 */
export async function announced<Result>(
  store: Store,
  of: { organizationId: string; byKeyId: string; change: AskedChange },
  act: (asked: readonly AskedChange[]) => Promise<{ change: KeyChange; result: Result }>,
): Promise<Result> {
  const { organizationId, byKeyId, change } = of;
  const changeId = randomUUID();
  const id = { organizationId, changeId };
  await run(store, "ask_key_change.sql", { ...id, ...change, otherKeyId: "", byKeyId, state: "asked" });
  const settle = (state: "done" | "refused", { keyId, otherKeyId = "" }: KeyChange) =>
    run(store, "settle_key_change.sql", { ...id, keyId, otherKeyId, state });
  try {
    const asked = await store.rows<AskedChange>(loadSql("queries/app/asked_key_changes.sql").text, {
      ...id,
      seconds: askedSeconds,
    });
    const done = await act(asked);
    await settle("done", done.change);
    return done.result;
  } catch (error) {
    await settle("refused", change);
    throw error;
  }
}
