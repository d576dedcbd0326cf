/** Who is known on Solana: what was once seen stays, so it is asked for once. */
import { LRUCache } from "lru-cache";
import { ApiError } from "../../lib/errors.ts";
import type { Services } from "../services.ts";

const createKnown = () => new LRUCache<string, true>({ max: 200_000 });

const notFound = (what: string, address: string, network: string) =>
  new ApiError(404, `The ${what} ${address} was not found on ${network}`);

/**
 * The vote account that `validator_id` means: itself, or the newest one of the validator with this identity.
 * @throws ApiError 404 that names the address, when neither has ever been seen on the network
 */
export async function voteAccountOf(services: Services, network: string, address: string): Promise<string> {
  const known = services.own(createKnown);
  const name = `${network}/vote account/${address}`;
  if (known.get(name) === true) return address;
  const values = { network, address };
  const rows = await services.lookup<{ voteAccount: string }>("lookup/solana/vote_account.sql", values);
  const voteAccount = rows[0]?.voteAccount;
  if (voteAccount === undefined) throw notFound("validator", address, network);
  // An identity may get another vote account.
  if (voteAccount === address) known.set(name, true);
  return voteAccount;
}

async function requireSubject(
  services: Services,
  network: string,
  subject: { name: string; sql: string },
  address: string,
): Promise<void> {
  const known = services.own(createKnown);
  const name = `${network}/${subject.name}/${address}`;
  if (known.get(name) === true) return;
  const found = await services.lookup(subject.sql, { network, address });
  if (found.length === 0) throw notFound(subject.name, address, network);
  known.set(name, true);
}

/** @throws ApiError 404 that names the address, when no such stake account has ever been read on the network */
export function requireStakeAccount(services: Services, network: string, address: string): Promise<void> {
  const subject = { name: "stake account", sql: "lookup/solana/stake_account.sql" };
  return requireSubject(services, network, subject, address);
}

/** @throws ApiError 404 that names the address, when no delegated stake of the network has ever had this authority */
export function requireStakeAuthority(services: Services, network: string, address: string): Promise<void> {
  const subject = { name: "stake authority", sql: "lookup/solana/stake_authority.sql" };
  return requireSubject(services, network, subject, address);
}
