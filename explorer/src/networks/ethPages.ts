/** Pages that only Ethereum has: slashings, queues, consolidations, blocks, and locations of nodes. */
import { count, date, height, id, minutes, share, text } from "../format/units.ts";
import { type NetworkPage, section, table, windows } from "./describe.ts";
import { gwei } from "./ethRecords.ts";

const newestFirst = { sortOrder: "desc", limit: "200" } as const;
const toValidator = "validators";

const slashings: NetworkPage = {
  path: "slashings",
  title: "Slashings",
  about: "Slashed validators and their penalties.",
  windows: [
    windows({
      title: "Slashings",
      path: "/v0/eth/slashings/overview",
      columns: [
        { field: "validatorsSlashed", label: "Validators slashed", unit: count },
        {
          field: "discreteSlashingEvents",
          label: "Events",
          unit: count,
          about: "Slashings of one entity on one day count as one",
        },
        { field: "largestSlashingIncident", label: "Largest event", unit: count },
        { field: "currentSlashingPenaltyGwei", label: "Penalty for 32 ETH now", unit: gwei },
        { field: "slashingSlotsRatio", label: "Slots with a slashing", unit: share },
        { field: "solosRatio", label: "Without pool or operator", unit: share },
        { field: "prosRatio", label: "With pool or operator", unit: share },
        { field: "slashingPenaltiesStakeRatio", label: "Penalties, of the stake", unit: share },
        { field: "slashingPenaltiesAllRewardsRatio", label: "Penalties, of rewards", unit: share },
      ],
    }),
  ],
  sections: [
    section({
      id: "months",
      title: "Slashings by month",
      about: "Months without slashings are omitted.",
      path: "/v0/eth/slashings/timeseries",
      paging: "whole",
      day: "month",
      columns: [
        { field: "month", label: "Month", unit: date },
        { field: "validatorsSlashed", label: "Validators slashed", unit: count },
      ],
      charts: [{ id: "slashed", title: "Validators slashed", shape: "bars", series: ["validatorsSlashed"] }],
      empty: "No slashings yet.",
    }),
  ],
  tables: [
    table({
      id: "slashings",
      title: "All slashings",
      about: "Newest first. The penalty grows until the balance is withdrawable.",
      path: "/v0/eth/slashings",
      query: { size: "100" },
      columns: [
        { field: "validatorIndex", label: "Validator", unit: height },
        { field: "validatorPubkey", label: "Public key", unit: id },
        { field: "slashingEpoch", label: "Epoch", unit: height },
        { field: "withdrawableEpoch", label: "Withdrawable epoch", unit: height },
        { field: "slashingPenalties", label: "Penalties", unit: gwei },
        { field: "balanceBeforeSlashing", label: "Balance before", unit: gwei },
        { field: "balanceBeforeWithdrawal", label: "Balance before withdrawal", unit: gwei },
      ],
      links: { validatorIndex: toValidator },
      empty: "No slashing in the stored history.",
    }),
    table({
      id: "slashed",
      title: "Slashed entities",
      path: "/v0/eth/slashings/leaderboard",
      query: { size: "100" },
      columns: [
        { field: "id", label: "Entity", unit: id },
        { field: "idType", label: "Type", unit: text },
        { field: "slashes", label: "Slashed", unit: count },
        { field: "medianSlashedMonth", label: "Median month", unit: text },
        { field: "validatorCount", label: "Active validators", unit: count },
      ],
      empty: "No slashed validator belongs to an entity.",
    }),
    table({
      id: "slashers",
      title: "Proposers of the evidence",
      path: "/v0/eth/slashings/leaderboard",
      query: { size: "100", slashingRole: "slasher" },
      columns: [
        { field: "id", label: "Entity", unit: id },
        { field: "idType", label: "Type", unit: text },
        { field: "slashes", label: "Slashings", unit: count },
        { field: "slasherPedigree", label: "Title", unit: text },
        { field: "medianSlashedMonth", label: "Median month", unit: text },
        { field: "validatorCount", label: "Active validators", unit: count },
      ],
      empty: "No block included evidence.",
    }),
    table({
      id: "cohorts",
      title: "By size of the pool or operator",
      path: "/v0/eth/slashings/cohortAnalysis",
      columns: [
        { field: "cohort", label: "Size", unit: text },
        { field: "lastSixMonths", label: "6 months", unit: count },
        { field: "pastYear", label: "1 year", unit: count },
        { field: "pastTwoYears", label: "2 years", unit: count },
        { field: "allTime", label: "All", unit: count },
      ],
      empty: "No data yet.",
    }),
  ],
};

