/** `organizations list`, `organizations show` and `organizations rename`. */
import { z } from "zod";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { type KeyRecord, listKeys } from "../../serve/access/keys.ts";
import {
  listOrganizations,
  type OrganizationRecord,
  renameOrganization,
  unknownOrganization,
} from "../../serve/access/organizations.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";
import { keyTable } from "./keys.ts";

/** Checked again by the process that runs them: they may come from another one. */
export const organizationsArgs = z.discriminatedUnion("action", [
  z.object({ action: z.literal("list") }),
  z.object({ action: z.literal("show"), id: z.string() }),
  z.object({ action: z.literal("rename"), id: z.string(), name: z.string() }),
]);
export type OrganizationsArgs = z.infer<typeof organizationsArgs>;

type ChangeRow = Record<"askedAt" | "action" | "state", string> &
  Record<"keyId" | "replacedBy" | "byKeyId", string | null>;
type OrganizationsResult = { organizations: OrganizationRecord[]; keys?: KeyRecord[]; changes?: ChangeRow[] };

/** Changes that `show` prints. */
const changesShown = 20;

export async function runOrganizations(args: OrganizationsArgs, store: Store): Promise<OrganizationsResult> {
  if (args.action === "list") return { organizations: await listOrganizations(store) };
  if (args.action === "rename") await renameOrganization(store, args.id, args.name);
  const organizations = await listOrganizations(store, args.id);
  if (organizations.length === 0) throw unknownOrganization(args.id);
  if (args.action === "rename") return { organizations };
  const newest = { organizationId: args.id, limit: changesShown, offset: 0, sortOrder: "desc" };
  const [keys, changes] = await Promise.all([
    listKeys(store, args.id),
    store.rows<ChangeRow>(loadSql("queries/v1/account/key_changes.sql").text, newest),
  ]);
  return { organizations, keys, changes };
}

function reportsOf({ maySelfReport }: OrganizationRecord): string {
  if (maySelfReport === null) return "by tier";
  return maySelfReport ? "taken" : "refused";
}

function organizationTable(organizations: readonly OrganizationRecord[]): string {
  return textTable([
    ["ID", "NAME", "TIERS", "KEYS", "VALID", "SETS", "SELF REPORTS", "SINCE"],
    ...organizations.map((one) => [
      one.organizationId,
      one.name,
      one.tiers.join(","),
      one.keys,
      one.validKeys,
      one.tags,
      reportsOf(one),
      one.createdAt,
    ]),
  ]);
}

function changeTable(changes: readonly ChangeRow[]): string {
  return textTable([
    ["TIME", "CHANGE", "KEY", "REPLACED BY", "BY", "STATE"],
    ...changes.map((change) => [
      change.askedAt,
      change.action,
      change.keyId ?? "",
      change.replacedBy ?? "",
      change.byKeyId ?? "command line",
      change.state,
    ]),
  ]);
}

/** @returns the output */
export async function organizations(context: Context, args: OrganizationsArgs): Promise<string> {
  const answer = (await forwardOrRun(context, "organizations", args, {
    run: async () => runOrganizations(args, await openStore(context)),
  })) as OrganizationsResult;
  if (args.action === "rename") return `renamed ${args.id}\n`;
  const table = organizationTable(answer.organizations);
  if (args.action === "list") return table;
  return [table, keyTable(answer.keys ?? []), changeTable(answer.changes ?? [])].join("\n");
}
