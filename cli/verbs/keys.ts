/** `keys create`, `keys list`, `keys rotate` and `keys revoke`. */
import { z } from "zod";
import type { Store } from "../../lib/store/store.ts";
import { noteChange } from "../../serve/access/keyChanges.ts";
import {
  createKey,
  type KeyRecord,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
  unknownKey,
} from "../../serve/access/keys.ts";
import { type Scope, scopes } from "../../serve/access/scopes.ts";
import { tiers } from "../../serve/access/tiers.ts";
import { describeTier } from "../../serve/access/tierText.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";

/** Checked again by the process that runs them: they may come from another one. Times are Unix milliseconds. */
export const keysArgs = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("create"),
    name: z.string(),
    tier: z.string().optional(),
    organization: z.string().optional(),
    member: z.string().optional(),
    selfReports: z.boolean().optional(),
    scopes: z.array(z.string()).optional(),
    expiresAtMs: z.number().optional(),
  }),
  z.object({ action: z.literal("list"), organization: z.string().optional() }),
  z.object({
    action: z.literal("rotate"),
    id: z.string(),
    overlapMs: z.number().nonnegative(),
    expiresAtMs: z.number().optional(),
  }),
  z.object({ action: z.literal("revoke"), id: z.string() }),
]);
export type KeysArgs = z.infer<typeof keysArgs>;

type KeysResult = { keys?: KeyRecord[]; made?: NewKey & { replacedUntilMs?: number }; keyId?: string };

/** Each change is recorded along with the key: `organizations show` lists it. */
export async function runKeys(args: KeysArgs, store: Store): Promise<KeysResult> {
  if (args.action === "list") return { keys: await listKeys(store, args.organization) };
  const end =
    "expiresAtMs" in args && args.expiresAtMs !== undefined ? { expiresAtMs: args.expiresAtMs } : {};
  if (args.action === "create") {
    const made = await createKey(store, {
      name: args.name,
      ...(args.tier === undefined ? {} : { tier: args.tier }),
      ...(args.organization === undefined ? {} : { organizationId: args.organization }),
      ...(args.member === undefined ? {} : { member: args.member }),
      ...(args.selfReports === undefined ? {} : { selfReports: args.selfReports }),
      ...(args.scopes === undefined ? {} : { scopes: args.scopes }),
      ...end,
    });
    await noteChange(store, made.organizationId, { action: "create", keyId: made.keyId });
    return { made };
  }
  const { id: keyId } = args;
  if (args.action === "rotate") {
    const made = await rotateKey(store, keyId, { overlapMs: args.overlapMs, ...end });
    await noteChange(store, made.organizationId, { action: "rotate", keyId, otherKeyId: made.keyId });
    return { made, keyId };
  }
  const organizationId = await revokeKey(store, keyId);
  if (organizationId === undefined) throw unknownKey(keyId);
  await noteChange(store, organizationId, { action: "revoke", keyId });
  return { keyId };
}

function stateOf({ revokedAt, expiresAtMs, replacedBy }: KeyRecord): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  const successor = replacedBy === "" ? "" : `, replaced by ${replacedBy}`;
  const isOver = expiresAtMs !== null && Number(expiresAtMs) <= Date.now();
  return `${isOver ? "expired" : "valid"}${successor}`;
}

export function keyTable(keys: readonly KeyRecord[]): string {
  return textTable([
    ["ID", "NAME", "TIER", "ORGANIZATION", "MEMBER", "SCOPES", "CREATED", "EXPIRES", "STATE"],
    ...keys.map((key) => [
      key.keyId,
      key.name,
      key.tier,
      key.organizationId === key.keyId ? "its own" : key.organizationId,
      key.member,
      key.scopes.join(","),
      key.createdAt,
      key.expiresAt ?? "never",
      stateOf(key),
    ]),
  ]);
}

const timeText = (ms: number) => new Date(ms).toISOString();

/** A new key's permissions and expiry; the key itself is the last line. */
function describeNew({ key, keyId, tier, organizationId, scopes: granted, expiresAtMs }: NewKey): string {
  const lines = [
    `Tier ${tier}: ${describeTier(tiers[tier])}.`,
    `Scopes: ${granted.map((scope) => `${scope} (${scopes[scope as Scope]})`).join(", ")}.`,
    `Organization: ${organizationId === keyId ? "its own" : organizationId}. Expires: ${expiresAtMs === null ? "never" : timeText(expiresAtMs)}.`,
    `The key ${keyId} is shown once and stored only as a hash:`,
    key,
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** @returns the output; a new key is in the last line */
export async function keys(context: Context, args: KeysArgs): Promise<string> {
  const {
    keys: all = [],
    made,
    keyId,
  } = (await forwardOrRun(context, "keys", args, {
    run: async () => runKeys(args, await openStore(context)),
  })) as KeysResult;
  if (args.action === "list") return keyTable(all);
  if (made === undefined) return `revoked ${keyId}\n`;
  const until = made.replacedUntilMs;
  return `${until === undefined ? "" : `The key ${keyId} is valid until ${timeText(until)}.\n`}${describeNew(made)}`;
}
