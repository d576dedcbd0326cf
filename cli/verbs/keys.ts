/** `keys create|list|revoke`. */
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import type { Store } from "../../lib/store/store.ts";
import { createKey, type KeyRecord, listKeys, revokeKey } from "../../serve/access/keys.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";

export const keysArgs = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create"),
    name: z.string(),
    tier: z.string().optional(),
    organization: z.string().optional(),
    selfReports: z.boolean().optional(),
  }),
  z.object({ action: z.literal("list") }),
  z.object({ action: z.literal("revoke"), id: z.string() }),
]);
export type KeysArgs = z.infer<typeof keysArgs>;

type KeysResult = { keys?: KeyRecord[]; key?: string; keyId?: string };

export async function runKeys(args: KeysArgs, store: Store): Promise<KeysResult> {
  if (args.action === "list") return { keys: await listKeys(store) };
  if (args.action === "create")
    return await createKey(store, {
      name: args.name,
      ...(args.tier === undefined ? {} : { tier: args.tier }),
      ...(args.organization === undefined ? {} : { organizationId: args.organization }),
      ...(args.selfReports === undefined ? {} : { selfReports: args.selfReports }),
    });
  if (!(await revokeKey(store, args.id)))
    throw new ConfigError(`There is no key with the id "${args.id}"; \`keys list\` shows them`);
  return { keyId: args.id };
}

function keyTable(keys: readonly KeyRecord[]): string {
  // A column of its own once keys share an organization, or have one with a name.
  const isShared = keys.some((key) => key.organizationId !== key.keyId);
  return textTable([
    ["ID", "NAME", "TIER", ...(isShared ? ["ORGANIZATION"] : []), "CREATED", "STATE"],
    ...keys.map((key) => [
      key.keyId,
      key.name,
      key.tier,
      ...(isShared ? [key.organizationId] : []),
      key.createdAt,
      key.revokedAt === null ? "valid" : `revoked ${key.revokedAt}`,
    ]),
  ]);
}

/** @returns what to print; a new key stands in the last line */
export async function keys(context: Context, args: KeysArgs): Promise<string> {
  const result = (await forwardOrRun(context, "keys", args, {
    run: async () => runKeys(args, await openStore(context)),
  })) as KeysResult;
  if (args.action === "list") return keyTable(result.keys ?? []);
  if (args.action === "revoke") return `revoked ${result.keyId}\n`;
  return `The key ${result.keyId} is shown once and stored only as a hash:\n${result.key}\n`;
}
