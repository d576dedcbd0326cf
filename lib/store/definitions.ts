/**
 * Definitions of the embedded engine's tables, views and functions: a file each. chDB 3.4.0 does not notice when it writes one to a
 * full disk (measured): `create table` and `alter table` succeed, the file is empty, and the next process cannot open the folder.
 * So free space is checked before a definition is written, copies are kept, and empty files are repaired when a folder does not open.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { isErrorOfKind, StoreError } from "../errors.ts";
import type { Logger } from "../logger.ts";

/** Free space required for changes of definitions: a new warehouse takes 5 MiB, concurrent merges of parts more. */
export const definitionReserveMib = 128;

const copiesFolder = "definitions";
const mebibyte = 1_048_576;

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Paths of all definitions within the warehouse's folder: of databases, their tables and views, and functions. */
function listDefinitions(path: string): string[] {
  const folders = [
    "user_defined",
    "metadata",
    ...namesIn(join(path, "metadata")).map((name) => `metadata/${name}`),
  ];
  return folders
    .filter((folder) => statSync(join(path, folder), { throwIfNoEntry: false })?.isDirectory() === true)
    .flatMap((folder) => namesIn(join(path, folder)).map((name) => join(folder, name)))
    .filter((file) => file.endsWith(".sql"));
}

const isEmpty = (file: string) => statSync(file, { throwIfNoEntry: false })?.size === 0;

/** Definitions that a full disk has left empty. */
export function emptyDefinitions(path: string): string[] {
  return listDefinitions(path).filter((file) => isEmpty(join(path, file)));
}

/** Copies every definition that differs from its copy; deletes copies without a definition. */
function keepCopies(path: string): void {
  const copies = join(path, copiesFolder);
  const files = listDefinitions(path).filter((file) => !isEmpty(join(path, file)));
  for (const file of files) {
    const copy = join(copies, file);
    const text = readFileSync(join(path, file));
    if (existsSync(copy) && readFileSync(copy).equals(text)) continue;
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(path, file), `${copy}.new`);
    if (!readFileSync(`${copy}.new`).equals(text)) throw noSpace(path, "a definition could not be copied");
    renameSync(`${copy}.new`, copy);
  }
}

function noSpace(path: string, what: string): StoreError {
  return new StoreError(
    `No space left in ${path}: ${what}. Creating and changing tables needs ${definitionReserveMib} MiB of free space. The process continues when there is enough`,
    { code: "not_enough_space", retryable: true, meta: { path } },
  );
}

const uuidPattern = /^ATTACH \w+(?: \w+)? _ UUID '([0-9a-f-]{36})'/;
const uuidOf = (file: string) => uuidPattern.exec(readFileSync(file, "utf8"))?.[1];

/** Whether the rows of a copy's table exist, and belong to no other table: a replay exchanges tables. */
function isStillOf(path: string, copy: string, taken: ReadonlySet<string>): boolean {
  const uuid = uuidOf(copy);
  if (uuid === undefined) return true;
  return !taken.has(uuid) && existsSync(join(path, "store", uuid.slice(0, 3), uuid));
}

type Repaired = { restored: string[]; removed: string[] };

/**
 * Puts the copies of empty definitions back. One without a copy belongs to something that was never created: it is removed, and
 * migrations create it again. Only for a folder that no engine has open.
 * @throws StoreError `definition_lost`
 */
function repairDefinitions(path: string): Repaired {
  const empty = emptyDefinitions(path);
  const repaired: Repaired = { restored: [], removed: [] };
  if (empty.length === 0) return repaired;
  const others = listDefinitions(path).filter((file) => !isEmpty(join(path, file)));
  const taken = new Set(others.flatMap((file) => uuidOf(join(path, file)) ?? []));
  for (const file of empty) {
    const copy = join(path, copiesFolder, file);
    if (!existsSync(copy)) {
      rmSync(join(path, file));
      repaired.removed.push(file);
    } else if (isStillOf(path, copy, taken)) {
      copyFileSync(copy, join(path, file));
      if (isEmpty(join(path, file))) throw noSpace(path, `${file} could not be repaired`);
      repaired.restored.push(file);
    } else
      throw new StoreError(
        `${join(path, file)} is empty, as a full disk leaves it, and its copy is of other rows: restore a backup`,
        { code: "definition_lost", meta: { path, file } },
      );
  }
  return repaired;
}

/** Opens a warehouse; where that fails, its definitions are repaired first. @throws what `open` throws */
export function openRepaired<Opened>(path: string, log: Logger, open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    // Another process may be writing the empty file now.
    if (isErrorOfKind(error, "store") && error.code === "data_folder_in_use") throw error;
    const { restored, removed } = repairDefinitions(path);
    if (restored.length + removed.length === 0) throw error;
    log.warn({ path, restored, removed }, "repaired table definitions that a full disk had left empty");
    return open();
  }
}

/** Around statements that create or change something. */
export type DefinitionGuard = {
  /** @throws StoreError `not_enough_space`, before anything is written */
  beforeChange(): void;
  /** @throws StoreError `definition_lost`: the process has to end, and the next one repairs the empty file */
  afterChange(): void;
  /** All of them are made. */
  done(): void;
};

function freeMib(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return (bavail * bsize) / mebibyte;
}

/** @param free MiB that are free; default: of the folder's file system */
export function createDefinitionGuard(
  path: string,
  free: () => number = () => freeMib(path),
): DefinitionGuard {
  let isKept = false;
  return {
    beforeChange: () => {
      const left = free();
      if (left < definitionReserveMib) throw noSpace(path, `${Math.floor(left)} MiB are free`);
      if (!isKept) keepCopies(path);
      isKept = true;
    },
    afterChange: () => {
      if (free() >= definitionReserveMib) return;
      const [lost] = emptyDefinitions(path);
      if (lost === undefined) return;
      throw new StoreError(
        `The disk of ${path} filled up while tables were changed, and ${lost} is empty. Make room and start again: the next start repairs it`,
        { code: "definition_lost", meta: { path, file: lost } },
      );
    },
    done: () => {
      if (isKept && free() >= definitionReserveMib) keepCopies(path);
    },
  };
}
