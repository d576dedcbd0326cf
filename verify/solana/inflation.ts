/** Inflation rewards as nodes look them up: getInflationReward. A point is the rewarded epoch. */
import { readPayouts } from "../../ingest/solana/api/voters.ts";
import type { SolanaInfo } from "../../ingest/solana/session.ts";
import { createChoices } from "../choices.ts";
import type { ApiFigure, Figure, Kind, NodeFigures, ReadContext } from "../figure.ts";
import { lackOfSlots, orMissing } from "./lacks.ts";

/** Vote accounts, and as many stake accounts: for each of the latter, a node reads another block. */
const sampleSize = 256;
const itemsAlways = ["reward_lamports", "post_balance_lamports", "effective_slot"];
const lamportsPerSol = 1e9;

type Payout = Awaited<ReturnType<typeof readPayouts>>[number];
/** The UTC day of the epoch's first payment is the same in all rows. */
type SampledAccount = { account: string; is_voter: boolean; day: string };

function toFigures({ account, payout }: Payout): Figure[] {
  const { amount, postBalance, effectiveSlot, commission, commissionBps } = payout;
  const values = {
    reward_lamports: amount,
    post_balance_lamports: postBalance,
    effective_slot: effectiveSlot,
    commission_percent: commission,
    commission_bps: commissionBps,
  };
  return Object.entries(values).flatMap(([item, value]) =>
    typeof value === "string" || typeof value === "number"
      ? [{ subject: account, item, value: String(value) }]
      : [],
  );
}

type ExplainedRow = { item: string; amount: number };

/** The payment in the explanation of the vote account's day: the API writes whole SOL. */
function explainedPayment({ subject, value }: Figure, epoch: number, day: string): ApiFigure {
  return {
    path: `/v1/solana/validators/${subject}/explain?date=${day}&kind=inflation_commission&limit=1000`,
    pick: (body) => {
      const { rows = [] } = body as { rows?: ExplainedRow[] };
      const row = rows.find(({ item }) => item.endsWith(`for epoch ${epoch}`));
      if (row === undefined) return undefined;
      return row.amount === Number(value) / lamportsPerSol
        ? value
        : String(Math.round(row.amount * lamportsPerSol));
    },
  };
}

/**
 * Amounts, balances, slots and commissions. Agave (rpc/src/rpc.rs, get_inflation_reward, 4.4) takes vote accounts from the
 * first block of the next epoch, and stake accounts from the block of their partition, which it derives from the hash of
 * the block before. The warehouse collects them from all blocks of that epoch.
 */
export function inflationRewards({ client, epochs }: SolanaInfo): Kind {
  /** The accounts that were requested. */
  const samples = createChoices<readonly SampledAccount[]>([]);

  async function read(epoch: number, { signal, rows }: ReadContext): Promise<NodeFigures> {
    const values = { size: sampleSize, paid_from: epochs.lastSlotOf(epoch) + 1 };
    const sample = await rows<SampledAccount>("solana/verify_reward_accounts", values);
    if (sample.length === 0)
      return { missing: `the warehouse holds no account with stake in epoch ${epoch}` };
    const accounts = sample.map(({ account }) => account);
    const payouts = await readPayouts(client.nodes, { epoch, accounts }, signal);
    const last = Math.max(values.paid_from, ...payouts.map(({ payout }) => payout.effectiveSlot));
    const missing = await lackOfSlots(rows, { from: values.paid_from, to: last });
    if (missing !== undefined) return { missing };
    samples.set(epoch, sample);
    return { figures: payouts.flatMap(toFigures) };
  }

  return {
    name: "inflation_rewards",
    title: "inflation rewards",
    source: "getInflationReward",
    unit: "epoch",
    pointsOf: async ({ from, to }) =>
      epochs
        .rangesOf(from, to)
        .flatMap(({ epoch, first_slot }) => (first_slot >= from && epoch > 0 ? [epoch - 1] : [])),
    read: (epoch, context) => orMissing(() => read(epoch, context)),
    own: {
      sql: "solana/verify_inflation_rewards",
      values: (epoch, figures) => ({
        accounts: samples.of(epoch).map(({ account }) => account),
        items: [...new Set([...itemsAlways, ...figures.map(({ item }) => item)])],
        paid_from: epochs.lastSlotOf(epoch) + 1,
        paid_to: epochs.lastSlotOf(epoch + 1),
      }),
    },
    explain: ({ subject }, date) =>
      `/v1/solana/validators/${subject}/explain?date=${date}&kind=inflation_commission`,
    api: (figure, epoch) => {
      if (figure.item !== "reward_lamports" || figure.value === "0") return undefined;
      const own = samples.of(epoch).find(({ account }) => account === figure.subject);
      return own?.is_voter ? explainedPayment(figure, epoch, own.day) : undefined;
    },
  };
}
