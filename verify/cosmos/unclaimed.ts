/**
 * Amounts that validators have not withdrawn: their change with a block is what the block's events say.
 * Cosmos SDK 0.53.5, x/distribution/keeper: AllocateTokensToValidator (allocation.go) adds the amount of `rewards` to the
 * outstanding rewards and that of `commission` to the commission; WithdrawValidatorCommission (keeper.go) takes whole coins
 * from both, and withdrawDelegationRewards (delegation.go) takes a delegator's rewards from the former. A validator that is
 * removed (hooks.go) leaves its amounts without an event: it is not compared at that block.
 */
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import type { Figure, Kind, NodeFigures, ReadContext } from "../figure.ts";
import { forEach } from "../refusals.ts";
import { fromAtto, toAtto } from "./amounts.ts";
import { orMissing, unclaimedAmounts, validatorsAround } from "./source.ts";

type Amount = "outstanding" | "commission";

export const explainPath = ({ chain }: CosmosInfo, validator: string, date: string, kind?: string) =>
  `/v1/${chain.id}/validators/${validator}/explain?date=${date}${kind === undefined ? "" : `&kind=${kind}`}`;

/** The change of an amount with a block, 10^-18 base units. */
export async function changeOf(
  info: CosmosInfo,
  amount: Amount,
  { validator, isNew, height }: { validator: string; isNew: boolean; height: number },
  signal: AbortSignal,
): Promise<bigint> {
  const read = unclaimedAmounts(info)[amount];
  const after = toAtto(await read(validator, height, signal));
  return isNew ? after : after - toAtto(await read(validator, height - 1, signal));
}

async function changes(
  info: CosmosInfo,
  amount: Amount,
  { item, height, without }: { item: string; height: number; without: ReadonlySet<string> },
  { signal }: Pick<ReadContext, "signal">,
): Promise<NodeFigures> {
  if (height <= 1) return { missing: "no block is before the first one" };
  return await orMissing(async () => {
    const validators = await validatorsAround(info, height, signal);
    return await forEach(
      validators.filter(({ validator }) => !without.has(validator)),
      async (one): Promise<Figure> => {
        const change = await changeOf(info, amount, { ...one, height }, signal);
        return { subject: one.validator, item, value: fromAtto(change) };
      },
    );
  });
}

const subjectsOf = (figures: readonly Figure[]) => figures.map(({ subject }) => subject);

/**
 * Outstanding rewards, to the 18th decimal. Withdrawals of a delegator's rewards move their fraction of a coin to the community
 * pool without an event, so validators with such a withdrawal in the block are left to `withdrawn_rewards`.
 */
export function outstandingRewards(info: CosmosInfo): Kind {
  const item = `outstanding_reward_change_${info.chain.denomination}`;
  return {
    name: "outstanding_rewards",
    title: "outstanding rewards",
    source: "GET /cosmos/distribution/v1beta1/validators/{validator}/outstanding_rewards",
    read: async (height, context) => {
      const withdrawals = await context.rows<{ validator: string }>("cosmos/verify_withdrawals");
      const without = new Set(withdrawals.map(({ validator }) => validator));
      return await changes(info, "outstanding", { item, height, without }, context);
    },
    own: {
      sql: "cosmos/verify_outstanding_rewards",
      values: (_height, figures) => ({ item, validators: subjectsOf(figures) }),
    },
    explain: ({ subject }, date) => explainPath(info, subject, date),
  };
}

/** Commission, to the 18th decimal: what a withdrawal does not take as whole coins stays. */
export function accumulatedCommission(info: CosmosInfo): Kind {
  const item = `accumulated_commission_change_${info.chain.denomination}`;
  return {
    name: "accumulated_commission",
    title: "accumulated commission",
    source: "GET /cosmos/distribution/v1beta1/validators/{validator}/commission",
    read: async (height, context) =>
      await changes(info, "commission", { item, height, without: new Set() }, context),
    own: {
      sql: "cosmos/verify_accumulated_commission",
      values: (_height, figures) => ({ item, validators: subjectsOf(figures) }),
    },
    explain: ({ subject }, date) => explainPath(info, subject, date, "commission"),
  };
}
