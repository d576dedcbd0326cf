/** The endpoints of every chain of the CometBFT family, as its row in schemas/cosmos/chains.ts has them. */
import type { z } from "zod";
import { type CosmosChain, type CosmosRecord, cosmosChains } from "../../schemas/cosmos/chains.ts";
import {
  cosmosDelegatorState,
  cosmosNetworkRewards,
  cosmosValidatorRewards,
  cosmosValidatorState,
} from "../../schemas/cosmos/records.ts";
import type { Endpoint } from "../endpoint.ts";
import { lowerCase, type SubjectLists, subjectEndpoints } from "../subjects.ts";
import { servedCosmos } from "./chain.ts";
import { cosmosEndpoint, type SubjectKind } from "./endpoint.ts";
import { explainedOf } from "./explain.ts";

type RecordDeclaration = {
  /** The heading is named after it. */
  group: "rewards" | "state";
  /** The kind of address in the path; none: the network's record. */
  subject?: SubjectKind;
  summary: string;
  row: z.ZodObject;
  /** Below sql/queries. */
  sql: string;
};

const records: Readonly<Record<CosmosRecord, RecordDeclaration>> = {
  validatorRewards: {
    group: "rewards",
    subject: "validator",
    summary: "Daily rewards of one validator",
    row: cosmosValidatorRewards,
    sql: "v1/cosmos/validator_rewards.sql",
  },
  networkRewards: {
    group: "rewards",
    summary: "Daily rewards of all validators",
    row: cosmosNetworkRewards,
    sql: "v1/cosmos/network_rewards.sql",
  },
  validatorState: {
    group: "state",
    subject: "validator",
    summary: "Stake and delegators of one validator at the end of each day",
    row: cosmosValidatorState,
    sql: "v1/cosmos/validator_state.sql",
  },
  delegatorState: {
    group: "state",
    subject: "delegator",
    summary: "Stake of one delegator with each of its validators at the end of each day",
    row: cosmosDelegatorState,
    sql: "v1/cosmos/delegator_state.sql",
  },
};

const capitalized = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** Its lists of subjects; delegators only where delegations are read. */
function subjectsOf(chain: CosmosChain): SubjectLists {
  const values = { tokenDecimals: chain.token.decimals };
  const delegator = { kind: "delegator", list: "subjects_delegator", summary: "summary_delegator", values };
  return {
    chain: servedCosmos(chain),
    name: chain.name,
    family: "cosmos",
    token: chain.token.symbol,
    kinds: [
      { kind: "validator", list: "subjects_validator", summary: "summary_validator", values },
      ...(chain.readsDelegations ? [delegator] : []),
    ],
    statuses: ["active", "inactive", "jailed", "exited"],
    toStored: lowerCase,
    note: "Rewards are gross: commission included. exited: not in the newest state any more.",
  };
}

export const cosmosEndpoints: readonly Endpoint[] = cosmosChains.flatMap((chain) => [
  ...(Object.entries(chain.paths) as [CosmosRecord, string][]).map(([record, path]) => {
    const { group, ...declared } = records[record];
    return cosmosEndpoint({
      ...declared,
      chain,
      path,
      operation: `${chain.id}${capitalized(record)}`,
      tag: `${chain.name} ${group} (v1)`,
    });
  }),
  ...subjectEndpoints(subjectsOf(chain)),
  ...explainedOf(chain),
]);
