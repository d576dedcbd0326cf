/**
 * Private sets: an organization's groups of validators. Nothing here is cached between requests, so all servers see the
 * writes of each; and every statement filters by the organization, so no other one finds its sets. If several servers
 * together exceed a limit, each that sees the excess takes its part back.
 */
import { randomUUID } from "node:crypto";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { uuidOfKey } from "../access/keys.ts";
import type { EndpointRequest } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { inTurn } from "../turns.ts";
import { validatorsByPubkey } from "./identities.ts";

/** Public keys in one call, and in one set. */
export const callKeysMax = 1_000;
export const tagKeysMax = 15_000;

/** Identifies a set; sets of different organizations are never the same. */
type TagId = { network: string; organizationId: string; tagId: string };

export const tagIdOf = ({ network, caller }: EndpointRequest, tagId: string): TagId => ({
  network,
  organizationId: caller.organizationId,
  tagId,
});

const rowsOf = <Row>({ store }: Services, file: string, values: QueryParams) =>
  store.rows<Row>(loadSql(`queries/app/${file}`).text, values);
const run = ({ store }: Services, file: string, values: QueryParams) =>
  store.command(loadSql(`queries/app/${file}`).text, values);

function tooLarge(): ApiError {
  const msg = `A private set holds at most ${tagKeysMax} validators`;
  return new ApiError(400, [{ loc: ["body", "pubkeys"], msg, type: "value_error.too_many" }]);
}

/**
 * The set's record as JSON.
 * @throws ApiError 404, whether the set is another organization's or doesn't exist
 */
export async function readTag(services: Services, id: TagId): Promise<string> {
  const text = (await services.store.text(loadSql("queries/v1/eth/tag.sql").text, id)).trim();
  if (text === "") throw new ApiError(404, `Not found: ${id.tagId}`);
  return text;
}

/**
 * @param made how many of the sets that there are have just been made
 * @throws ApiError 403 when these are more than the tier allows besides the others
 */
async function checkAllowance(services: Services, { caller }: EndpointRequest, made: 0 | 1) {
  const { privateTags } = caller.tier;
  if (privateTags === null) return;
  const { organizationId } = caller;
  const [row] = await rowsOf<{ tagCount: string }>(services, "tag_count.sql", { organizationId });
  if (Number(row?.tagCount) - made < privateTags) return;
  const allowed = privateTags === 0 ? "no private sets" : `${privateTags} private sets`;
  throw new ApiError(403, `You don't have permission to do that: this tier allows ${allowed}.`);
}

/**
 * Creates a set with these validators, `0x` and lower case.
 * @returns its record as JSON
 * @throws ApiError 403 when the organization holds as many as its tier allows
 */
export function createTag(
  services: Services,
  request: EndpointRequest,
  tag: { name: string; pubkeys: readonly string[] },
): Promise<string> {
  const id = tagIdOf(request, randomUUID());
  return inTurn(services, id.organizationId, async () => {
    await checkAllowance(services, request, 0);
    const createdBy = uuidOfKey(request.caller.keyId);
    await run(services, "create_tag.sql", { ...id, name: tag.name, createdBy });
    try {
      // Another server may have made one since the first look.
      await checkAllowance(services, request, 1);
      await addKeys(services, id, tag.pubkeys);
    } catch (error) {
      await run(services, "refuse_tag.sql", id);
      throw error;
    }
    return readTag(services, id);
  });
}

const bare = (pubkeys: readonly string[]) => [...new Set(pubkeys)].map((pubkey) => pubkey.slice(2));

async function sizeOf(services: Services, tagId: string): Promise<number> {
  const [row] = await rowsOf<{ memberCount: string }>(services, "tag_size.sql", { tagId });
  return Number(row?.memberCount);
}

/** A public key that was ever in a set; `removedAtMicros` is null while it is. */
type Removal = { pubkeyHex: string; lastEpoch: number; removedAtMicros: string | null };

