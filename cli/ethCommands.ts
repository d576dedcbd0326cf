/** Commands about what is known of Ethereum beside its chain: to whom validators belong, where peers are. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { runVerb } from "./process/context.ts";

function parseAddress(text: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("It has to be an address: 0x and 40 hexadecimal digits.");
}

function parseBlock(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It has to be the number of a block.");
}

const ethereumNetwork = "Ethereum network, such as eth/mainnet; nothing need be ingested of it yet";
const rewriteHelp =
  "make complete days again, too, of which the source said otherwise before; without it they stay as they are";

export const entities = new Command("entities").description(
  "Import, list, export and remove to whom Ethereum's validators belong",
);
entities
  .command("import")
  .description(
    "Import a CSV file (key,key_kind,id_type,entity,from_date,to_date,source,pool_type): it replaces the rows of the sources that it contains, and the days that it touches are made again. A wrong line is named, and nothing is imported then",
  )
  .argument("<network>", ethereumNetwork)
  .option("--file <file.csv>", "file to read, UTF-8")
  .addOption(
    new Option(
      "--registry <registry>",
      "instead of a file, a registry on the chain, read from ETH_EXECUTION_URLS: operators and deposited keys of Lido's NodeOperatorsRegistry",
    ).choices(["lido"] as const),
  )
  .option("--address <address>", "address of the registry (default: Lido's on mainnet)", parseAddress)
  .option("--block <number>", "block at which it is read (default: the last final one)", parseBlock)
  .option("--rewrite", rewriteHelp, false)
  .action((network, { rewrite, ...options }) =>
    runVerb(async (context) =>
      (await import("./verbs/entities.ts")).entities(context, {
        action: "import",
        network,
        ...options,
        isRewrite: rewrite,
      }),
    ),
  );
entities
  .command("list")
  .description("List the sources of entities, with their rows and dates")
  .argument("<network>", ethereumNetwork)
  .action((network) =>
    runVerb(async (context) =>
      (await import("./verbs/entities.ts")).entities(context, { action: "list", network }),
    ),
  );
entities
  .command("export")
  .description("Print the rows that are in force as a CSV file that `entities import` takes")
  .argument("<network>", ethereumNetwork)
  .option("--source <source>", "only those of one source")
  .option("--out <file.csv>", "write them to a file")
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/entities.ts")).entities(context, { action: "export", network, ...options }),
    ),
  );
entities
  .command("remove")
  .description("Take a source's rows out of force")
  .argument("<network>", ethereumNetwork)
  .requiredOption("--source <source>", "source to remove, as `entities list` shows it")
  .option("--rewrite", rewriteHelp, false)
  .action((network, { source, rewrite }) =>
    runVerb(async (context) =>
      (await import("./verbs/entities.ts")).entities(context, {
        action: "remove",
        network,
        source,
        isRewrite: rewrite,
      }),
    ),
  );

export const p2p = new Command("p2p").description(
  "Import, list, export and remove where Ethereum's peers are, and how many validators are behind them",
);
p2p
  .command("import")
  .description(
    "Import a CSV file (peer_id,ip,country_code,hosting_provider,validator_count): it replaces what was imported before, at once. A wrong line is named, and nothing is imported then. An empty country_code or hosting_provider is unknown",
  )
  .argument("<network>", ethereumNetwork)
  .requiredOption("--file <file.csv>", "file to read, UTF-8, up to a million peers")
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/p2p.ts")).p2p(context, { action: "import", network, ...options }),
    ),
  );
p2p
  .command("list")
  .description("List who tells of peers: the import in force, and beacon nodes, which count without one")
  .argument("<network>", ethereumNetwork)
  .action((network) =>
    runVerb(async (context) => (await import("./verbs/p2p.ts")).p2p(context, { action: "list", network })),
  );
p2p
  .command("export")
  .description("Print the imported peers as a CSV file that `p2p import` takes")
  .argument("<network>", ethereumNetwork)
  .option("--out <file.csv>", "write them to a file")
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/p2p.ts")).p2p(context, { action: "export", network, ...options }),
    ),
  );
p2p
  .command("remove")
  .description("Take imported peers away: those of the beacon nodes count again")
  .argument("<network>", ethereumNetwork)
  .action((network) =>
    runVerb(async (context) => (await import("./verbs/p2p.ts")).p2p(context, { action: "remove", network })),
  );
