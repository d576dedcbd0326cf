/** Indices and public keys of validators: an index keeps its key forever, so pairs once read are remembered. */
import { LRUCache } from "lru-cache";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import type { Services } from "../services.ts";

/** `pubkey` is 0x and lower case. */
export type ValidatorIdentity = { validatorIndex: number; pubkey: string };

const identitiesMax = 200_000;

const createIdentities = () => ({
  pubkeyOfIndex: new LRUCache<string, string>({ max: identitiesMax }),
  indexOfPubkey: new LRUCache<string, number>({ max: identitiesMax }),
});

async function read(services: Services, file: string, values: QueryParams & { network: string }) {
  const { pubkeyOfIndex, indexOfPubkey } = services.own(createIdentities);
  const { text } = loadSql(`queries/lookup/eth/${file}`);
  const rows = await services.store.rows<{ validatorIndex: number | string; pubkey: string }>(text, values);
  for (const row of rows) {
    pubkeyOfIndex.set(`${values.network}/${row.validatorIndex}`, row.pubkey);
    indexOfPubkey.set(`${values.network}/${row.pubkey}`, Number(row.validatorIndex));
  }
}

/** The known ones of the requested validators, in the order of the request, each once. */
export async function validatorsByIndex(
  services: Services,
  network: string,
  indices: readonly number[],
): Promise<ValidatorIdentity[]> {
  const { pubkeyOfIndex } = services.own(createIdentities);
  const requested = [...new Set(indices)];
  const unknown = requested.filter((index) => !pubkeyOfIndex.has(`${network}/${index}`));
  if (unknown.length > 0) await read(services, "validators_by_index.sql", { network, indices: unknown });
  return requested.flatMap((validatorIndex) => {
    const pubkey = pubkeyOfIndex.get(`${network}/${validatorIndex}`);
    return pubkey === undefined ? [] : [{ validatorIndex, pubkey }];
  });
}

/** The same by public keys. */
export async function validatorsByPubkey(
  services: Services,
  network: string,
  pubkeys: readonly string[],
): Promise<ValidatorIdentity[]> {
  const { indexOfPubkey } = services.own(createIdentities);
  const requested = [...new Set(pubkeys)];
  const unknown = requested.filter((pubkey) => !indexOfPubkey.has(`${network}/${pubkey}`));
  if (unknown.length > 0) {
    const bare = unknown.map((pubkey) => pubkey.slice(2));
    await read(services, "validators_by_pubkey.sql", { network, pubkeys: bare });
  }
  return requested.flatMap((pubkey) => {
    const validatorIndex = indexOfPubkey.get(`${network}/${pubkey}`);
    return validatorIndex === undefined ? [] : [{ validatorIndex, pubkey }];
  });
}
