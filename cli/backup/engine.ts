/** The engine's own BACKUP and RESTORE: both continue after their statement, and system.backups reports their progress. */
import { StoreError } from "../../lib/errors.ts";
import { sleep } from "../../lib/retry.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { onCluster } from "../../lib/store/shadow.ts";
import type { Store } from "../../lib/store/store.ts";

/** Of statements that the engine runs in several places. */
export type Place = {
  /** If set, the statement runs on all servers of the cluster, and its state is read from all of them. */
  cluster?: string | undefined;
};

type State = {
  status: string;
  error: string;
  query_id: string;
  num_files: string;
  total_size: string;
  bytes_read: string;
};

export type OperationProgress = { files: number; bytes: number };

export type EngineOperation = {
  /** The engine's id of it. */
  id: string;
  /** Resolves when all that will be written is known: rows that come later are not in it. */
  gathered(): Promise<void>;
  /** @throws StoreError `backup_failed`, and the signal's reason when that has ended it */
  ended(onProgress: (progress: OperationProgress) => void): Promise<void>;
  /** Cancels the operation and waits until the engine has removed what it wrote. */
  cancel(): Promise<void>;
};

const pollMs = { gathering: 20, running: 200 };

/** The first line, without the engine's stack trace. */
const firstLine = (text: string) => text.split(/, Stack trace|\n/)[0] ?? text;

/** The error's code: a name that is already taken is distinguished, because another name may work. */
const codeOf = (error: string) =>
  error.includes("(BACKUP_ALREADY_EXISTS)") ? "backup_already_exists" : "backup_failed";

/** Where the engine finds a backup below BACKUP_DIR. */
export const engineFile = (folder: string) => `File('${folder}/data')`;

/**
 * Starts one of them.
 * @param statement BACKUP or RESTORE, with its settings but `async`
 */
export async function startOperation(
  store: Store,
  statement: { text: string; settings?: readonly string[] },
  signal: AbortSignal,
  { cluster }: Place = {},
): Promise<EngineOperation> {
  const settings = [...(statement.settings ?? []), "async = 1"].join(", ");
  const stateSql = internalSql("backup/state");
  // One address may serve several servers, and each knows only the operations that it started.
  const lookSql =
    cluster === undefined
      ? stateSql
      : stateSql.replace("system.backups", `clusterAllReplicas('${cluster}', system.backups)`);
  const [started] = await store.rows<{ id: string }>(`${statement.text} settings ${settings}`);
  const id = started?.id ?? "";

  async function look(): Promise<State> {
    const [state] = await store.rows<State>(lookSql, { id });
    if (state === undefined)
      throw new StoreError("The engine has forgotten the backup", { code: "backup_failed" });
    if (/_FAILED$|_CANCELLED$/.test(state.status))
      throw new StoreError(`The engine reports: ${firstLine(state.error)}`, {
        code: codeOf(state.error),
      });
    return state;
  }

  async function cancel(): Promise<void> {
    const { query_id } = await look();
    await store.command(`kill query${onCluster(cluster)} where query_id = {query_id:String}`, { query_id });
    while (/^(CREATING_BACKUP|RESTORING)$/.test((await look()).status)) await sleep(pollMs.running);
  }

  /** Looks again and again until it is so. */
  async function until(isSo: (state: State) => boolean, everyMs: number): Promise<void> {
    for (;;) {
      if (signal.aborted) {
        await cancel().catch(() => undefined);
        signal.throwIfAborted();
      }
      if (isSo(await look())) return;
      await sleep(everyMs, signal).catch(() => undefined);
    }
  }

  const isDone = ({ status }: State) => status === "BACKUP_CREATED" || status === "RESTORED";
  return {
    id,
    gathered: () => until((state) => Number(state.num_files) > 0 || isDone(state), pollMs.gathering),
    ended: (onProgress) =>
      until((state) => {
        onProgress({ files: Number(state.num_files), bytes: Number(state.total_size) });
        return isDone(state);
      }, pollMs.running),
    cancel: () => cancel().catch(() => undefined),
  };
}
