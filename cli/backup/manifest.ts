/**
 * A backup is a folder below BACKUP_DIR, named after its time:
 *   data/           what the engine wrote, with `.backup`, its own list of files
 *   SHA256SUMS      every file of data/, as `sha256sum -c` reads it
 *   manifest.json   what the backup holds, and the version that made it
 * While a backup is being made, its folder has another name. A folder of the right name is a whole backup or an
 * unfinished copy of one, which the number of files in the manifest reveals.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError, errorMessage } from "../../lib/errors.ts";

/** Of the folder as a whole. Higher ones are made by newer versions. */
export const manifestFormat = 1;

/** Fields of every backup, in a folder or on servers. */
export const aboutSchema = z.object({
  format: z.literal(manifestFormat),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Of this program, and of the engine. */
  version: z.string(),
  engine: z.string(),
  /** The engine's id of the backup. */
  id: z.string(),
  /** The backup whose files this one doesn't repeat. */
  base: z.object({ name: z.string(), id: z.string() }).nullable(),
  database: z.string(),
  /** Numbered migrations that the warehouse had seen. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.int(), bytes: z.int() })),
  cursors: z.array(z.object({ listener: z.string(), height: z.int() })),
});

export type About = z.output<typeof aboutSchema>;

/** Own files, those of the base aside. */
export const sizeShape = { files: z.int(), bytes: z.int() };

const manifestSchema = aboutSchema.extend({
  ...sizeShape,
  /** SHA-256 of SHA256SUMS in hex. */
  sha256: z.string().length(64),
});
export type Manifest = z.output<typeof manifestSchema>;

/** `good`: complete according to its manifest, as is its base. `backup verify` reads the files. */
export type Listed = { name: string; manifest?: Manifest } & (
  | { state: "good"; manifest: Manifest }
  | { state: "unfinished" | "broken"; reason: string }
);

const namePattern = /^\d{8}T\d{6}\.\d{3}Z$/;
/** The prefix of a backup's folder while it is being made. */
export const unfinishedPrefix = "unfinished-";

/** A name by the time, so that names are in order. */
export const backupNameOf = (time: Date): string => time.toISOString().replace(/[-:]/g, "");

/** Bytes of the tables that a backup leads to, its bases' files among them. */
export const heldBytes = ({ tables }: Pick<Manifest, "tables">): number =>
  tables.reduce((sum, { bytes }) => sum + bytes, 0);

/** @throws ConfigError `broken_backup` */
async function readManifest(folder: string, name: string): Promise<Manifest> {
  try {
    const json: unknown = JSON.parse(await readFile(join(folder, name, "manifest.json"), "utf8"));
    const { format } = z.looseObject({ format: z.int() }).parse(json);
    if (format > manifestFormat) throw new Error("it was made by a newer version of this program");
    const manifest = manifestSchema.parse(json);
    if (manifest.name !== name) throw new Error(`it is the manifest of ${manifest.name}`);
    return manifest;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissing
      ? "it is missing"
      : error instanceof z.ZodError
        ? "it is none"
        : errorMessage(error);
    throw new ConfigError(`manifest.json can't be used: ${reason}`, { code: "broken_backup", cause: error });
  }
}

/** What is wrong with the base of a backup, if anything. */
function missingBase(manifest: Manifest, manifests: ReadonlyMap<string, Manifest>): string | undefined {
  const seen = new Set<string>();
  for (let at = manifest; at.base !== null; ) {
    const base = manifests.get(at.base.name);
    seen.add(at.name);
    if (base === undefined || base.id !== at.base.id || seen.has(base.name))
      return `its base ${at.base.name} is not there`;
    at = base;
  }
  return undefined;
}

/** Every backup of a folder, oldest first, including unfinished ones. */
export async function listBackups(folder: string): Promise<Listed[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).sort();
  const manifests = new Map<string, Manifest>();
  const broken = new Map<string, string>();
  for (const name of names.filter((each) => namePattern.test(each))) {
    try {
      manifests.set(name, await readManifest(folder, name));
    } catch (error) {
      broken.set(name, errorMessage(error));
    }
  }
  return names.flatMap((name): Listed[] => {
    if (name.startsWith(unfinishedPrefix))
      return [{ name, state: "unfinished", reason: "it is being made, or was interrupted" }];
    const reason = broken.get(name);
    if (reason !== undefined) return [{ name, state: "broken", reason }];
    const manifest = manifests.get(name);
    if (manifest === undefined) return [];
    const missing = missingBase(manifest, manifests);
    return missing === undefined
      ? [{ name, state: "good", manifest }]
      : [{ name, manifest, state: "broken", reason: missing }];
  });
}

/**
 * A backup and all that it is based on, itself first. Without a name: the newest good one.
 * @throws ConfigError `unknown_backup`, `broken_backup`
 */
export async function backupChain(
  folder: string,
  name: string | undefined,
): Promise<[Manifest, ...Manifest[]]> {
  const listed = await listBackups(folder);
  const chosen = listed.findLast((one) => (name === undefined ? one.state === "good" : one.name === name));
  if (chosen === undefined)
    throw new ConfigError(
      name === undefined
        ? `There is no good backup in ${folder}`
        : `There is no backup "${name}" in ${folder}; \`backup list\` shows them`,
      { code: "unknown_backup" },
    );
  if (chosen.state !== "good")
    throw new ConfigError(`The backup ${chosen.name} is ${chosen.state}: ${chosen.reason}`, {
      code: "broken_backup",
    });
  const chain: [Manifest, ...Manifest[]] = [chosen.manifest];
  const byName = new Map(listed.map((one) => [one.name, one.manifest]));
  for (let base = chosen.manifest.base; base !== null; ) {
    const manifest = byName.get(base.name);
    if (manifest === undefined) break;
    chain.push(manifest);
    base = manifest.base;
  }
  return chain;
}
