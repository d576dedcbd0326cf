/** The command line: arguments are parsed here, and each verb runs in its own file. */
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { keys, organizations, usage } from "./accountCommands.ts";
import {
  checkBackfill,
  checkRangeOf,
  firstHelp,
  lastHelp,
  parsePoint,
  repeated,
  withoutHelpOfUnknown,
} from "./arguments.ts";
import { backup } from "./backupCommands.ts";
import { entities, p2p } from "./ethCommands.ts";
import { exportCommand } from "./exportCommand.ts";
import { runVerb } from "./process/context.ts";
import { version } from "./process/version.ts";
import { sql } from "./sqlCommand.ts";

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0 && count <= 1_000_000) return count;
  throw new InvalidArgumentError("A whole number from 1 to 1000000 is needed.");
}

const networkHelp =
  "network, such as eth/mainnet. The network's or the chain's name alone is enough where it is unambiguous (a chain's name means its main network)";

/** Every verb with its arguments; nothing runs before `runProgram`. */
export const program = new Command("validator-analytics")
  .description(
    "Validator performance and rewards, from the chain to a REST API. Settings are environment variables; `env` prints all of them.",
  )
  .version(version)
  .showHelpAfterError("Run it with --help for its usage.")
  .hook("preAction", (_, command) => {
    checkRangeOf(command);
    if (command.name() === "backfill") checkBackfill(command);
  });

program
  .command("start")
  .description("Run listener, worker and API in one process")
  .action(() => runVerb(async (context) => (await import("./verbs/start.ts")).start(context)));

program
  .command("listen")
  .description("Run the listener: follow the configured nodes and publish to Kafka")
  .action(() => runVerb(async (context) => (await import("./verbs/stages.ts")).listen(context)));

program
  .command("transform")
  .description("Run a worker: consume messages from Kafka and write to the warehouse")
  .action(() => runVerb(async (context) => (await import("./verbs/stages.ts")).transform(context)));

program
  .command("serve")
  .description("Run the API server on the warehouse")
  .action(() => runVerb(async (context) => (await import("./verbs/stages.ts")).serve(context)));

program
  .command("migrate")
  .description("Create or update tables and topics, then exit")
  .action(() => runVerb(async (context) => (await import("./verbs/migrate.ts")).migrate(context)));

program
  .command("backfill")
  .description(
    "Ingest a range of history, and exit when its rows can be queried. Run the same command again to resume an interrupted backfill",
  )
  .argument("<network>", networkHelp)
  .option("--from <height|date>", firstHelp, parsePoint)
  .option("--to <height|date>", lastHelp, parsePoint)
  .option(
    "--part <part>",
    "ingest only one part. `deposits`: depositors of all finalized blocks, from execution nodes, without --from and --to. `execution`: blocks and receipts of the payloads in the warehouse, from execution nodes. `relays`: delivered payloads of the epochs in the warehouse, from MEV relays",
  )
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/backfill.ts")).backfill(context, { network, ...options }),
    ),
  );

program
  .command("record")
  .description(
    "Record a range of history from the nodes to a file, which `replay` reads without nodes. Needs neither warehouse nor Kafka. Run the same command again to resume an interrupted recording",
  )
  .argument("<network>", networkHelp)
  .requiredOption("--from <height|date>", firstHelp, parsePoint)
  .requiredOption("--to <height|date>", lastHelp, parsePoint)
  .requiredOption("--out <file.ndjson.zst>", "file to write; read it with `zstd -dc <file> | jq`")
  .option(
    "--source <source>",
    "nodes, or warehouse (the stored raw facts, such as those that retention is about to drop)",
    "nodes",
  )
  .action((network, { source, ...args }) =>
    runVerb(async (context) => {
      const { archive, isFromWarehouse } = await import("./verbs/archive.ts");
      if (isFromWarehouse(source)) return await archive(context, { ...args, network });
      return await (await import("./verbs/record.ts")).record(context, { ...args, network });
    }),
  );

program
  .command("replay")
  .description(
    "Recompute a range with this version's code in shadow tables, then swap it in. Live processing continues. Only tables whose rows differ are swapped, each atomically",
  )
  .argument("<network>", `${networkHelp}. A network that only the source contains needs its full name`)
  .requiredOption("--from <height|date>", firstHelp, parsePoint)
  .requiredOption("--to <height|date>", lastHelp, parsePoint)
  .option(
    "--source <source>",
    "source of the facts: warehouse (raw tables; after a corrected computation or lost records), topic (Kafka; also restores lost raw tables), or files (written by `record`)",
    "warehouse",
  )
  .addOption(
    repeated("--table <table>", "swap only this table; may be repeated (default: all tables that differ)"),
  )
  .option(
    "--from-offset <offset>",
    "with --source topic: first offset to read in each partition (default: the oldest)",
  )
  .option("--from-time <time>", "with --source topic: first time to read from, such as 2026-01-31T12:00:00Z")
  .addOption(repeated("--file <file>", "with --source files: a recording; may be repeated"))
  .option("--dry-run", "recompute and compare, but swap nothing")
  .action((network, { table, file, dryRun, ...options }) =>
    runVerb(async (context) =>
      (await import("./verbs/replay.ts")).replay(context, {
        ...options,
        network,
        tables: table ?? [],
        files: file ?? [],
        isDryRun: dryRun ?? false,
      }),
    ),
  );

