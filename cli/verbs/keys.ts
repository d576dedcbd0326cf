/** `keys create|list|revoke`. */
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import type { Store } from "../../lib/store/store.ts";
import { createKey, type KeyRecord, listKeys, revokeKey } from "../../serve/access/keys.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";

export const keysArgs = z.discriminatedUnion("action", [
  z.object({ action: z.literal("create"), name: z.string(), tier: z.string().optional() }),
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
    });
  if (!(await revokeKey(store, args.id)))
    throw new ConfigError(`There is no key with the id "${args.id}"; \`keys list\` shows them`);
  return { keyId: args.id };
}

function keyTable(keys: readonly KeyRecord[]): string {
  const rows = [
    ["ID", "NAME", "TIER", "CREATED", "STATE"],
    ...keys.map((key) => [
      key.keyId,
      key.name,
      key.tier,
      key.createdAt,
      key.revokedAt === null ? "valid" : `revoked ${key.revokedAt}`,
    ]),
  ];
  const widths = (rows[0] as string[]).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] as string).length)),
  );
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
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
