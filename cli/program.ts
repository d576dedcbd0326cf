/** What the command line takes: one verb a file; parsing here, work there. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { keys, organizations, usage } from "./accountCommands.ts";
import { withoutHelpOfUnknown } from "./arguments.ts";
import { backup } from "./backupCommands.ts";
import { entities, p2p } from "./ethCommands.ts";
import { exportCommand } from "./exportCommand.ts";
import { runVerb } from "./process/context.ts";
import { version } from "./process/version.ts";
import { sql } from "./sqlCommand.ts";

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0 && count <= 1_000_000) return count;
  throw new InvalidArgumentError("It has to be a whole number from 1 to 1000000.");
}

const networkHelp =
  "network, such as eth/mainnet; its own name or its chain's do where they mean only one (a chain's: its main network)";

/** Every verb with its arguments; nothing runs before `runProgram`. */
export const program = new Command("validator-analytics")
  .description(
    "Validator performance and rewards, from the chain to a REST API. Settings come from the environment; `env` prints them all.",
  )
  .version(version)
  .showHelpAfterError();

program
  .command("start")
  .description("Listen, transform and serve in one process")
  .action(() => runVerb(async (context) => (await import("./verbs/start.ts")).start(context)));

program
  .command("listen")
  .description("Follow the configured nodes and publish to Kafka")
  .action(() => runVerb(async (context) => (await import("./verbs/stages.ts")).listen(context)));

program
  .command("transform")
  .description("Take messages from Kafka and write the warehouse")
  .action(() => runVerb(async (context) => (await import("./verbs/stages.ts")).transform(context)));

program
  .command("serve")
  .description("Serve the API from the warehouse")
  .action(() => runVerb(async (context) => (await import("./verbs/stages.ts")).serve(context)));

program
  .command("migrate")
  .description("Create or update tables and topics, then end")
  .action(() => runVerb(async (context) => (await import("./verbs/migrate.ts")).migrate(context)));

program
  .command("backfill")
  .description(
    "Ingest a range of history and end when its rows are readable. An interrupted backfill resumes when it is started again",
  )
  .argument("<network>", networkHelp)
  .option("--from <height|date>", "first epoch or block, or first day as YYYY-MM-DD (UTC), inclusive")
  .option("--to <height|date>", "last epoch or block, or last day as YYYY-MM-DD (UTC), inclusive")
  .option(
    "--part <part>",
    "only this: from execution nodes, `deposits` reads who paid Ethereum's deposits, of all final blocks, without --from and --to; `execution` reads blocks and receipts of payloads that are in the warehouse; `relays` asks MEV relays what they delivered in epochs that are in the warehouse",
  )
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/backfill.ts")).backfill(context, { network, ...options }),
    ),
  );

program
  .command("record")
  .description(
    "Write what the nodes say about a range of history to a file, to replay it without them. Needs neither warehouse nor Kafka. An interrupted recording resumes when it is started again",
  )
  .argument("<network>", networkHelp)
  .requiredOption("--from <height|date>", "first epoch or block, or first day as YYYY-MM-DD (UTC), inclusive")
  .requiredOption("--to <height|date>", "last epoch or block, or last day as YYYY-MM-DD (UTC), inclusive")
  .requiredOption("--out <file.ndjson.zst>", "file to write; `zstd -dc <file> | jq` reads it")
  .option(
    "--source <source>",
    "nodes, or warehouse: the facts that it holds, such as those that are about to be dropped",
    "nodes",
  )
  .action((network, { source, ...args }) =>
    runVerb(async (context) => {
      const { archive, isFromWarehouse } = await import("./verbs/archive.ts");
      if (isFromWarehouse(source)) return await archive(context, { ...args, network });
      return await (await import("./verbs/record.ts")).record(context, { ...args, network });
    }),
  );

const listed = (value: string, values: string[]) => [...values, value];

