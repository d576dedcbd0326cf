/**
 * Where servers write backups, as BACKUP_DESTINATION says: a disk, a bucket or a folder that the servers' own
 * configuration names. Keys of a bucket are in its named collection, so they are in no setting, statement or log of ours.
 */
import { ConfigError } from "../../../lib/errors.ts";

export type Destination = {
  /** As the setting has it. */
  text: string;
  /** The name of a backup in BACKUP and RESTORE: of all tables, or of the list of backups alone. */
  of(name: string, part: "data" | "list"): string;
};

const forms: Readonly<Record<string, (where: string, path: string) => string>> = {
  disk: (where, path) => `Disk('${where}', '${path}')`,
  s3: (where, path) => `S3(${where}, '${path}')`,
};

/** @throws ConfigError `no_destination` */
export function parseDestination(text: string | undefined): Destination {
  if (text === undefined)
    throw new ConfigError(
      "With CLICKHOUSE_URL, BACKUP_DESTINATION says where the servers write backups, such as disk:backups/validators; docs/operations.md says what they need for it",
      { code: "no_destination" },
    );
  // The settings loader has checked the form.
  const [kind = "", rest = ""] = text.split(":");
  const [where = "", ...folders] = rest.split("/");
  const form = forms[kind];
  return {
    text,
    of: (name, part) =>
      form === undefined
        ? `File('${rest}/${name}/${part}')`
        : form(where, [...folders, name, part].join("/")),
  };
}
