/** Reads every file of a backup and of the backups that it is based on. */
import { join } from "node:path";
import { AppError, errorMessage } from "../../lib/errors.ts";
import type { Progress } from "../process/progress.ts";
import { dataFiles, readSums, readSumsFile } from "./files.ts";
import { backupChain, type Manifest } from "./manifest.ts";

type VerifyDeps = { folder: string; emit: (progress: Progress) => void; signal: AbortSignal };

/** Differences between one backup's own files and their checksums. */
async function problemsOf(
  manifest: Manifest,
  { folder, signal }: VerifyDeps,
  onFile: () => void,
): Promise<string[]> {
  const backup = join(folder, manifest.name);
  try {
    const { sha256, sums } = await readSumsFile(backup);
    if (sha256 !== manifest.sha256) return ["SHA256SUMS is another than the manifest names"];
    const there = new Set(await dataFiles(backup));
    const missing = [...sums.keys()].filter((path) => !there.has(path));
    const others = [...there].filter((path) => !sums.has(path));
    const kept = [...sums.keys()].filter((path) => there.has(path));
    const actual = await readSums(backup, kept, { isSynced: false, signal, onFile });
    const differing = kept.filter((path) => actual.get(path)?.sha256 !== sums.get(path));
    return [
      ...missing.map((path) => `${path} is missing`),
      ...others.map((path) => `${path} does not belong to it`),
      ...differing.map((path) => `${path} is damaged`),
    ];
  } catch (error) {
    signal.throwIfAborted();
    return [errorMessage(error)];
  }
}

/** Problems that are named; there may be as many as files. */
const namedMax = 10;

/**
 * @param name default: the newest good one
 * @returns the backup, and all that it is based on
 * @throws AppError `damaged_backup` that names files; ConfigError when there is no such backup
 */
export async function verifyBackup(
  name: string | undefined,
  deps: VerifyDeps,
): Promise<[Manifest, ...Manifest[]]> {
  const chain = await backupChain(deps.folder, name);
  const total = chain.reduce((sum, { files }) => sum + files, 0);
  let done = 0;
  const onFile = () => deps.emit({ done: ++done, total, phase: "checked", unit: "file" });
  const problems: string[] = [];
  for (const manifest of chain)
    problems.push(...(await problemsOf(manifest, deps, onFile)).map((text) => `${manifest.name}: ${text}`));
  if (problems.length === 0) return chain;
  const more = problems.length - namedMax;
  const named = [...problems.slice(0, namedMax), ...(more > 0 ? [`… and ${more} more`] : [])];
  throw new AppError(
    "fatal",
    `The backup ${chain[0].name} is damaged:\n${named.map((line) => `  ${line}`).join("\n")}`,
    {
      code: "damaged_backup",
    },
  );
}
