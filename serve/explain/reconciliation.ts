/** `/reconciliation`: the same number of a subject's days by two calculations, and their difference, for charts. */
import type { QueryParams } from "../../lib/store/store.ts";
import { reconciliation } from "../../schemas/explain.ts";
import type { ServedChain } from "../chain.ts";
import { dailyRecords, type Subject } from "../dailyRecords.ts";
import type { Endpoint } from "../endpoint.ts";

export function reconciliationEndpoint(declared: {
  chain: ServedChain;
  operation: string;
  /** Below `/v1/<chain>/`, with the parameter that names the subject. */
  path: string;
  tag: string;
  /** Which the two ways are, and what kind of day a date is. */
  description: string;
  subject: Subject;
  /** Below sql/queries; takes what statements of daily records take. */
  sql: string;
  values?: QueryParams;
}): Endpoint {
  return dailyRecords({
    ...declared,
    summary: `Reconciliation of a ${declared.subject.name}'s days from two sources`,
    row: reconciliation,
  });
}
