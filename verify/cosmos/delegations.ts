/** Delegations at the end of days, on chains where the listener reads those of every validator. */
import { delegationCount, delegationsOf } from "../../ingest/cosmos/api/staking.ts";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import { readValidators } from "../../ingest/cosmos/state.ts";
import type { Figure, Kind } from "../figure.ts";
import { forEach } from "../refusals.ts";
import { apiNumber, atState, daysEndingIn, dayUnit, ofDay, recordOf } from "./days.ts";
import { sampleOf, sampleOfAll } from "./source.ts";
import { explainPath } from "./unclaimed.ts";

/** Delegators of a day, each of which is a request. */
const delegatorSample = 256;

/** Stakes of a sample of delegators, each read by its own query. */
export function delegations(info: CosmosInfo): Kind {
  const { chain, client } = info;
  const stakeItem = `stake_${chain.denomination}`;
  return {
    name: "delegations",
    title: "delegations of a sample of delegators",
    source: "cosmos.staking.v1beta1.Query/DelegatorDelegations",
    unit: dayUnit,
    pointsOf: (range, signal) => daysEndingIn(info, range, signal),
    read: async (day, context) =>
      await atState("delegation_height", day, context, async (height) => {
        const sample = await context.rows<{ delegator: string }>("cosmos/verify_delegators", {
          height,
          size: delegatorSample,
        });
        if (sample.length === 0) return { missing: `the warehouse has no delegations of block ${height}` };
        const lists = await forEach(sample, async ({ delegator }): Promise<Figure[]> => {
          const list = await delegationsOf(client, delegator, height, context.signal);
          return list.map(({ validator, amount }) => ({
            subject: delegator,
            item: `${stakeItem}/${validator}`,
            value: amount,
          }));
        });
        return lists.flat();
      }),
    own: {
      sql: "cosmos/verify_delegations",
      values: () => ({ stake_item: stakeItem, size: delegatorSample }),
    },
    api: (figure, day) => {
      const path = chain.paths.delegatorState?.replace(/\{\w+\}/, figure.subject);
      if (path === undefined) return undefined;
      const [, validator = ""] = figure.item.split("/");
      const scale = 10 ** chain.token.decimals;
      return {
        path: `/v1/${chain.id}/${path}?${ofDay(day)}&limit=200`,
        pick: (body) => apiNumber(recordOf(body, { validator })?.activeStake, figure, scale),
      };
    },
  };
}

/** Numbers of delegations, as the node counts them without listing them. */
export function delegatorCounts(info: CosmosInfo): Kind {
  const { chain, client } = info;
  return {
    name: "delegator_counts",
    title: "numbers of validators' delegators",
    source: "cosmos.staking.v1beta1.Query/ValidatorDelegations, pagination.count_total",
    unit: dayUnit,
    pointsOf: (range, signal) => daysEndingIn(info, range, signal),
    read: async (day, context) =>
      await atState("delegation_height", day, context, async (height) => {
        const all = await readValidators(info, height, context.signal);
        const sample = sampleOfAll(
          all.map(({ validator }) => validator),
          day,
        );
        return await forEach(sample, async (subject): Promise<Figure> => {
          const value = await delegationCount(client, subject, height, context.signal);
          return { subject, item: "delegator_count", value };
        });
      }),
    own: {
      sql: "cosmos/verify_delegator_counts",
      values: (_day, figures) => sampleOf(figures),
    },
    explain: ({ subject }, date) => explainPath(info, subject, date, "delegation"),
    api: (figure, day) => {
      const path = chain.paths.validatorState?.replace(/\{\w+\}/, figure.subject);
      if (path === undefined) return undefined;
      return {
        path: `/v1/${chain.id}/${path}?${ofDay(day)}`,
        pick: (body) => apiNumber(recordOf(body)?.totalDelegators, figure),
      };
    },
  };
}