program
  .command("replay")
  .description(
    "Rebuild a range beside the live tables, by the code of this version, and swap it in; the live consumer goes on. Only tables whose rows of the range come out otherwise are swapped, each at once for its readers",
  )
  .argument("<network>", `${networkHelp}. One that only the source holds needs both`)
  .requiredOption("--from <height|date>", "first epoch or block, or first day as YYYY-MM-DD (UTC), inclusive")
  .requiredOption("--to <height|date>", "last epoch or block, or last day as YYYY-MM-DD (UTC), inclusive")
  .option(
    "--source <source>",
    "where the facts come from: warehouse (its raw tables: for corrected maths, or lost records), topic (Kafka: for lost raw tables, too), or files (of `record`)",
    "warehouse",
  )
  .option("--table <table>", "swap only this table; may be repeated (default: all that differ)", listed, [])
  .option(
    "--from-offset <offset>",
    "with --source topic: first offset to read in every partition (default: the oldest)",
  )
  .option("--from-time <time>", "with --source topic: first time to read from, such as 2026-01-31T12:00:00Z")
  .option("--file <file>", "with --source files: a recording; may be repeated", listed, [])
  .option("--dry-run", "rebuild and compare, swap nothing")
  .action((network, { table, file, dryRun, ...options }) =>
    runVerb(async (context) =>
      (await import("./verbs/replay.ts")).replay(context, {
        ...options,
        network,
        tables: table,
        files: file,
        isDryRun: dryRun ?? false,
      }),
    ),
  );

program
  .command("doctor")
  .description("Check settings, nodes, bus and warehouse, and say what to do")
  .action(() => runVerb(async (context) => (await import("./verbs/doctor.ts")).doctor(context)));

program
  .command("status")
  .description(
    "Print what each network is at (head, cursor, records), disks with the days until they are full, and open dead letters",
  )
  .option("--json", "print it as JSON", false)
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
  .description("List, show and requeue the messages that a worker could not process");
deadLetters
  .command("list")
  .description("List dead letters, newest first")
  .option("--topic <topic>", "only those of one topic, such as eth.block")
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
  .description("Print all that is known of a dead letter, or the message as it was")
  .argument("<id>", "the id, or its beginning, as `dead-letters list` shows it")
  .option("--raw", "write the message's own bytes and nothing else", false)
  .action((id, { raw }) =>
    runVerb(async (context) =>
      (await import("./verbs/deadLetters.ts")).showDeadLetter(context, { id, isRaw: raw }),
    ),
  );
deadLetters
  .command("requeue")
  .description("Publish dead letters again, each to the topic that it came from, as it was")
  .argument("[ids...]", "ids, or their beginnings")
  .option("--all", "every open dead letter", false)
  .option("--topic <topic>", "with --all: only those of one topic")
  .option("--reason-contains <text>", "with --all: only those whose reason holds this text, in any case")
  .action((ids, { all, ...filter }) =>
    runVerb(async (context) =>
      (await import("./verbs/deadLetters.ts")).requeueDeadLetters(context, { ids, isAll: all, ...filter }),
    ),
  );

program
  .command("env")
  .description("Print every setting with its description and default, as an .env file")
  .action(async () => {
    const { envExample } = await import("../chains/config.ts");
    process.stdout.write(envExample());
  });

program
  .command("grants")
  .description("Print the roles that the stages need on a ClickHouse server, as SQL")
  .option("--cluster", "for a warehouse with CLICKHOUSE_CLUSTER", false)
  .action(async ({ cluster }) => {
    const { grantsText } = await import("../lib/sql/grants.ts");
    process.stdout.write(grantsText({ isCluster: cluster }));
  });

program
  .command("dictionary")
  .description("Print what tables, views and functions of the warehouse hold, as JSON")
  .option("--out <folder>", "write it as pages of Markdown into this folder instead")
  .action(async ({ out }) => {
    const { dictionary } = await import("./verbs/dictionary.ts");
    process.stdout.write(dictionary(out));
  });

program.addCommand(sql);
program.addCommand(exportCommand);

/** @param typed what stands behind the program's name */
export const runProgram = (typed: readonly string[]): Promise<unknown> =>
  program.parseAsync(withoutHelpOfUnknown(program, typed), { from: "user" });
