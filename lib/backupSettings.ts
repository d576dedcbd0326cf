/** Destination of backups. */
import { z } from "zod";

const folderNames = "[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*";
/** Names alone, so that no text of a setting is ever a part of a statement. */
const backupDestinationPattern = new RegExp(
  `^(?:(?:disk|s3):[A-Za-z_][A-Za-z0-9_]*(?:/${folderNames})?|file:${folderNames})$`,
);

export const backupSettings = {
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Folder for backups of the embedded warehouse, preferably on another disk than DATA_DIR; default: backups in DATA_DIR",
    ),
  BACKUP_DESTINATION: z
    .string()
    .regex(
      backupDestinationPattern,
      "disk:<disk>[/folder], s3:<named collection>[/folder] or file:<folder> is needed, such as disk:backups/validators",
    )
    .optional()
    .describe(
      "Where ClickHouse servers write backups: disk:<disk>[/folder], s3:<named collection>[/folder] or file:<folder>; the servers' configuration must allow it",
    ),
};