/** Adds public keys to a set that exists. @returns how many were not in it before */
async function addKeys(services: Services, { tagId }: TagId, pubkeys: readonly string[]): Promise<number> {
  if (pubkeys.length === 0) return 0;
  const requested = bare(pubkeys);
  const rows = await rowsOf<Removal>(services, "tag_validators.sql", { tagId, pubkeys: requested });
  const membersByPubkey = new Map(rows.map((row) => [row.pubkeyHex, row]));
  const fresh = requested.filter((pubkey) => membersByPubkey.get(pubkey)?.removedAtMicros !== null);
  if (fresh.length === 0) return 0;
  if ((await sizeOf(services, tagId)) + fresh.length > tagKeysMax) throw tooLarge();
  await run(services, "add_tag_validators.sql", { tagId, pubkeys: fresh });
  if ((await sizeOf(services, tagId)) > tagKeysMax) {
    // Servers have gone beyond it together. A key that had been removed is so again, any other was never in.
    await run(services, "remove_tag_validators.sql", {
      tagId,
      pubkeys: fresh,
      removedAtMicros: fresh.map((pubkey) => Number(membersByPubkey.get(pubkey)?.removedAtMicros ?? 0)),
      lastEpochs: fresh.map((pubkey) => Number(membersByPubkey.get(pubkey)?.lastEpoch ?? 0)),
    });
    throw tooLarge();
  }
  return fresh.length;
}

/**
 * Adds validators, `0x` and lower case, to a set. Who is in it already stays so.
 * @returns the set's record as JSON, and how many were not in it before
 * @throws ApiError 404 for an unknown set, 400 when it would become too large
 */
export function addToTag(services: Services, id: TagId, pubkeys: readonly string[]) {
  return inTurn(services, id.organizationId, async () => {
    await readTag(services, id);
    const pubkeysAdded = await addKeys(services, id, pubkeys);
    if (pubkeysAdded > 0) await run(services, "touch_tag.sql", id);
    return { tag: await readTag(services, id), pubkeysAdded };
  });
}

/**
 * Removes a validator from a set as of now: days that had begun by the newest epoch that records cover keep it.
 * @returns the set's record as JSON
 * @throws ApiError 404 for an unknown set, or when the validator is not in it
 */
export function removeFromTag(services: Services, id: TagId, pubkey: string): Promise<string> {
  return inTurn(services, id.organizationId, async () => {
    await readTag(services, id);
    const values = { tagId: id.tagId, pubkeys: bare([pubkey]) };
    const [member] = await rowsOf<Removal>(services, "tag_validators.sql", values);
    if (member?.removedAtMicros !== null) throw new ApiError(404, `Not found: ${pubkey}`);
    // By the clock of the chain, not by ours: records may lag, or be about days long gone.
    const newest = loadSql("queries/lookup/eth/newest_record_epoch.sql").text;
    const [covered] = await services.store.rows<{ epoch: number | null }>(newest, { network: id.network });
    const lastEpoch = covered?.epoch ?? null;
    await run(services, "remove_tag_validators.sql", {
      ...values,
      removedAtMicros: [lastEpoch === null ? 0 : Date.now() * 1_000],
      lastEpochs: [lastEpoch ?? 0],
    });
    await run(services, "touch_tag.sql", id);
    return readTag(services, id);
  });
}

/**
 * Gives a set another name.
 * @returns its record as JSON
 * @throws ApiError 404 for an unknown set
 */
export function renameTag(services: Services, id: TagId, name: string): Promise<string> {
  return inTurn(services, id.organizationId, async () => {
    await readTag(services, id);
    await run(services, "rename_tag.sql", { ...id, name });
    return readTag(services, id);
  });
}

/**
 * Deletes a set: from now on it and its records are not found.
 * @returns the record that it had, as JSON
 * @throws ApiError 404 for an unknown set
 */
export function deleteTag(services: Services, id: TagId): Promise<string> {
  return inTurn(services, id.organizationId, async () => {
    const text = await readTag(services, id);
    await run(services, "refuse_tag.sql", id);
    return text;
  });
}

/** `lastEpoch`: the validator doesn't count on days that begin after it; null: it counts on all. */
export type TagMember = { validatorIndex: number; lastEpoch: number | null };

/**
 * The validators of a set that the network knows by now, those that were removed included.
 * @throws ApiError 404 for an unknown set
 */
export async function membersOf(services: Services, id: TagId): Promise<TagMember[]> {
  await readTag(services, id);
  type Row = { pubkey: string; lastEpoch: number | null };
  const rows = await rowsOf<Row>(services, "tag_members.sql", { tagId: id.tagId });
  const lastEpochs = new Map(rows.map(({ pubkey, lastEpoch }) => [pubkey, lastEpoch]));
  const validators = await validatorsByPubkey(services, id.network, [...lastEpochs.keys()]);
  return validators.map(({ validatorIndex, pubkey }) => ({
    validatorIndex,
    lastEpoch: lastEpochs.get(pubkey) ?? null,
  }));
}
