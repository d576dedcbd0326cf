/** `backup` as the command line takes it. */
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { type Context, runVerb } from "./process/context.ts";

/** The embedded warehouse's, or the servers'. */
const verbsFor = ({ config }: Context) =>
  config.CLICKHOUSE_URL === undefined ? import("./verbs/backup.ts") : import("./verbs/backupServers.ts");

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("A number from 1 on is needed.");
  return Number(text);
}

export const backup = new Command("backup").description(
  "Back up the warehouse, with its keys and cursors, and restore it. The embedded one's backups are in BACKUP_DIR, those of ClickHouse servers where BACKUP_DESTINATION says",
);

backup
  .command("create")
  .description(
    "Make a backup, also while `start` runs: of what has changed since the newest good one. What an interrupted one has left is removed",
  )
  .option("--full", "of everything, so that it needs no other backup", false)
  .option(
    "--keep <n>",
    "then remove all but the newest n good ones and what these are based on, unless it fails",
    parseCount,
  )
  .action(({ full, keep }) =>
    runVerb(async (context) => (await verbsFor(context)).create(context, { isFull: full, keep })),
  );
backup
  .command("list")
  .description("List backups, the oldest first, with what each is based on, and whether it can be used")
  .option("--json", "print their manifests", false)
  .action(({ json }) =>
    runVerb(async (context) => (await verbsFor(context)).list(context, { isJson: json })),
  );
backup
  .command("verify")
  .description(
    "Read every file of a backup, and of those it is based on, and compare the checksums; servers restore it beside the warehouse, check it and drop it",
  )
  .argument("[name]", "the backup, as `backup list` shows it (default: the newest good one)")
  .action((name) => runVerb(async (context) => (await verbsFor(context)).verify(context, name)));
backup
  .command("restore")
  .description(
    "Make a warehouse of a backup in DATA_DIR, after it was verified, or in the database of CLICKHOUSE_URL. Needs `start` and all stages stopped; an interrupted one can be repeated, and has changed nothing",
  )
  .argument("[name]", "the backup, as `backup list` shows it (default: the newest good one)")
  .option("--replace", "put a warehouse that is there aside, into a folder or database beside it", false)
  .action((name, { replace }) =>
    runVerb(async (context) => (await verbsFor(context)).restore(context, { name, isReplaced: replace })),
  );
backup
  .command("remove")
  .description(
    "Remove backups. Refuses while another one is based on one of them. Servers can't delete files: there it says which folder may go",
  )
  .argument("<names...>", "the backups, as `backup list` shows them")
  .action((names) => runVerb(async (context) => (await verbsFor(context)).remove(context, names)));
