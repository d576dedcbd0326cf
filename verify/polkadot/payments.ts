/** Payments of claimed pages, account by account, by events. A point is the era that was active when they were paid. */
import type { StateAt } from "../../ingest/polkadot/api/chain.ts";
import type { Payout } from "../../ingest/polkadot/payoutEvents.ts";
import { readPayoutsOf } from "../../ingest/polkadot/payouts.ts";
import type { PolkadotInfo } from "../../ingest/polkadot/session.ts";
import { toSs58 } from "../../lib/ss58.ts";
import type { EraSource } from "../../schemas/polkadot/events.ts";
import { createChoices } from "../choices.ts";
import type { Figure, Kind, OwnFigure, ReadContext } from "../figure.ts";
import { addressPrefix, explainValidator, orMissing } from "./source.ts";

/** Each pays up to 512 nominators, and takes the events of a block. */
const pagesMax = 12;

type PaidPage = {
  era: number;
  validator: string;
  page: number;
  source: EraSource;
  block_hash: string;
  /** How the runtime that ended the era rounds. */
  is_floored: boolean;
  is_reduced: boolean;
};

/** Runtimes from which amounts are rounded down, and from which quotients are not reduced (sql/functions/vaPolkadotIs*.sql). */
const [flooredSince, wholeSince] = [2_003_000, 9_420];

/** Whether a block paid by the arithmetic of the runtime that ended the era: else its amounts differ in the last digit. */
function roundsAlike({ source, is_floored, is_reduced }: PaidPage, { runtime }: StateAt): boolean {
  const version = runtime.runtimeVersion.specVersion.toNumber();
  const isFloored = source === "asset_hub" && version >= flooredSince;
  return is_floored === isFloored && is_reduced === (source === "relay" && version < wholeSince);
}

const nameOf = ({ era, validator, page }: Pick<PaidPage, "era" | "validator" | "page">) =>
  `${era}/${validator}/${page}`;

/** Events of one account are added up. */
function toFigures({ era, account, page, rewards, incentive }: Payout): Figure[] {
  const validator = toSs58(addressPrefix, account);
  const item = (type: string) => `${type}_planck from ${validator} era ${era} page ${page}`;
  const sums = new Map<string, bigint>();
  for (const { account: stash, amount } of rewards) {
    const subject = toSs58(addressPrefix, stash);
    sums.set(subject, (sums.get(subject) ?? 0n) + amount);
  }
  return [
    ...[...sums].map(([subject, sum]) => ({ subject, item: item("reward"), value: String(sum) })),
    ...(incentive > 0n ? [{ subject: validator, item: item("incentive"), value: String(incentive) }] : []),
  ];
}

type Choice = { pages: string[]; unpaid: string[] };

/** Figures of the warehouse that the node lacks: accounts may decline payments, or be unable to receive them. */
async function unpaidOf(pages: string[], figures: readonly Figure[], { rows }: ReadContext) {
  const keyOf = ({ subject, item }: Figure) => `${subject}\n${item}`;
  const paid = new Set(figures.map(keyOf));
  const own = await rows<OwnFigure>("polkadot/verify_payments", { pages, unpaid: [] });
  return own.map(keyOf).filter((key) => !paid.has(key));
}

/**
 * `Rewarded` and `ValidatorIncentivePaid` of each staker, compared with its part of the earned rewards (polkadot-sdk,
 * pallet-staking and pallet-staking-async, do_payout_stakers_by_page). Pages paid by a runtime that rounds otherwise than
 * the one that ended the era are left out.
 */
export function payments({ eras }: PolkadotInfo): Kind {
  const choices = createChoices<Choice>({ pages: [], unpaid: [] });

  async function readPages(sample: readonly PaidPage[]): Promise<{ pages: string[]; figures: Figure[] }> {
    const pages: string[] = [];
    const figures: Figure[] = [];
    for (const hash of new Set(sample.map(({ block_hash }) => block_hash))) {
      const ofBlock = sample.filter(({ block_hash }) => block_hash === hash);
      for (const source of new Set(ofBlock.map((page) => page.source))) {
        const state = await eras.chainOf(source).at(hash);
        const wanted = ofBlock
          .filter((page) => page.source === source && roundsAlike(page, state))
          .map(nameOf);
        if (wanted.length === 0) continue;
        pages.push(...wanted);
        for (const payout of await readPayoutsOf(state)) {
          const validator = toSs58(addressPrefix, payout.account);
          if (wanted.includes(nameOf({ ...payout, validator }))) figures.push(...toFigures(payout));
        }
      }
    }
    return { pages, figures };
  }

  return {
    name: "payments",
    title: "payments of claimed pages to stakers",
    source: "System.Events: Staking.PayoutStarted, Rewarded and ValidatorIncentivePaid",
    read: (era, context) =>
      orMissing(async () => {
        const sample = await context.rows<PaidPage>("polkadot/verify_paid_pages", { size: pagesMax });
        if (sample.length === 0) return { missing: `the warehouse holds no payments made during era ${era}` };
        // Opens the chains that have the blocks.
        await eras.blocks(era, context.signal);
        const { pages, figures } = await readPages(sample);
        if (pages.length === 0)
          return { missing: `all payments during era ${era} were rounded otherwise than their eras` };
        choices.set(era, { pages, unpaid: await unpaidOf(pages, figures, context) });
        return figures;
      }),
    own: { sql: "polkadot/verify_payments", values: choices.of },
    explain: ({ item }, date) => explainValidator(item.split(" ")[2] ?? "", date),
  };
}
