/** Commands about imported data of Ethereum: entities of validators, and peers. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { runVerb } from "./process/context.ts";

function parseAddress(text: string): string {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError("An address is needed: 0x and 40 hexadecimal digits.");
}

function parseBlock(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A block number is needed.");
}

const ethereumNetwork = "Ethereum network, such as eth/mainnet; it may have no data yet";
const rewriteHelp =
  "also recompute complete days for which the source changed; by default they keep the mapping they were computed with";

export const entities = new Command("entities").description(
  "Import, list, export and remove the entities of Ethereum validators (pools, operators, depositors)",
);
entities
  .command("import")
  .description(
    "Import a CSV file with the columns key,key_kind,id_type,entity,from_date,to_date,source,pool_type. It replaces all rows of the sources in the file, and recomputes the affected days. If a line is invalid, nothing is imported",
  )
  .argument("<network>", ethereumNetwork)
  .option("--file <file.csv>", "CSV file, UTF-8")
  .addOption(
    new Option(
      "--registry <registry>",
      "instead of a file, import an on-chain registry through ETH_EXECUTION_URLS. lido: operators and deposited keys of Lido's NodeOperatorsRegistry",
    ).choices(["lido"] as const),
  )
  .option(
    "--address <address>",
    "address of the registry contract (default: Lido's on mainnet)",
    parseAddress,
  )
  .option(
    "--block <number>",
    "block at which to read the registry (default: the last finalized block)",
    parseBlock,
  )
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
  .description("List the sources of entities with their row counts and dates")
  .argument("<network>", ethereumNetwork)
  .action((network) =>
    runVerb(async (context) =>
      (await import("./verbs/entities.ts")).entities(context, { action: "list", network }),
    ),
  );
entities
  .command("export")
  .description("Print the active rows as CSV for `entities import`")
  .argument("<network>", ethereumNetwork)
  .option("--source <source>", "only rows of this source")
  .option("--out <file.csv>", "write to a file instead of standard output")
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/entities.ts")).entities(context, { action: "export", network, ...options }),
    ),
  );
entities
  .command("remove")
  .description("Remove all rows of a source")
  .argument("<network>", ethereumNetwork)
  .requiredOption("--source <source>", "source from `entities list`")
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
  "Import, list, export and remove locations of Ethereum peers and their validator counts",
);
p2p
  .command("import")
  .description(
    "Import a CSV file with the columns peer_id,ip,country_code,hosting_provider,validator_count. It replaces the previous import atomically. If a line is invalid, nothing is imported. Leave country_code or hosting_provider empty if unknown",
  )
  .argument("<network>", ethereumNetwork)
  .requiredOption("--file <file.csv>", "CSV file, UTF-8, at most a million peers")
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/p2p.ts")).p2p(context, { action: "import", network, ...options }),
    ),
  );
p2p
  .command("list")
  .description(
    "List the sources of peers: the active import, and the beacon nodes, which are used without an import",
  )
  .argument("<network>", ethereumNetwork)
  .action((network) =>
    runVerb(async (context) => (await import("./verbs/p2p.ts")).p2p(context, { action: "list", network })),
  );
p2p
  .command("export")
  .description("Print the imported peers as CSV for `p2p import`")
  .argument("<network>", ethereumNetwork)
  .option("--out <file.csv>", "write to a file instead of standard output")
  .action((network, options) =>
    runVerb(async (context) =>
      (await import("./verbs/p2p.ts")).p2p(context, { action: "export", network, ...options }),
    ),
  );
p2p
  .command("remove")
  .description("Remove the import. Peers of the beacon nodes are used again")
  .argument("<network>", ethereumNetwork)
  .action((network) =>
    runVerb(async (context) => (await import("./verbs/p2p.ts")).p2p(context, { action: "remove", network })),
  );
