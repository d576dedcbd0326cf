/** `manifest.json` of an export: the requested rows, and every complete file. */
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import { exportFormats } from "./formats.ts";
import type { Target } from "./target.ts";

export const manifestName = "manifest.json";

const fileSchema = z.object({
  /** Relative to the folder of the manifest. */
  path: z.string(),
  table: z.string(),
  rows: z.int(),
  bytes: z.int(),
  /** Of the file, in hex. */
  sha256: z.string().length(64),
  /** A hash of the rows' keys and versions: it changes with the rows. */
  content: z.string(),
});

const requestSchema = z.object({
  network: z.string(),
  /** A table, or `daily dump`. */
  what: z.string(),
  format: z.enum(exportFormats),
  from: z.string(),
  to: z.string(),
});
export type RequestedExport = z.output<typeof requestSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  asked: requestSchema,
  /** By table, its columns in their order. */
  schemas: z.record(
    z.string(),
    z.array(z.object({ name: z.string(), type: z.string(), comment: z.string() })),
  ),
  files: z.array(fileSchema),
});
export type ExportManifest = z.output<typeof manifestSchema>;

/** @throws ConfigError if the target holds another export */
export async function readManifest(target: Target, requested: RequestedExport): Promise<ExportManifest> {
  const text = await target.readText(manifestName);
  if (text === undefined) return { format: 1, asked: requested, schemas: {}, files: [] };
  let manifest: ExportManifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new ConfigError(
      `${target.name} holds a ${manifestName} that is no export's: choose another place`,
      {
        code: "other_export",
        cause: error,
      },
    );
  }
  const others = (Object.keys(requested) as (keyof RequestedExport)[]).filter(
    (name) => manifest.asked[name] !== requested[name],
  );
  if (others.length === 0) return manifest;
  const words = others.map(
    (name) => `${name} ${manifest.asked[name] || "(none)"}, not ${requested[name] || "(none)"}`,
  );
  throw new ConfigError(
    `${target.name} holds an export of ${words.join(", ")}: choose another place, or repeat the same export`,
    { code: "other_export" },
  );
}

export async function writeManifest(target: Target, manifest: ExportManifest): Promise<void> {
  const files = [...manifest.files].sort((left, right) => (left.path < right.path ? -1 : 1));
  await target.writeText(manifestName, `${JSON.stringify({ ...manifest, files }, null, 2)}\n`);
}
