/** `backup` of a warehouse on ClickHouse servers, which write and read backups themselves. */
import { bytesText } from "../../lib/bytesText.ts";
import { ConfigError } from "../../lib/errors.ts";
import { createStore } from "../../lib/store/create.ts";
import { heldBytes } from "../backup/manifest.ts";
import { checkRemovable, outdated } from "../backup/rotation.ts";
import {
  inDatabase,
  listOnServers,
  readCatalog,
  recordBackup,
  type ServerDeps,
  type ServerListed,
} from "../backup/servers/catalog.ts";
import { createOnServers } from "../backup/servers/create.ts";
import { parseDestination } from "../backup/servers/destination.ts";
import { restoreOnServers, verifyOnServers } from "../backup/servers/restore.ts";
import type { Context } from "../process/context.ts";
import { createProgress } from "../process/progress.ts";
import { textTable } from "../process/tableLines.ts";

/** @throws ConfigError when the settings name no destination */
function depsOf({ config, log }: Context): ServerDeps {
  const { CLICKHOUSE_URL: url = "", CLICKHOUSE_CLUSTER: cluster, BACKUP_DESTINATION } = config;
  const database = decodeURIComponent(new URL(url).pathname.slice(1)) || "default";
  if (!/^\w+$/.test(database))
    throw new ConfigError(`CLICKHOUSE_URL: the database "${database}" can't be backed up by that name`, {
      code: "bad_database",
    });
  return {
    openStore: (name) => createStore(config, log, name),
    database,
    cluster,
    destination: parseDestination(BACKUP_DESTINATION),
  };
}

/** Runs a function with progress output. */
async function withProgress<Result>(
  context: Context,
  verb: string,
  run: (deps: ServerDeps & Pick<Parameters<typeof createOnServers>[1], "emit" | "signal">) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(context.log, verb);
  try {
    return await run({ ...depsOf(context), emit: progress.update, signal: context.shutdown.signal });
  } finally {
    progress.stop();
  }
}

/** Removes backups from the list. No statement deletes the files; the servers' operator does. */
async function forget(
  deps: ServerDeps,
  choose: (listed: readonly ServerListed[]) => string[],
): Promise<string> {
  return await inDatabase(deps, deps.database, async (store) => {
    const listed = await readCatalog(store);
    const names = choose(listed);
    for (const name of names)
      for (const { manifest } of listed.filter((one) => one.name === name))
        await recordBackup(store, "removed", manifest);
    return names
      .map((name) => `${name} is listed no more; delete ${deps.destination.text}/${name} at the servers\n`)
      .join("");
  });
}

export async function create(
  context: Context,
  { isFull, keep }: { isFull: boolean; keep: number | undefined },
): Promise<string> {
  return await withProgress(context, "backup", async (deps) => {
    const { name, base, bytes = 0, files = 0 } = await createOnServers({ isFull }, deps);
    const kind = base === null ? "complete" : `what has changed since ${base.name}`;
    const made = `${name} in ${deps.destination.text}: ${files} files, ${bytesText(bytes)}, ${kind}\n`;
    return keep === undefined ? made : made + (await forget(deps, (listed) => outdated(listed, keep)));
  });
}

export async function remove(context: Context, names: readonly string[]): Promise<string> {
  return await forget(depsOf(context), (listed) => checkRemovable(listed, names));
}

const stateTexts: Readonly<Record<ServerListed["state"], string>> = {
  good: "good",
  begun: "unfinished: it is being made, or was interrupted",
  failed: "unfinished: it has failed",
};

export async function list(context: Context, { isJson }: { isJson: boolean }): Promise<string> {
  const options = { now: new Date(), signal: context.shutdown.signal };
  const listed = await listOnServers(depsOf(context), options);
  if (isJson) return `${JSON.stringify(listed, null, 2)}\n`;
  return textTable([
    ["NAME", "CREATED", "VERSION", "SIZE", "BASE", "STATE"],
    ...listed.map(({ name, state, manifest: { createdAt, version, bytes, base } }) => [
      name,
      createdAt,
      version,
      bytes === undefined ? "" : bytesText(bytes),
      base?.name ?? "complete",
      stateTexts[state],
    ]),
  ]);
}

export async function verify(context: Context, name: string | undefined): Promise<string> {
  return await withProgress(context, "backup verify", async (deps) => {
    const [manifest, ...bases] = await verifyOnServers(name, deps);
    const based = bases.length === 0 ? "" : `, with ${bases.map((base) => base.name).join(", ")}`;
    return `${manifest.name} is valid: restored to a separate database, and every part checked${based}\n`;
  });
}

export async function restore(
  context: Context,
  options: { name: string | undefined; isReplaced: boolean },
): Promise<string> {
  return await withProgress(context, "backup restore", async (deps) => {
    const { manifest, before } = await restoreOnServers(options, deps);
    const { name, tables, cursors } = manifest;
    const lines = [
      `${name} is restored to the database ${deps.database}: ${tables.length} tables, ${bytesText(heldBytes(manifest))}`,
      ...cursors
        .filter(({ listener }) => !listener.endsWith("/written"))
        .map(({ listener, height }) => `${listener} resumes after ${height} at the latest`),
      "Run `migrate`, which creates the views, before you start other processes with MIGRATE=off",
      ...(before === undefined
        ? []
        : [`The warehouse before is the database ${before}; drop it when it is no longer needed`]),
    ];
    return `${lines.join("\n")}\n`;
  });
}
