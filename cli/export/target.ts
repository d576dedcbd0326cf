/** Where an export goes: a folder, written by this process, or a bucket, written by the engine. A file is there when it is whole. */
import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ConfigError, isErrorOfKind } from "../../lib/errors.ts";
import { keepSecret } from "../../lib/secrets.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { syncFolder } from "../backup/files.ts";

export type Written = { bytes: number; sha256: string };

export type Target = {
  /** For messages. */
  name: string;
  readText(path: string): Promise<string | undefined>;
  writeText(path: string, text: string): Promise<void>;
  /** Bytes of every file, by its path. */
  sizes(): Promise<Map<string, number>>;
  /** The answer of a statement. @param format the engine's name of it */
  write(path: string, statement: { sql: string; params: QueryParams }, format: string): Promise<Written>;
};

/** The suffix of an incomplete file. */
const unfinished = ".unfinished";

export function folderTarget(folder: string, store: Store): Target {
  async function place(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<Written> {
    const whole = join(folder, path);
    await mkdir(dirname(whole), { recursive: true });
    const file = await open(whole + unfinished, "w", 0o644);
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        await file.writeFile(chunk);
      }
      await file.sync();
      await file.close();
      await rename(whole + unfinished, whole);
      await syncFolder(dirname(whole));
      return { bytes, sha256: hash.digest("hex") };
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(whole + unfinished, { force: true });
      throw error;
    }
  }

  return {
    name: folder,
    readText: async (path) => {
      try {
        return await readFile(join(folder, path), "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    writeText: async (path, text) => void (await place(path, [Buffer.from(text)])),
    sizes: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      // Left by a killed process.
      for (const path of paths.filter((each) => each.endsWith(unfinished))) await rm(path, { force: true });
      const kept = paths.filter((each) => !each.endsWith(unfinished));
      return new Map(
        await Promise.all(
          kept.map(async (path) => [relative(folder, path), (await stat(path)).size] as const),
        ),
      );
    },
    write: (path, { sql, params }, format) => place(path, store.stream(sql, params, { format })),
  };
}

export type S3Options = {
  endpoint: string;
  keyId?: string | undefined;
  secret?: string | undefined;
};

const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_.=-]+)*)\/?$/;

export const isS3 = (out: string): boolean => out.startsWith("s3://");

const oneText = "raw_blob String";

/** @param out s3://bucket/path @throws ConfigError if it isn't one */
export function s3Target(out: string, { endpoint, keyId, secret }: S3Options, store: Store): Target {
  const [, bucket, path = ""] = s3Pattern.exec(out) ?? [];
  if (bucket === undefined)
    throw new ConfigError(
      `"${out}" is no place such as s3://bucket/folder: letters, digits and . _ = - in names`,
      {
        code: "bad_arguments",
      },
    );
  if ((keyId === undefined) !== (secret === undefined))
    throw new ConfigError(
      "EXPORT_S3_ACCESS_KEY_ID and EXPORT_S3_SECRET_ACCESS_KEY belong together: set both or none",
    );
  for (const value of [keyId, secret]) if (value !== undefined) keepSecret(value);
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}${path}/`;
  const keys = keyId === undefined ? "" : "{s3KeyId:String}, {s3Secret:String}, ";
  const values = keyId === undefined ? {} : { s3KeyId: keyId, s3Secret: secret ?? "" };
  const at = (name: string): QueryParams => ({ s3Url: base + name, ...values });
  const table = (format: string, structure?: string) =>
    `s3({s3Url:String}, ${keys}'${format}'${structure === undefined ? "" : `, '${structure}'`})`;
  const zeroFiles = "settings s3_throw_on_zero_files_match = 0";

  async function sizes(): Promise<Map<string, number>> {
    const rows = await store.rows<{ path: string; size: string }>(
      `select _path as path, _size as size from ${table("One")} ${zeroFiles}`,
      at("**"),
    );
    const prefix = `${bucket}${path}/`;
    return new Map(rows.map((row) => [row.path.slice(prefix.length), Number(row.size)]));
  }

  return {
    name: out,
    sizes,
    readText: async (name) => {
      if (!(await sizes()).has(name)) return undefined;
      const [row] = await store.rows<{ raw_blob: string }>(
        `select raw_blob from ${table("RawBLOB", oneText)}`,
        at(name),
      );
      return row?.raw_blob;
    },
    writeText: (name, text) =>
      store.command(
        `insert into function ${table("RawBLOB", oneText)} settings s3_truncate_on_insert = 1 select {text:String}`,
        { ...at(name), text },
      ),
    write: async (name, { sql, params }, format) => {
      await store.command(`insert into function ${table(format)} settings s3_truncate_on_insert = 1 ${sql}`, {
        ...params,
        ...at(name),
      });
      // Reads the object back, so that the checksum is that of the stored object.
      const [row] = await store.rows<{ sha256: string; bytes: string }>(
        `select lower(hex(SHA256(raw_blob))) as sha256, length(raw_blob) as bytes from ${table("RawBLOB", oneText)}`,
        at(name),
      );
      return { sha256: row?.sha256 ?? "", bytes: Number(row?.bytes ?? 0) };
    },
  };
}

/** The engine's error for a missing bucket or missing permissions, with advice. */
export function explained(error: unknown): unknown {
  if (!isErrorOfKind(error, "store") || error.code !== "s3_error") return error;
  return new ConfigError(
    `${error.message.slice(0, 500)} Look at the bucket's name, EXPORT_S3_ENDPOINT and EXPORT_S3_ACCESS_KEY_ID`,
    { code: "s3_error", cause: error },
  );
}
