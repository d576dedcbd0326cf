/** Who is known on a chain of the CometBFT family: what was once seen stays, so it is asked for once. */
import { LRUCache } from "lru-cache";
import { ApiError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { Services } from "../services.ts";

/** Whose address a path names, and how it is looked up. */
export type SubjectKind = "validator" | "delegator";

const createKnown = () => new LRUCache<string, true>({ max: 200_000 });

/** @throws ApiError 404 that names the address, when nothing of it has ever been seen on the network */
export async function requireSubject(
  services: Services,
  network: string,
  subject: SubjectKind,
  address: string,
): Promise<void> {
  const known = services.own(createKnown);
  const name = `${network}/${subject}/${address}`;
  if (known.get(name) === true) return;
  const { text } = loadSql(`queries/lookup/cosmos/${subject}.sql`);
  const found = await services.store.rows(text, { network, [subject]: address });
  if (found.length === 0) throw new ApiError(404, `The ${subject} ${address} was not found on ${network}`);
  known.set(name, true);
}
