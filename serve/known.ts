/** Whether a subject is known on a network. A subject once seen stays known, so it is looked up once. */
import { LRUCache } from "lru-cache";
import { ApiError } from "../lib/errors.ts";
import { loadSql } from "../lib/sql/file.ts";
import type { QueryParams } from "../lib/store/store.ts";
import type { Services } from "./services.ts";

const createKnown = () => new LRUCache<string, true>({ max: 200_000 });

/** The error about a subject that was never seen. */
export const notFound = (what: string, text: string, network: string) =>
  new ApiError(404, `The ${what} ${text} was not found on ${network}`);

/**
 * @param subject `what` it is, in messages; `sql`, below sql/queries, has a row when anything of it has ever been seen
 * @param text as requested
 * @param values of the statement, besides the network
 * @throws ApiError 404 that names it as requested
 */
export async function requireKnown(
  { own, store }: Services,
  network: string,
  { what, sql }: { what: string; sql: string },
  text: string,
  values: QueryParams,
): Promise<void> {
  const seen = own(createKnown);
  const key = JSON.stringify([sql, network, values]);
  if (seen.get(key) === true) return;
  const rows = await store.rows(loadSql(`queries/${sql}`).text, { network, ...values });
  if (rows.length === 0) throw notFound(what, text, network);
  seen.set(key, true);
}