program
  .command("verify")
  .description(
    "Compare the figures that your nodes report themselves (rewards, duties, balances, …) with the warehouse and the API. Exits with 1 if a figure differs without an explanation, or if nothing was compared",
  )
  .argument("<network>", networkHelp)
  .option(
    "--from <height|date>",
    `${firstHelp} (default: the last day in the warehouse; with --to, the first height in the warehouse)`,
    parsePoint,
  )
  .option("--to <height|date>", `${lastHelp} (default: the newest height)`, parsePoint)
  .option(
    "--every <n>",
    "compare only every nth height (default: every height with --from, otherwise about 20 heights of the range)",
    parseCount,
  )
  .option("--out <file.json>", "also write the report with every difference to this file")
  .action((network, options) =>
    runVerb(async (context) => (await import("./verbs/verify.ts")).verify(context, { network, ...options })),
  );

program
  .command("doctor")
  .description("Check settings, nodes, Kafka and warehouse, and suggest fixes")
  .action(() => runVerb(async (context) => (await import("./verbs/doctor.ts")).doctor(context)));

program
  .command("status")
  .description(
    "Print head, cursor and computed records of each network, disk space with the days until it is full, and open dead letters",
  )
  .option("--json", "print JSON", false)
  .action(({ json }) =>
    runVerb(async (context) => (await import("./verbs/status.ts")).status(context, { isJson: json })),
  );

program.addCommand(keys);
program.addCommand(organizations);
program.addCommand(backup);
program.addCommand(usage);
program.addCommand(entities);
program.addCommand(p2p);

const deadLetters = program
  .command("dead-letters")
  .description("List, show and requeue messages that a worker could not process");
deadLetters
  .command("list")
  .description("List dead letters, newest first")
  .option("--topic <topic>", "only letters of one topic, such as eth.block")
  .addOption(
    new Option("--state <state>", "open, requeued or all")
      .choices(["open", "requeued", "all"] as const)
      .default("open" as const),
  )
  .option("--limit <n>", "lines to print", parseCount, 50)
  .action((options) =>
    runVerb(async (context) => (await import("./verbs/deadLetters.ts")).listDeadLetters(context, options)),
  );
deadLetters
  .command("show")
  .description("Print a dead letter with its reason, or the original message")
  .argument("<id>", "id from `dead-letters list`, or its first characters")
  .option("--raw", "write only the message's original bytes", false)
  .action((id, { raw }) =>
    runVerb(async (context) =>
      (await import("./verbs/deadLetters.ts")).showDeadLetter(context, { id, isRaw: raw }),
    ),
  );
deadLetters
  .command("requeue")
  .description("Publish dead letters again, unchanged, to their original topics")
  .argument("[ids...]", "ids, or their first characters")
  .option("--all", "every open dead letter", false)
  .option("--topic <topic>", "with --all: only letters of one topic")
  .option(
    "--reason-contains <text>",
    "with --all: only letters whose reason contains this text (case-insensitive)",
  )
  .action((ids, { all, ...filter }) =>
    runVerb(async (context) =>
      (await import("./verbs/deadLetters.ts")).requeueDeadLetters(context, { ids, isAll: all, ...filter }),
    ),
  );

program
  .command("env")
  .description("Print all settings with descriptions and defaults, as an .env file")
  .option("--markdown", "print a page of Markdown instead", false)
  .action(async ({ markdown }) => {
    const { envExample, settingsMarkdown } = await import("../chains/config.ts");
    process.stdout.write(markdown ? settingsMarkdown() : envExample());
  });

program
  .command("grants")
  .description("Print the roles that listener, worker and server need on a ClickHouse server, as SQL")
  .option("--cluster", "for a warehouse with CLICKHOUSE_CLUSTER", false)
  .action(async ({ cluster }) => {
    const { grantsText } = await import("../lib/sql/grants.ts");
    process.stdout.write(grantsText({ isCluster: cluster }));
  });

program
  .command("dictionary")
  .description("Print the data dictionary (tables, views, functions) as JSON")
  .option("--out <folder>", "write Markdown pages to this folder instead")
  .action(async ({ out }) => {
    const { dictionary } = await import("./verbs/dictionary.ts");
    process.stdout.write(dictionary(out));
  });

program.addCommand(sql);
program.addCommand(exportCommand);

/** Commands of other files begin without the program's settings. */
function inherit(parent: CommandUnknownOpts): void {
  for (const command of parent.commands) inherit(command.copyInheritedSettings(parent));
}
inherit(program);

/** @param typed the arguments after the program's name */
export const runProgram = (typed: readonly string[]): Promise<unknown> =>
  program.parseAsync(withoutHelpOfUnknown(program, typed), { from: "user" });
