/** What only Ethereum has: slashings, queues to join and to leave, consolidations, blocks, and where its nodes are. */
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
          about: "Several of one entity and day are one",
        },
        { field: "largestSlashingIncident", label: "Largest event", unit: count },
        { field: "currentSlashingPenaltyGwei", label: "Penalty for 32 ETH now", unit: gwei },
        { field: "slashingSlotsRatio", label: "Slots with one", unit: share },
        { field: "solosRatio", label: "Of no pool or operator", unit: share },
        { field: "prosRatio", label: "Of a pool or operator", unit: share },
        { field: "slashingPenaltiesStakeRatio", label: "Penalties, of the stake", unit: share },
        { field: "slashingPenaltiesAllRewardsRatio", label: "Penalties, of rewards", unit: share },
      ],
    }),
  ],
  sections: [
    section({
      id: "months",
      title: "By month",
      about: "Months without any are left out.",
      path: "/v0/eth/slashings/timeseries",
      paging: "whole",
      day: "month",
      columns: [
        { field: "month", label: "Month", unit: date },
        { field: "validatorsSlashed", label: "Validators slashed", unit: count },
      ],
      charts: [{ id: "slashed", title: "Validators slashed", shape: "bars", series: ["validatorsSlashed"] }],
      empty: "No month has a slashing.",
    }),
  ],
  tables: [
    table({
      id: "slashings",
      title: "Each slashing",
      about: "The latest first. The penalty grows until the epoch from which the balance may be withdrawn.",
      path: "/v0/eth/slashings",
      query: { size: "100" },
      columns: [
        { field: "validatorIndex", label: "Validator", unit: height },
        { field: "validatorPubkey", label: "Public key", unit: id },
        { field: "slashingEpoch", label: "Epoch", unit: height },
        { field: "withdrawableEpoch", label: "Withdrawable epoch", unit: height },
        { field: "slashingPenalties", label: "Lost", unit: gwei },
        { field: "balanceBeforeSlashing", label: "Balance before", unit: gwei },
        { field: "balanceBeforeWithdrawal", label: "Balance since", unit: gwei },
      ],
      links: { validatorIndex: toValidator },
      empty: "No validator was slashed in the history that is here.",
    }),
    table({
      id: "slashed",
      title: "Who was slashed",
      path: "/v0/eth/slashings/leaderboard",
      query: { size: "100" },
      columns: [
        { field: "id", label: "Entity", unit: id },
        { field: "idType", label: "Type", unit: text },
        { field: "slashes", label: "Slashed", unit: count },
        { field: "medianSlashedMonth", label: "Median month", unit: text },
        { field: "validatorCount", label: "Active validators", unit: count },
      ],
      empty: "No entity's validator was slashed.",
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
      empty: "No block had evidence in it.",
    }),
    table({
      id: "cohorts",
      title: "By size of the pool or operator",
      path: "/v0/eth/slashings/cohortAnalysis",
      columns: [
        { field: "cohort", label: "Size", unit: text },
        { field: "lastSixMonths", label: "Half a year", unit: count },
        { field: "pastYear", label: "A year", unit: count },
        { field: "pastTwoYears", label: "Two years", unit: count },
        { field: "allTime", label: "All", unit: count },
      ],
      empty: "Nothing is computed yet.",
    }),
  ],
};

const poolColumns = [
  { field: "pool", label: "Pool", unit: text },
  { field: "validatorCount", label: "Validators", unit: count },
  { field: "capacityFilled", label: "Of the limit", unit: share },
  { field: "networkCapacityRemaining", label: "Left by all", unit: share },
  { field: "churnLimit", label: "Limit", unit: count },
] as const;

