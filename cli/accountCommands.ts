/** Commands about API keys, the organizations that own them, and their usage. */
import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { msPerDay } from "../lib/days.ts";
import { scopes } from "../serve/access/scopes.ts";
import { tiers } from "../serve/access/tiers.ts";
import { repeated } from "./arguments.ts";
import { runVerb } from "./process/context.ts";
import { parseEnd, parseSpan } from "./time.ts";

function parseMonth(text: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError("A month as YYYY-MM is needed.");
}

export const keys = new Command("keys").description("Create, list, rotate and revoke API keys");
const endHelp = "when the key expires: a span such as 90d, or a UTC date";
keys
  .command("create")
  .description("Create a key, print its permissions, and print the key itself, once, as the last line")
  .requiredOption("--name <name>", "purpose of the key")
  .addOption(
    new Option("--tier <tier>", "limits of the key (default: operator, which has none)").choices(
      Object.keys(tiers),
    ),
  )
  .option(
    "--organization <name>",
    "organization that owns the key; keys of one organization share private sets (default: a new organization with the key's name)",
  )
  .option("--member <name>", "member of the organization who uses the key")
  .option(
    "--self-reports",
    "accept reports about the organization's own validators (default with tier operator)",
  )
  .option("--no-self-reports", "reject such reports")
  .addOption(
    repeated(
      "--scope <scope>",
      "permission of the key: read, write:tags (private sets and reports), sql, or admin:keys (manage the organization's keys); may be repeated (default: read and write:tags)",
      Object.keys(scopes),
    ),
  )
  .option("--expires <when>", `${endHelp} (default: never)`, parseEnd)
  .action(({ scope, expires, ...options }) =>
    runVerb(async (context) =>
      (await import("./verbs/keys.ts")).keys(context, {
        action: "create",
        ...options,
        ...(scope === undefined ? {} : { scopes: scope }),
        ...(expires === undefined ? {} : { expiresAtMs: expires }),
      }),
    ),
  );
keys
  .command("list")
  .description("List keys. Only hashes of keys are stored")
  .option("--organization <name>", "only keys of this organization (default: all)")
  .action((options) =>
    runVerb(async (context) =>
      (await import("./verbs/keys.ts")).keys(context, { action: "list", ...options }),
    ),
  );
keys
  .command("rotate")
  .description(
    "Create a replacement key with the same name, tier, organization and scopes, and print it, once, as the last line",
  )
  .argument("<id>", "id of the old key, from `keys list`")
  .addOption(
    new Option("--overlap <span>", "how long the old key remains valid, such as 30m, 24h or 7d")
      .argParser(parseSpan)
      .default(msPerDay, "24h"),
  )
  .option("--expires <when>", `${endHelp} (default: the same lifetime as the old key's)`, parseEnd)
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
  .description("Revoke a key. Servers reject it within seconds")
  .argument("<id>", "id of the key, from `keys list`")
  .action((id) =>
    runVerb(async (context) => (await import("./verbs/keys.ts")).keys(context, { action: "revoke", id })),
  );

export const organizations = new Command("organizations").description(
  "List, show and rename organizations. `keys create --organization` creates one",
);
organizations
  .command("list")
  .description("List all organizations with their keys, private sets and tiers")
  .action(() =>
    runVerb(async (context) =>
      (await import("./verbs/organizations.ts")).organizations(context, { action: "list" }),
    ),
  );
organizations
  .command("show")
  .description("Print an organization, its keys, and the latest changes to them")
  .argument("<id>", "id of the organization, from `organizations list`")
  .action((id) =>
    runVerb(async (context) =>
      (await import("./verbs/organizations.ts")).organizations(context, { action: "show", id }),
    ),
  );
organizations
  .command("rename")
  .description("Rename an organization. Its id and its reports stay the same")
  .argument("<id>", "id of the organization, from `organizations list`")
  .argument("<name>", "new name")
  .action((id, name) =>
    runVerb(async (context) =>
      (await import("./verbs/organizations.ts")).organizations(context, { action: "rename", id, name }),
    ),
  );

export const usage = new Command("usage")
  .description("Print usage by key and month, or by day or operation while daily counts are kept")
  .option("--month <YYYY-MM>", "only this month (default: all months)", parseMonth)
  .option("--organization <name>", "only keys of this organization")
  .addOption(
    new Option(
      "--by <what>",
      "grouping: one line per key, organization, tier or operation and month, or one line per day",
    )
      .choices(["key", "organization", "tier", "day", "operation"] as const)
      .default("key" as const),
  )
  .action((options) =>
    runVerb(async (context) => (await import("./verbs/usage.ts")).usage(context, options)),
  );
