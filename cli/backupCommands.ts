/** `backup` as the command line takes it. */
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { type Context, runVerb } from "./process/context.ts";

/** The embedded warehouse's, or the servers'. */
const verbsFor = ({ config }: Context) =>
  config.CLICKHOUSE_URL === undefined ? import("./verbs/backup.ts") : import("./verbs/backupServers.ts");

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError("A whole number from 1 to 99999 is needed.");
  return Number(text);
}

export const backup = new Command("backup").description(
  "Back up and restore the warehouse, including keys and cursors. Backups of the embedded warehouse are stored in BACKUP_DIR, those of ClickHouse servers in BACKUP_DESTINATION",
);

backup
  .command("create")
  .description(
    "Create a backup of the changes since the newest valid backup, also while `start` runs. Remains of interrupted backups are removed",
  )
  .option("--full", "back up everything, so that the backup depends on no other", false)
  .option(
    "--keep <n>",
    "after success, remove all but the newest n valid backups and those they depend on",
    parseCount,
  )
  .action(({ full, keep }) =>
    runVerb(async (context) => (await verbsFor(context)).create(context, { isFull: full, keep })),
  );
backup
  .command("list")
  .description("List backups, oldest first, with the backup that each depends on, and whether it is valid")
  .option("--json", "print the manifests as JSON", false)
  .action(({ json }) =>
    runVerb(async (context) => (await verbsFor(context)).list(context, { isJson: json })),
  );
backup
  .command("verify")
  .description(
    "Read every file of a backup and of those it depends on, and compare checksums. On servers, restore it into a separate database, check it, and drop it",
  )
  .argument("[name]", "name from `backup list` (default: the newest valid backup)")
  .action((name) => runVerb(async (context) => (await verbsFor(context)).verify(context, name)));
backup
  .command("restore")
  .description(
    "Verify a backup and restore it to DATA_DIR, or to the database of CLICKHOUSE_URL. Stop `start` and all other processes first. An interrupted restore changes nothing and can be repeated",
  )
  .argument("[name]", "name from `backup list` (default: the newest valid backup)")
  .option("--replace", "move an existing warehouse to another folder or database first", false)
  .action((name, { replace }) =>
    runVerb(async (context) => (await verbsFor(context)).restore(context, { name, isReplaced: replace })),
  );
backup
  .command("remove")
  .description(
    "Remove backups that no other backup depends on. Servers cannot delete files: there it prints the folder to delete",
  )
  .argument("<names...>", "names from `backup list`")
  .action((names) => runVerb(async (context) => (await verbsFor(context)).remove(context, names)));