const queues: NetworkPage = {
  path: "queues",
  title: "Queues",
  about:
    "Who waits to join, to leave or to be paid out, for how long, and how much of what the chain allows was used.",
  windows: [
    windows({
      title: "Waiting now",
      path: "/v0/eth/network/overview",
      columns: [
        { field: "activatingValidators", label: "To join", unit: count },
        { field: "activatingStake", label: "Their stake", unit: gwei },
        { field: "activationQueueMinutes", label: "Time to join", unit: minutes },
        { field: "exitingValidators", label: "To leave", unit: count },
        { field: "exitingStake", label: "Their stake", unit: gwei },
        { field: "exitQueueMinutes", label: "Time to leave", unit: minutes },
        { field: "totalWithdrawingValidators", label: "To be paid out", unit: count },
        { field: "totalWithdrawingBalance", label: "Their balances", unit: gwei },
        { field: "withdrawalQueueMinutes", label: "Time to withdrawable", unit: minutes },
        { field: "withdrawalProcessingQueueMinutes", label: "Time to be paid", unit: minutes },
      ],
    }),
    windows({
      title: "Limits of the chain",
      path: "/v0/eth/network/capacity",
      columns: [
        { field: "activatedValidators", label: "Joined", unit: count },
        { field: "activationChurnLimit", label: "Could join", unit: count },
        { field: "activationCapacityFilled", label: "Used to join", unit: share },
        { field: "exitedValidators", label: "Left", unit: count },
        { field: "exitChurnLimit", label: "Could leave", unit: count },
        { field: "exitCapacityFilled", label: "Used to leave", unit: share },
      ],
    }),
  ],
  tables: [
    table({
      id: "joined",
      title: "Joined, by pool",
      path: "/v0/eth/network/capacity/pool",
      query: { stakeAction: "activation" },
      hasWindowParameter: true,
      columns: poolColumns,
      empty: "No validator of a pool joined in this window.",
    }),
    table({
      id: "left",
      title: "Left, by pool",
      path: "/v0/eth/network/capacity/pool",
      query: { stakeAction: "exit" },
      hasWindowParameter: true,
      columns: poolColumns,
      empty: "No validator of a pool left in this window.",
    }),
  ],
};

const consolidations: NetworkPage = {
  path: "consolidations",
  title: "Consolidations",
  about: "Validators that were merged into others, as the chain carried it out.",
  windows: [
    windows({
      title: "Consolidations",
      path: "/v1/eth/consolidationCapacity",
      columns: [
        { field: "consolidatedValidators", label: "Validators", unit: count },
        { field: "consolidatedBalance", label: "Stake", unit: gwei },
        { field: "consolidationChurnLimit", label: "The chain allowed", unit: gwei },
        { field: "consolidationCapacityFilled", label: "Of that", unit: share },
        { field: "consolidatedPercentage", label: "Of all validators", unit: share },
      ],
    }),
  ],
  tables: [
    table({
      id: "each",
      title: "Each consolidation",
      path: "/v1/eth/validators/consolidations",
      query: newestFirst,
      columns: [
        { field: "date", label: "Day", unit: date },
        { field: "sourceValidatorIndex", label: "Validator", unit: height },
        { field: "targetValidatorIndex", label: "Into", unit: height },
        { field: "consolidatedAmount", label: "Moved", unit: gwei },
        { field: "sourceEntity", label: "Entity", unit: id },
        { field: "targetEntity", label: "Entity of the target", unit: id },
        { field: "consolidationEpoch", label: "Epoch", unit: height },
        { field: "targetBalanceBeforeConsolidationEpoch", label: "Target before", unit: gwei },
        { field: "targetBalanceAtConsolidationEpoch", label: "Target after", unit: gwei },
        { field: "targetEffectiveBalanceAtConsolidationEpoch", label: "Effective after", unit: gwei },
      ],
      links: { sourceValidatorIndex: toValidator, targetValidatorIndex: toValidator },
      empty: "No validator was merged into another in the history that is here.",
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
      empty: "No entity's validator was merged into another.",
    }),
  ],
};

const blocks: NetworkPage = {
  path: "blocks",
  title: "Blocks",
  about:
    "Every slot with a duty, missed and orphaned ones too, up to the last epoch that is final and computed.",
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

const peersEmpty = "Where peers are, a crawl of them says, which `p2p import` reads.";

const peers: NetworkPage = {
  path: "peers",
  title: "Peers",
  about: "Where the nodes of validators are, as a crawl of the network saw them.",
  tables: [
    table({
      id: "countries",
      title: "Countries",
      path: "/v1/eth/geographicalDistributions",
      query: { limit: "200" },
      columns: [
        { field: "country", label: "Country", unit: text },
        { field: "validatorShare", label: "Of validators", unit: share },
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
        { field: "validatorShare", label: "Of validators", unit: share },
      ],
      empty: peersEmpty,
    }),
  ],
};

export const ethereumPages: readonly NetworkPage[] = [slashings, queues, consolidations, blocks, peers];