const poolColumns = [
  { field: "pool", label: "Pool", unit: text },
  { field: "validatorCount", label: "Validators", unit: count },
  { field: "capacityFilled", label: "Share of the limit", unit: share },
  { field: "networkCapacityRemaining", label: "Remaining capacity", unit: share },
  { field: "churnLimit", label: "Limit", unit: count },
] as const;

const queues: NetworkPage = {
  path: "queues",
  title: "Queues",
  about:
    "Validators in the activation, exit and withdrawal queues, waiting times, and use of the chain's limits.",
  windows: [
    windows({
      title: "Waiting now",
      path: "/v0/eth/network/overview",
      columns: [
        { field: "activatingValidators", label: "Activating validators", unit: count },
        { field: "activatingStake", label: "Activating stake", unit: gwei },
        { field: "activationQueueMinutes", label: "Activation queue", unit: minutes },
        { field: "exitingValidators", label: "Exiting validators", unit: count },
        { field: "exitingStake", label: "Exiting stake", unit: gwei },
        { field: "exitQueueMinutes", label: "Exit queue", unit: minutes },
        { field: "totalWithdrawingValidators", label: "Withdrawing validators", unit: count },
        { field: "totalWithdrawingBalance", label: "Withdrawing balance", unit: gwei },
        { field: "withdrawalQueueMinutes", label: "Withdrawal delay", unit: minutes },
        { field: "withdrawalProcessingQueueMinutes", label: "Withdrawal queue", unit: minutes },
      ],
    }),
    windows({
      title: "Limits of the chain",
      path: "/v0/eth/network/capacity",
      columns: [
        { field: "activatedValidators", label: "Activated", unit: count },
        { field: "activationChurnLimit", label: "Activation limit", unit: count },
        { field: "activationCapacityFilled", label: "Activation limit used", unit: share },
        { field: "exitedValidators", label: "Exited", unit: count },
        { field: "exitChurnLimit", label: "Exit limit", unit: count },
        { field: "exitCapacityFilled", label: "Exit limit used", unit: share },
      ],
    }),
  ],
  tables: [
    table({
      id: "joined",
      title: "Activations by pool",
      path: "/v0/eth/network/capacity/pool",
      query: { stakeAction: "activation" },
      hasWindowParameter: true,
      columns: poolColumns,
      empty: "No validator of a pool was activated in this window.",
    }),
    table({
      id: "left",
      title: "Exits by pool",
      path: "/v0/eth/network/capacity/pool",
      query: { stakeAction: "exit" },
      hasWindowParameter: true,
      columns: poolColumns,
      empty: "No validator of a pool exited in this window.",
    }),
  ],
};

