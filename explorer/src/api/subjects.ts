/** Lists of validators, operators, pools and delegators: the same of every network. */
import type { Kind, ListedField, Network, SortField } from "../networks/describe.ts";
import type { Call } from "./call.ts";
import { requestedNetwork } from "./networks.ts";
import type { ApiPath } from "./path.ts";

/** A row of `/v1/{chain}/subjects`; null: unknown. Amounts are whole tokens. */
export type SubjectRow = {
  kind: string;
  id: string;
  name: string | null;
  token: string | null;
} & { [Field in ListedField]: unknown };

export type SubjectQuery = {
  search?: string | undefined;
  sortBy?: SortField;
  sortOrder?: "asc" | "desc";
  status?: string | undefined;
  window?: string;
  limit?: number;
  offset?: number;
};

export const subjectsCall = (
  network: Pick<Network, "id">,
  kind: Pick<Kind, "id">,
  query: SubjectQuery,
): Call => ({
  path: `/v1/${network.id}/subjects` as ApiPath,
  query: { kind: kind.id, ...query },
  network: requestedNetwork(),
});

/** The call for one subject in a window: a search returns an exact id first. */
export const subjectCall = (network: Network, kind: Kind, id: string, window: string): Call =>
  subjectsCall(network, kind, { search: id.slice(0, 100), limit: 1, window });

/** The call for the totals of a kind. */
export const summaryCall = (network: Pick<Network, "id">, kind: Pick<Kind, "id">, window: string): Call => ({
  path: `/v1/${network.id}/summary` as ApiPath,
  query: { kind: kind.id, window },
  network: requestedNetwork(),
});

/** Its row, if the first one is it. */
export function rowOf(rows: readonly unknown[], id: string): SubjectRow | undefined {
  const [row] = rows as SubjectRow[];
  return row !== undefined && String(row.id).toLowerCase() === id.toLowerCase() ? row : undefined;
}
