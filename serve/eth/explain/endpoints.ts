/** A validator's day on Ethereum, explained, and its balances compared with the movements known. */
import { z } from "zod";
import { reconciliation } from "../../../schemas/explain.ts";
import { dayRange, flag, limitPaging } from "../../../schemas/request.ts";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { explainEndpoint } from "../../explain/endpoint.ts";
import { ethereum as chain, executionKnownOf } from "../chain.ts";
import { redirectsByPubkey, validatorPath, withValidator } from "../validators.ts";
import { nulls } from "./nulls.ts";
import { balanceTable, dayTable, numbers } from "./numbers.ts";

const tag = "Ethereum explanations (v1)";
const utc = flag
  .default(false)
  .describe("A UTC day instead of a chain day; an epoch belongs to the day in which it starts");
const dayTypeOf = (query: Record<string, unknown>) => (query.utc === true ? "utc" : "chain");
const dayKey = ["network", "day_type", "validator_index", "day"];

const explain = explainEndpoint({
  chain,
  operation: "validatorExplain",
  path: "validators/{validator_index_or_pubkey}/explain",
  tag,
  what: "validator",
  description:
    "Every number of the validator's records of a day, with the duties, blocks and balance movements that it is computed from. A chain day is named by the UTC date in which it ends. The committees that determine the slot of a duty, and so the block of a vote, are kept for ETH_KEEP_RAW_DAYS; after that, votes are reported by epoch.",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: { utc },
  find: async (request, services) => {
    const response = await withValidator(
      request as Parameters<typeof withValidator>[0],
      services,
      ({ validatorIndex }) => ({ validatorIndex }),
    );
    if ("redirect" in response) return response;
    return { id: String(response.values.validatorIndex), values: response.values };
  },
  values: async ({ network, query }, services) => ({
    dayType: dayTypeOf(query),
    ...(await executionKnownOf(services, network)),
  }),
  numbers,
  nulls,
  keyOf: { [dayTable]: dayKey, [balanceTable]: dayKey },
  kinds: [
    "attestation",
    "sync_committee",
    "proposal",
    "execution",
    "slashing",
    "slashing_correlation",
    "withdrawal",
    "deposit",
    "void_deposit",
    "queued_before",
    "queued_after",
    "consolidation",
    "balance_before",
    "balance_after",
  ],
  exampleDate: "2020-12-03",
  valuesSql: [
    "lookup/eth/explained_day.sql",
    "lookup/eth/explained_balances.sql",
    "lookup/eth/explained_known.sql",
  ],
  rowsSql: "v1/eth/validator_explain.sql",
  facts: {
    duties: { what: "epochs' duties", keptBy: "ETH_KEEP_EPOCH_DAYS" },
    correlations: {
      what: "correlation penalties",
      remedy:
        "A correlation penalty depends on all slashings of the EPOCHS_PER_SLASHINGS_VECTOR epochs (36 days on mainnet) that end with its own: backfill from before these.",
    },
    balances: { what: "epochs' states, blocks and duties around the day", keptBy: "ETH_KEEP_RAW_DAYS" },
  },
});

const reconciliations = defineEndpoint({
  operation: "validatorReconciliation",
  method: "get",
  path: "/v1/eth/validators/{validator_index_or_pubkey}/reconciliation",
  tag,
  chain,
  summary: "Reconciliation of a validator's days from two sources",
  description:
    "Change of the balance between the states around a day (actual), and the sum of duties, blocks and known movements (expected), in gwei. Oldest first. A chain day is named by the UTC date in which it ends.",
  kind: "list",
  params: validatorPath,
  redirects: redirectsByPubkey,
  query: z.object({ ...limitPaging, fromDate: dayRange.fromDate, toDate: dayRange.toDate, utc }),
  answer: { row: reconciliation, sql: "v1/eth/validator_reconciliation.sql" },
  prepare: (request, services) =>
    withValidator(request, services, ({ validatorIndex }) => {
      const { fromDate = null, toDate = null, utc: _, ...paging } = request.query;
      const { network, query } = request;
      return { network, validatorIndex, dayType: dayTypeOf(query), fromDate, toDate, ...paging };
    }),
  weight: { bytes: 8, row: 5 },
  settles: { boundedBy: ["toDate"] },
});

export const ethExplainEndpoints: readonly Endpoint[] = [explain, reconciliations];