const consolidations: NetworkPage = {
  path: "consolidations",
  title: "Consolidations",
  about: "Validators that the chain merged into others.",
  windows: [
    windows({
      title: "Consolidations",
      path: "/v1/eth/consolidationCapacity",
      columns: [
        { field: "consolidatedValidators", label: "Validators", unit: count },
        { field: "consolidatedBalance", label: "Stake", unit: gwei },
        { field: "consolidationChurnLimit", label: "Limit of the chain", unit: gwei },
        { field: "consolidationCapacityFilled", label: "Share of the limit", unit: share },
        { field: "consolidatedPercentage", label: "Share of validators", unit: share },
      ],
    }),
  ],
  tables: [
    table({
      id: "each",
      title: "All consolidations",
      path: "/v1/eth/validators/consolidations",
      query: newestFirst,
      columns: [
        { field: "date", label: "Day", unit: date },
        { field: "sourceValidatorIndex", label: "Validator", unit: height },
        { field: "targetValidatorIndex", label: "Target", unit: height },
        { field: "consolidatedAmount", label: "Amount", unit: gwei },
        { field: "sourceEntity", label: "Entity", unit: id },
        { field: "targetEntity", label: "Target entity", unit: id },
        { field: "consolidationEpoch", label: "Epoch", unit: height },
        { field: "targetBalanceBeforeConsolidationEpoch", label: "Target balance before", unit: gwei },
        { field: "targetBalanceAtConsolidationEpoch", label: "Target balance after", unit: gwei },
        { field: "targetEffectiveBalanceAtConsolidationEpoch", label: "Effective balance after", unit: gwei },
      ],
      links: { sourceValidatorIndex: toValidator, targetValidatorIndex: toValidator },
      empty: "No consolidation in the stored history.",
    }),
    table({
      id: "entities",
      title: "By day and entity",
      path: "/v1/eth/entityConsolidations",
      query: newestFirst,
      columns: [
        { field: "date", label: "Day", unit: date },
        { field: "sourceEntity", label: "Entity", unit: id },
        { field: "sourceEntityType", label: "Type", unit: text },
        { field: "consolidatedValidators", label: "Validators", unit: count },
        { field: "consolidatedBalance", label: "Stake", unit: gwei },
      ],
      empty: "No consolidated validator belongs to an entity.",
    }),
  ],
};

const blocks: NetworkPage = {
  path: "blocks",
  title: "Blocks",
  about:
    "Every proposer duty, including missed and orphaned blocks, up to the last finalized and computed epoch.",
  tables: [
    table({
      id: "blocks",
      title: "Newest blocks",
      path: "/v0/eth/blocks",
      query: { size: "100" },
      columns: [
        { field: "consensusSlot", label: "Slot", unit: height },
        { field: "consensusProposerDuty", label: "Duty", unit: text },
        { field: "validatorIndex", label: "Validator", unit: height },
        { field: "totalRewards", label: "Rewards", unit: gwei },
        { field: "consensusRewards", label: "Consensus", unit: gwei },
        { field: "executionRewards", label: "Execution", unit: gwei },
        { field: "totalRewardsMissed", label: "Missed", unit: gwei },
        { field: "totalTransactions", label: "Transactions", unit: count },
        { field: "executionBlockNumber", label: "Execution block", unit: height },
        { field: "consensusBlockRoot", label: "Root", unit: id },
        { field: "executionBlockHash", label: "Hash", unit: id },
        { field: "feeRecipient", label: "Fee recipient", unit: id },
      ],
      links: { validatorIndex: toValidator },
      empty: "No epoch is computed yet.",
    }),
  ],
};

const peersEmpty = "No locations yet. Import them from a crawler with `p2p import`.";

const peers: NetworkPage = {
  path: "peers",
  title: "Peers",
  about: "Locations of validators' nodes, from a crawler import.",
  tables: [
    table({
      id: "countries",
      title: "Countries",
      path: "/v1/eth/geographicalDistributions",
      query: { limit: "200" },
      columns: [
        { field: "country", label: "Country", unit: text },
        { field: "validatorShare", label: "Share of validators", unit: share },
      ],
      empty: peersEmpty,
    }),
    table({
      id: "hosts",
      title: "Hosting providers",
      path: "/v1/eth/hostDistributions",
      query: { limit: "200" },
      columns: [
        { field: "hostingProvider", label: "Provider", unit: text },
        { field: "validatorShare", label: "Share of validators", unit: share },
      ],
      empty: peersEmpty,
    }),
  ],
};

export const ethereumPages: readonly NetworkPage[] = [slashings, queues, consolidations, blocks, peers];
