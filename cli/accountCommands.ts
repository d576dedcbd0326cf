/** Commands about who asks: keys, the organizations that they belong to, and what they have used. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { runVerb } from "./process/context.ts";
import { parseEnd, parseSpan } from "./time.ts";

function parseMonth(text: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError("It has to be a month, as YYYY-MM.");
}

const listed = (value: string, values: string[]) => [...values, value];

export const keys = new Command("keys").description("Create, list, rotate and revoke API keys");
const endHelp = "end: a span such as 90d, or a date (UTC)";
keys
  .command("create")
  .description("Create a key, say what it allows, and print it, once, as the last line")
  .requiredOption("--name <name>", "what the key is for")
  .option(
    "--tier <tier>",
    "limits of the key: free, starter, build, growth or operator (default: operator, without limits)",
  )
  .option(
    "--organization <name>",
    "whose key it is: keys of one share private sets (default: an organization of its own, which goes by the key's name)",
  )
  .option("--member <name>", "for whom the key is, such as somebody of the organization")
  .option("--self-reports", "take reports of the organization's own validators (default: of tier operator)")
  .option("--no-self-reports", "refuse them")
  .option(
    "--scope <scope>",
    "what the key may do: read, write:tags (and reports), sql, or admin:keys (see to the keys of its organization); may be repeated (default: read and write:tags)",
    listed,
    [],
  )
  .option("--expires <when>", `${endHelp} (default: never)`, parseEnd)
  .action(({ scope, expires, ...options }) =>
    runVerb(async (context) =>
      (await import("./verbs/keys.ts")).keys(context, {
        action: "create",
        ...options,
        ...(scope.length === 0 ? {} : { scopes: scope }),
        ...(expires === undefined ? {} : { expiresAtMs: expires }),
      }),
    ),
  );
keys
  .command("list")
  .description("List keys; the keys themselves are stored only as hashes")
  .option("--organization <name>", "only those of this organization (default: all)")
  .action((options) =>
    runVerb(async (context) =>
      (await import("./verbs/keys.ts")).keys(context, { action: "list", ...options }),
    ),
  );
keys
  .command("rotate")
  .description(
    "Make a key that takes another one's place, with its name, tier, organization and scopes, and print it, once, as the last line",
  )
  .argument("<id>", "the old key's id, as `keys list` shows it")
  .addOption(
    new Option("--overlap <span>", "how long the old key stays valid, such as 30m, 24h or 7d")
      .argParser(parseSpan)
      .default(86_400_000, "24h"),
  )
  .option("--expires <when>", `${endHelp} (default: as long as the old key was made for)`, parseEnd)
  .action((id, { overlap, expires }) =>
    runVerb(async (context) =>
      (await import("./verbs/keys.ts")).keys(context, {
        action: "rotate",
        id,
        overlapMs: overlap,
        ...(expires === undefined ? {} : { expiresAtMs: expires }),
      }),
    ),
  );
keys
  .command("revoke")
  .description("Revoke a key; servers notice within seconds")
  .argument("<id>", "the key's id, as `keys list` shows it")
  .action((id) =>
    runVerb(async (context) => (await import("./verbs/keys.ts")).keys(context, { action: "revoke", id })),
  );

export const organizations = new Command("organizations").description(
  "List, show and rename the organizations that keys belong to; `keys create --organization` makes one",
);
organizations
  .command("list")
  .description("List all organizations, with their keys, private sets and tiers")
  .action(() =>
    runVerb(async (context) =>
      (await import("./verbs/organizations.ts")).organizations(context, { action: "list" }),
    ),
  );
organizations
  .command("show")
  .description("Print what is known of an organization, its keys, and the last changes to them")
  .argument("<id>", "the organization, as `organizations list` shows it")
  .action((id) =>
    runVerb(async (context) =>
      (await import("./verbs/organizations.ts")).organizations(context, { action: "show", id }),
    ),
  );
organizations
  .command("rename")
  .description("Give an organization another name. Its identifier stays, and so does what it has reported")
  .argument("<id>", "the organization, as `organizations list` shows it")
  .argument("<name>", "the name that it goes by from now on")
  .action((id, name) =>
    runVerb(async (context) =>
      (await import("./verbs/organizations.ts")).organizations(context, { action: "rename", id, name }),
    ),
  );

export const usage = new Command("usage")
  .description("Show what keys have used, by month; or by day and by operation, as far as days are kept")
  .option("--month <YYYY-MM>", "only this month (default: all)", parseMonth)
  .option("--organization <name>", "only the keys of this organization")
  .addOption(
    new Option(
      "--by <what>",
      "a line for each key, organization or tier and month; for each day, or each operation and month",
    )
      .choices(["key", "organization", "tier", "day", "operation"] as const)
      .default("key" as const),
  )
  .action((options) =>
    runVerb(async (context) => (await import("./verbs/usage.ts")).usage(context, options)),
  );
