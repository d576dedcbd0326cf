/** `manifest.json` of an export: what was asked for, and every file that is whole. */
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import { exportFormats } from "./formats.ts";
import type { Target } from "./target.ts";

export const manifestName = "manifest.json";

const fileSchema = z.object({
  /** From the folder of the manifest. */
  path: z.string(),
  table: z.string(),
  rows: z.int(),
  bytes: z.int(),
  /** Of the file, in hex. */
  sha256: z.string().length(64),
  /** Of keys and versions of the rows: another one means other rows. */
  content: z.string(),
});

const askedSchema = z.object({
  network: z.string(),
  /** A table, or `daily dump`. */
  what: z.string(),
  format: z.enum(exportFormats),
  from: z.string(),
  to: z.string(),
});
export type AskedExport = z.output<typeof askedSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  asked: askedSchema,
  /** By table, its columns in their order. */
  schemas: z.record(
    z.string(),
    z.array(z.object({ name: z.string(), type: z.string(), comment: z.string() })),
  ),
  files: z.array(fileSchema),
});
export type ExportManifest = z.output<typeof manifestSchema>;

/** @throws ConfigError where another export stands there */
export async function readManifest(target: Target, asked: AskedExport): Promise<ExportManifest> {
  const text = await target.readText(manifestName);
  if (text === undefined) return { format: 1, asked, schemas: {}, files: [] };
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
  const others = (Object.keys(asked) as (keyof AskedExport)[]).filter(
    (name) => manifest.asked[name] !== asked[name],
  );
  if (others.length === 0) return manifest;
  const words = others.map(
    (name) => `${name} ${manifest.asked[name] || "(none)"}, not ${asked[name] || "(none)"}`,
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
