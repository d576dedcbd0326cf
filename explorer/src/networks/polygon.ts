/** Polygon: signatures and proposals of checkpoints, and their rewards. */
import { amount, count, date, height, id, share, text } from "../format/units.ts";
import { type Column, facts, type Network, section, windows } from "./describe.ts";
import { reconciliation } from "./reconciliation.ts";

const pol = amount("POL");
const day = { field: "fromDate", label: "Day", unit: date } as const;

const rewards = [
  { field: "signingRewards", label: "Signing", unit: pol },
  { field: "proposerRewards", label: "Proposing", unit: pol },
  { field: "grossRewards", label: "Gross", unit: pol },
  { field: "netRewards", label: "Net", unit: pol },
  { field: "commissionRewards", label: "Commission", unit: pol },
  { field: "delegatorRewards", label: "Delegators", unit: pol },
  { field: "missedRewards", label: "Missed", unit: pol },
  { field: "priorityFees", label: "Priority fees", unit: pol },
] as const satisfies Column[];

const stakes = [
  { field: "totalStake", label: "Stake", unit: pol },
  { field: "selfStake", label: "Own stake", unit: pol },
  { field: "delegatedStake", label: "Delegated", unit: pol },
] as const satisfies Column[];

export const polygon: Network = {
  id: "polygon",
  name: "Polygon",
  symbol: "POL",
  about: "Checkpoints signed and proposed by validators, and rewards of validators and delegators.",
  headline: facts({
    title: "Network",
    path: "/v0/polygon/network/overview",
    columns: [
      { field: "validatorCount", label: "Validators", unit: count },
      { field: "totalStake", label: "Stake", unit: pol },
      { field: "checkpointSignerEffectiveness", label: "Signed", unit: share },
    ],
  }),
  windows: windows({
    title: "Network",
    path: "/v0/polygon/network/overview",
    columns: [
      { field: "validatorCount", label: "Validators", unit: count },
      { field: "delegatorCount", label: "Delegators", unit: count },
      ...stakes,
      { field: "checkpointCount", label: "Checkpoints", unit: count },
      { field: "checkpointSignerEffectiveness", label: "Signed", unit: share },
      { field: "totalRewards", label: "Rewards", unit: pol },
      { field: "delegatorRewards", label: "To delegators", unit: pol },
      { field: "commissionRewards", label: "Commission", unit: pol },
      { field: "emissionResidual", label: "Residual of emission", unit: pol },
      { field: "aprGross", label: "Return, gross", unit: share },
      { field: "delegatorApr", label: "Return of delegators", unit: share },
    ],
  }),
  sections: [],
  kinds: [
    {
      id: "validator",
      path: "validators",
      one: "Validator",
      many: "Validators",
      parameter: "validator_id",
      explain: "/v1/polygon/validators/{validator_id}/explain",
      listed: [
        "status",
        "stake",
        "commission",
        "effectiveness",
        "rewards",
        "missedDuties",
        "proposals",
        "lastDay",
      ],
      sorts: ["stake", "rewards", "effectiveness", "name", "id"],
      statuses: ["active", "pending", "exiting", "exited"],
      windows: windows({
        title: "Summary",
        path: "/v0/polygon/validators/{validator_id}/summary",
        hasWindowParameter: true,
        columns: [
          { field: "validatorName", label: "Name", unit: text },
          { field: "healthStatus", label: "Health", unit: text },
          { field: "effectiveness", label: "Effectiveness", unit: share },
          { field: "networkPenetration", label: "Share of the network", unit: share },
          { field: "totalStake", label: "Stake", unit: pol },
          { field: "commissionRate", label: "Commission rate", unit: share },
          { field: "delegatorCount", label: "Delegators", unit: count },
          { field: "grossRewards", label: "Rewards, gross", unit: pol },
          { field: "netRewards", label: "Rewards, net", unit: pol },
          { field: "missedRewards", label: "Missed", unit: pol },
          { field: "aprGross", label: "Return, gross", unit: share },
          { field: "aprNet", label: "Return, net", unit: share },
        ],
      }),
      sections: [
        section({
          id: "effectiveness",
          title: "Effectiveness and rewards",
          path: "/v0/polygon/validators/{validator_id}/effectiveness",
          paging: "v0",
          day: "fromDate",
          columns: [
            day,
            { field: "effectiveness", label: "Effectiveness", unit: share },
            { field: "checkpointSignerEffectiveness", label: "Signing", unit: share },
            { field: "checkpointProposerEffectiveness", label: "Proposing", unit: share },
            { field: "checkpointSigningDuties", label: "Checkpoints", unit: count },
            { field: "checkpointsSigned", label: "Signed", unit: count },
            { field: "checkpointProposalDuties", label: "To propose", unit: count },
            { field: "checkpointsProposed", label: "Proposed", unit: count },
            ...rewards,
            ...stakes,
            { field: "commissionRate", label: "Commission rate", unit: share },
            { field: "fromCheckpoint", label: "From checkpoint", unit: height },
            { field: "toCheckpoint", label: "To checkpoint", unit: height },
          ],
          charts: [
            {
              id: "effectiveness",
              title: "Effectiveness",
              shape: "line",
              series: ["effectiveness", "checkpointSignerEffectiveness", "checkpointProposerEffectiveness"],
              top: 100,
            },
            {
              id: "rewards",
              title: "Rewards",
              shape: "stack",
              series: ["signingRewards", "proposerRewards"],
            },
            { id: "missed", title: "Missed rewards", shape: "bars", series: ["missedRewards"] },
            {
              id: "signatures",
              title: "Checkpoints",
              shape: "bars",
              series: ["checkpointSigningDuties", "checkpointsSigned"],
            },
            { id: "stake", title: "Stake", shape: "stack", series: ["selfStake", "delegatedStake"] },
            {
              id: "proposals",
              title: "Proposals",
              shape: "bars",
              series: ["checkpointProposalDuties", "checkpointsProposed"],
            },
          ],
        }),
        reconciliation("/v1/polygon/validators/{validator_id}/reconciliation", pol),
      ],
    },
    {
      id: "delegator",
      path: "delegators",
      one: "Delegator",
      many: "Delegators",
      parameter: "delegator_address",
      listed: ["stake", "lastDay"],
      sorts: ["stake", "id"],
      windows: windows({
        title: "Summary",
        path: "/v0/polygon/delegators/{delegator_address}/summary",
        hasWindowParameter: true,
        columns: [
          { field: "totalDelegatorStake", label: "Stake", unit: pol },
          { field: "networkPenetration", label: "Share of the network", unit: share },
          { field: "aggregateEffectiveness", label: "Effectiveness", unit: share },
          { field: "blendedCommissionRate", label: "Commission rate", unit: share },
          { field: "totalGrossRewards", label: "Rewards, gross", unit: pol },
          { field: "totalNetRewards", label: "Rewards, net", unit: pol },
          { field: "totalCommissionPaid", label: "Commission paid", unit: pol },
          { field: "aprNet", label: "Return, net", unit: share },
        ],
      }),
      sections: [
        section({
          id: "rewards",
          title: "Rewards",
          about: "By the validator that holds the stake.",
          path: "/v0/polygon/delegators/{delegator_address}/rewards",
          paging: "v0",
          day: "fromDate",
          splitBy: "validatorId",
          columns: [
            day,
            { field: "validatorId", label: "Validator", unit: id },
            { field: "validatorName", label: "Name", unit: text },
            { field: "rewards", label: "Rewards", unit: pol },
            { field: "missedRewards", label: "Missed", unit: pol },
            { field: "delegatorStake", label: "Stake", unit: pol },
            { field: "fromCheckpoint", label: "From checkpoint", unit: height },
            { field: "toCheckpoint", label: "To checkpoint", unit: height },
          ],
          charts: [
            { id: "rewards", title: "Rewards by validator", shape: "stack", series: ["rewards"] },
            { id: "stake", title: "Stake by validator", shape: "stack", series: ["delegatorStake"] },
            { id: "missed", title: "Missed by validator", shape: "stack", series: ["missedRewards"] },
          ],
        }),
      ],
    },
  ],
};
