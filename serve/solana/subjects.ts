/** The subjects that paths of Solana name. */
import { LRUCache } from "lru-cache";
import { notFound, requireKnown } from "../known.ts";
import type { Services } from "../services.ts";

const createKnownAccounts = () => new LRUCache<string, true>({ max: 200_000 });

/**
 * The vote account that `validator_id` means: itself, or the newest one of the validator with this identity.
 * @throws ApiError 404 that names the address, when neither has ever been seen on the network
 */
export async function voteAccountOf(services: Services, network: string, address: string): Promise<string> {
  const seen = services.own(createKnownAccounts);
  const name = `${network}/${address}`;
  if (seen.get(name) === true) return address;
  const values = { network, address };
  const rows = await services.lookup<{ voteAccount: string }>("lookup/solana/vote_account.sql", values);
  const voteAccount = rows[0]?.voteAccount;
  if (voteAccount === undefined) throw notFound("validator", address, network);
  // An identity may get another vote account.
  if (voteAccount === address) seen.set(name, true);
  return voteAccount;
}

const stakeAccount = { what: "stake account", sql: "lookup/solana/stake_account.sql" };
const stakeAuthority = { what: "stake authority", sql: "lookup/solana/stake_authority.sql" };

/** @throws ApiError 404 that names the address, when no such stake account has ever been read on the network */
export const requireStakeAccount = (services: Services, network: string, address: string): Promise<void> =>
  requireKnown(services, network, stakeAccount, address, { address });

/** @throws ApiError 404 that names the address, when no delegated stake of the network has ever had this authority */
export const requireStakeAuthority = (services: Services, network: string, address: string): Promise<void> =>
  requireKnown(services, network, stakeAuthority, address, { address });
