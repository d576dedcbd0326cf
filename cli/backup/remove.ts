/** Takes backups of the embedded warehouse away. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { takeFileLock } from "../process/lock.ts";
import { makeFolder } from "./create.ts";
import { syncFolder } from "./files.ts";
import { type Listed, listBackups, unfinishedPrefix } from "./manifest.ts";

/**
 * Removes backups while none is being made.
 * @param choose names of those that go, those that others are based on last: a kill on the way leaves none without its base
 * @returns them
 */
export async function removeBackups(
  folder: string,
  choose: (listed: readonly Listed[]) => string[],
): Promise<string[]> {
  makeFolder(folder);
  const release = takeFileLock(join(folder, "backups"), "BACKUP_DIR");
  try {
    const names = choose(await listBackups(folder));
    for (const name of names) {
      const path = join(folder, name);
      const isWhole = !name.startsWith(unfinishedPrefix);
      const going = isWhole ? join(folder, `${unfinishedPrefix}${name}`) : path;
      // From here on it is no backup, and the next `create` removes its remains after a kill.
      if (isWhole) await rename(path, going);
      await syncFolder(folder);
      await rm(going, { recursive: true, force: true });
    }
    return names;
  } finally {
    release();
  }
}
