/** How files of an export are written. Apart, since the command line names them before it loads anything. */
export const exportFormats = ["parquet", "csv", "arrow", "ndjson"] as const;
export type ExportFormat = (typeof exportFormats)[number];
