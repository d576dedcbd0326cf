/**
 * Stakes just before a checkpoint, as StakeManager has them, and delegations after its block. 0xPolygon/pos-contracts ff11f0e:
 * StakeManager.validators, currentValidatorSetTotalStake, currentValidatorSetSize; ValidatorShare.getTotalStake.
 */
import type { Figure, Kind } from "../figure.ts";
import { atCheckpoint, explainPath, ofChain, type PolygonSource } from "./source.ts";

/** Delegations of a point, each of which is a call. */
const delegationSample = 256;
const polDecimals = 18;

/** Wei as the double that an amount in POL is parsed to. */
function polOf(wei: string): number {
  const digits = wei.padStart(polDecimals + 1, "0");
  return Number(`${digits.slice(0, -polDecimals)}.${digits.slice(-polDecimals)}`);
}

/** Fields of the API by item. */
const apiFields: Readonly<Record<string, string>> = {
  self_stake_wei: "selfStake",
  delegated_stake_wei: "delegatedStake",
};

export function stakes({ root }: PolygonSource): Kind {
  return {
    name: "stakes",
    title: "stakes and commissions of validators",
    source: "StakeManager.validators",
    read: (_checkpoint, context) =>
      atCheckpoint(context, async ({ block_number, validators, touched }) => {
        const ids = validators.filter((id) => !touched.includes(id));
        const calls = ids.map((id) => ({ to: root.stakeManager, name: "validators", args: [id] }));
        const states = await root.views(calls, block_number - 1, context.signal);
        return ids.flatMap((id, place): Figure[] => {
          const state = states[place] ?? [];
          const items = {
            self_stake_wei: state[0],
            delegated_stake_wei: state[11],
            commission_percent: state[8],
          };
          return Object.entries(items).map(([item, value]) => ({
            subject: String(id),
            item,
            value: String(value),
          }));
        });
      }),
    own: { sql: "polygon/verify_stakes" },
    explain: (figure, date) => explainPath(figure, date, "stake"),
    api: ({ subject, item, value }, checkpoint) => {
      const field = apiFields[item];
      if (field === undefined) return undefined;
      const range = `granularity=checkpoint&from=${checkpoint}&size=1`;
      return {
        path: `/v0/polygon/validators/${subject}/effectiveness?${range}`,
        pick: (body) => {
          const [record] = (body as { data: Record<string, unknown>[] }).data;
          if (record === undefined) return undefined;
          return Number(record[field]) === polOf(value) ? value : String(record[field]);
        },
      };
    },
  };
}

export function totalStake({ root }: PolygonSource): Kind {
  return {
    name: "total_stake",
    title: "stake and number of active validators",
    source: "StakeManager.currentValidatorSetTotalStake",
    read: (_checkpoint, context) =>
      atCheckpoint(context, async ({ block_number, touched }) => {
        if (touched.length > 0) return { missing: "stakes change in the block of the checkpoint, too" };
        const names = ["currentValidatorSetTotalStake", "currentValidatorSetSize"];
        const calls = names.map((name) => ({ to: root.stakeManager, name }));
        const [[stake] = [], [count] = []] = await root.views(calls, block_number - 1, context.signal);
        return ofChain({ total_stake_wei: stake, validator_count: count });
      }),
    own: { sql: "polygon/verify_total_stake" },
  };
}

type Delegation = { account: string; validator: number; contract: string };

export function delegations({ root }: PolygonSource): Kind {
  return {
    name: "delegations",
    title: "stakes of a sample of delegators",
    source: "ValidatorShare.getTotalStake",
    read: (_checkpoint, context) =>
      atCheckpoint(context, async ({ block_number }) => {
        const sample = await context.rows<Delegation>("polygon/verify_delegators", {
          size: delegationSample,
        });
        const calls = sample.map(({ account, contract }) => ({
          ...{ to: contract, name: "getTotalStake", args: [account] },
        }));
        const answers = await root.views(calls, block_number, context.signal);
        return sample.map(({ account, validator }, place) => ({
          subject: account,
          item: `stake_wei/${validator}`,
          value: String(answers[place]?.[0]),
        }));
      }),
    own: { sql: "polygon/verify_delegations", values: () => ({ size: delegationSample }) },
  };
}
