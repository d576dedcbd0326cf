/**
 * Stakes that last, as the node's state has them after its newest block. A point is the newest block of the warehouse.
 * AvalancheGo 1.14.2, vms/platformvm/service.go, getPrimaryOrSubnetValidators: delegations are listed for a single node only,
 * and are counted and summed for all. Stakes that only nodes reported, because they are older than the ingested blocks, are
 * left out: both sides would be the node's.
 */
import {
  type ReportedStaker,
  type ReportedValidator,
  readCurrentValidators,
} from "../../ingest/avalanche/api/reported.ts";
import type { Figure, Kind } from "../figure.ts";
import { forEach, newestHourly, orMissing, sampled } from "../refusals.ts";
import { type AvalancheSource, explainPath, touchedSince } from "./source.ts";

/** Validators of a point whose delegations are requested: each is a request. */
const delegationSample = 256;

const stakeFigures = (stake: ReportedStaker): Figure[] =>
  Object.entries({
    start_time_s: stake.startTime,
    end_time_s: stake.endTime,
    weight_navax: stake.weight,
    potential_reward_navax: stake.potentialReward ?? 0n,
  }).map(([item, value]) => ({ subject: stake.nodeID, item: `${item}/${stake.txID}`, value: String(value) }));

function validatorFigures(one: ReportedValidator): Figure[] {
  const own = {
    // Four digits of a percentage: exact to the millionth.
    delegation_fee_millionths: Math.round(Number(one.delegationFee) * 10_000),
    next_period_s: one.nextPeriod ?? 0n,
    restaked_reward_millionths: one.autoCompoundRewardShares ?? 0n,
    accrued_fee_navax: one.accruedDelegateeReward ?? 0n,
  };
  return [
    ...stakeFigures(one),
    ...Object.entries(own).map(([item, value]) => ({
      subject: one.nodeID,
      item: `${item}/${one.txID}`,
      value: String(value),
    })),
  ];
}

function delegationSums({ nodeID: subject, delegatorCount, delegatorWeight }: ReportedValidator): Figure[] {
  // Versions before 1.9 report neither.
  return Object.entries({ delegator_count: delegatorCount, delegator_weight_navax: delegatorWeight }).flatMap(
    ([item, value]) =>
      value === undefined || value === null ? [] : [{ subject, item, value: String(value) }],
  );
}

/** Parameters of the statement, known once the node has answered. */
type Sample = { left_out: string[]; sampled: string[]; has_sums: boolean };

export function currentStakes(source: AvalancheSource): Kind {
  const { client } = source;
  let sample: Sample = { left_out: [], sampled: [], has_sums: true };
  return {
    name: "current_stakes",
    title: "stakes that last",
    source: "platform.getCurrentValidators",
    pointsOf: newestHourly(),
    read: async (point, context) =>
      await orMissing(async () => {
        const { rows, signal } = context;
        const all = await readCurrentValidators(client, [], signal);
        const nodeIds = sampled(
          [...new Set(all.map(({ nodeID }) => nodeID))],
          String(point),
          delegationSample,
        );
        const alone = await forEach(nodeIds, (nodeId) => readCurrentValidators(client, [nodeId], signal));
        const touched = await touchedSince(source, point, context);
        if ("missing" in touched) return touched;
        const uncomputed = new Set(
          (await rows<{ tx_id: string }>("avalanche/verify_uncomputed_stakes")).map(({ tx_id }) => tx_id),
        );
        const counted = all.filter(({ nodeID }) => !touched.nodeIds.has(nodeID));
        sample = {
          left_out: [...touched.nodeIds],
          sampled: nodeIds,
          has_sums: all.some(({ delegatorCount }) => delegatorCount !== undefined && delegatorCount !== null),
        };
        const isComputed = ({ txID }: ReportedStaker) => !uncomputed.has(txID);
        const delegations = alone
          .flat()
          .filter(({ nodeID }) => !touched.nodeIds.has(nodeID))
          .flatMap(({ delegators }) => delegators ?? []);
        return [
          ...counted.filter(isComputed).flatMap(validatorFigures),
          ...counted.flatMap(delegationSums),
          ...delegations.filter(isComputed).flatMap(stakeFigures),
        ];
      }),
    own: {
      sql: "avalanche/verify_current_stakes",
      values: () => ({ ...sample, has_sums: Number(sample.has_sums) }),
    },
    explain: ({ subject }, date) => explainPath(subject, date, "stake"),
  };
}
