/** Which backups can be removed: a backup holds only the changes to its base. */
import { ConfigError } from "../../lib/errors.ts";

type Kept = { name: string; state: string; manifest?: { base: { name: string } | null } | undefined };

/** Names of a backup's bases, itself first. */
function basesOf(listed: readonly Kept[], name: string): string[] {
  const names: string[] = [];
  const byName = new Map(listed.map((one) => [one.name, one.manifest?.base?.name]));
  for (let at: string | undefined = name; at !== undefined && !names.includes(at); at = byName.get(at))
    names.push(at);
  return names;
}

/**
 * Good backups that are not among the newest, and that none of those is based on: those that others are based on last.
 * @param count how many of the newest stay
 */
export function outdated(listed: readonly Kept[], count: number): string[] {
  const good = listed.filter(({ state }) => state === "good");
  const needed = new Set(good.slice(-count).flatMap(({ name }) => basesOf(listed, name)));
  return good
    .map(({ name }) => name)
    .filter((name) => !needed.has(name))
    .reverse();
}

/**
 * Whether these can go.
 * @returns them, those that others are based on last
 * @throws ConfigError `unknown_backup`, or `backup_needed` with the backups based on one
 */
export function checkRemovable(listed: readonly Kept[], names: readonly string[]): string[] {
  const existing = new Set(listed.map(({ name }) => name));
  const unknown = names.filter((name) => !existing.has(name));
  if (unknown.length > 0)
    throw new ConfigError(`There is no backup ${unknown.join(", ")}; \`backup list\` shows them`, {
      code: "unknown_backup",
    });
  const left = listed.filter(({ name }) => !names.includes(name));
  const needed = left.flatMap(({ name, manifest }) => {
    const base = manifest?.base?.name;
    return base !== undefined && names.includes(base) ? [`${name} is based on ${base}`] : [];
  });
  if (needed.length > 0)
    throw new ConfigError(`Nothing is removed: ${needed.join(", ")}. Remove these, too, or keep all`, {
      code: "backup_needed",
    });
  return listed
    .map(({ name }) => name)
    .filter((name) => names.includes(name))
    .reverse();
}
