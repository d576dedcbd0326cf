/** `backup` as the command line takes it. */
import { Command } from "@commander-js/extra-typings";
import { runVerb } from "./process/context.ts";

const verbs = () => import("./verbs/backup.ts");

export const backup = new Command("backup").description(
  "Back up the embedded warehouse, with its keys and cursors, and restore it. Backups are in BACKUP_DIR",
);

backup
  .command("create")
  .description(
    "Make a backup, also while `start` runs: of what has changed since the newest good one. What an interrupted one has left is removed",
  )
  .option("--full", "of everything, so that it needs no other backup", false)
  .action(({ full }) => runVerb(async (context) => (await verbs()).create(context, { isFull: full })));
backup
  .command("list")
  .description("List backups, the oldest first, with what each is based on, and whether it can be used")
  .option("--json", "print their manifests", false)
  .action(({ json }) => runVerb(async (context) => (await verbs()).list(context, { isJson: json })));
backup
  .command("verify")
  .description("Read every file of a backup, and of those it is based on, and compare the checksums")
  .argument("[name]", "the backup, as `backup list` shows it (default: the newest good one)")
  .action((name) => runVerb(async (context) => (await verbs()).verify(context, name)));
backup
  .command("restore")
  .description(
    "Make a warehouse of a backup in DATA_DIR, after it was verified. Needs `start` stopped; an interrupted one can be repeated, and has changed nothing",
  )
  .argument("[name]", "the backup, as `backup list` shows it (default: the newest good one)")
  .option("--replace", "put a warehouse that is there aside, into a folder beside it", false)
  .action((name, { replace }) =>
    runVerb(async (context) => (await verbs()).restore(context, { name, isReplaced: replace })),
  );
