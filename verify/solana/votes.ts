/** Votes and their credits, as vote accounts hold them. Under Alpenglow, votes are not in blocks. */
import { readLandedVotes } from "../../ingest/solana/accounts/landedVotes.ts";
import { readVoteAccounts } from "../../ingest/solana/api/voters.ts";
import type { SolanaInfo } from "../../ingest/solana/session.ts";
import { runSlots } from "../../schemas/solana/slots.ts";
import type { Figure, Kind, NodeFigures, ReadContext } from "../figure.ts";
import { lackOfSlots, orMissing } from "./lacks.ts";

/** Vote accounts, of 31 votes each. */
const sampleSize = 64;
const latencyItem = "latency_of_vote_for_slot_";
const votedSlot = ({ item }: Figure) => Number(item.slice(latencyItem.length));

/**
 * Latencies of the votes that vote accounts hold now, which determine their credits (SIMD-0033; Agave:
 * credits_for_vote_at_index). A point is the last slot of the range: votes that landed up to it are compared.
 */
export function voteLatencies({ client }: SolanaInfo): Kind {
  async function read(to: number, { signal, rows }: ReadContext): Promise<NodeFigures> {
    const sample = await rows<{ vote_account: string }>("solana/verify_voters", { size: sampleSize });
    const accounts = sample.map(({ vote_account }) => vote_account);
    const held = await readLandedVotes(client.nodes, accounts, signal);
    // A vote of latency 0 landed before latencies were kept, or stands for a certificate.
    const figures = [...held].flatMap(([subject, votes]) =>
      votes.flatMap(({ slot, latency }) =>
        latency > 0 && slot + latency <= to
          ? [{ subject, item: `${latencyItem}${slot}`, value: String(latency) }]
          : [],
      ),
    );
    if (figures.length === 0)
      return {
        missing: `no vote account holds a vote with its latency that landed up to slot ${to}; under Alpenglow there are none`,
      };
    const from = figures.reduce((first, figure) => Math.min(first, votedSlot(figure)), to);
    const missing = await lackOfSlots(rows, { from: from + 1, to }, true);
    return missing === undefined ? { figures } : { missing };
  }

  return {
    name: "vote_latency",
    title: "latencies of votes",
    source: "getMultipleAccounts, vote accounts",
    unit: "slot",
    pointsOf: async ({ to }) => [to],
    read: (to, context) => orMissing(() => read(to, context)),
    own: {
      sql: "solana/verify_vote_latencies",
      values: (_to, figures) => ({
        accounts: figures.map(({ subject }) => subject),
        slots: figures.map(votedSlot),
        run_slots: runSlots,
      }),
    },
    explain: ({ subject }, date) => `/v1/solana/validators/${subject}/explain?date=${date}&kind=vote`,
  };
}

/**
 * Credits of an epoch, which must not exceed those of the votes in its blocks. An account earns the credits of a vote when
 * the vote is rooted, and none if its lockout expires before; blocks as stored don't show which ones expire. So the figure
 * of the warehouse is the node's, or the most that votes explain: a vote that was not counted is a difference.
 */
export function voteCredits({ client, epochs }: SolanaInfo): Kind {
  async function read(epoch: number, { signal, rows }: ReadContext): Promise<NodeFigures> {
    const bounds = await rows<{ vote_account: string }>("solana/verify_credit_accounts");
    if (bounds.length === 0)
      return {
        missing: `the warehouse does not hold all votes for blocks of epoch ${epoch}, or it was under Alpenglow`,
      };
    const known = new Set(bounds.map(({ vote_account }) => vote_account));
    const accounts = await readVoteAccounts(client.nodes, signal);
    const figures = accounts.flatMap(({ votePubkey, epochCredits }) => {
      const row = epochCredits.find(([rowEpoch]) => rowEpoch === BigInt(epoch));
      if (row === undefined || !known.has(votePubkey)) return [];
      return [{ subject: votePubkey, item: "vote_credits", value: String(row[1] - row[2]) }];
    });
    if (figures.length === 0) return { missing: `vote accounts no longer list credits of epoch ${epoch}` };
    return { figures };
  }

  return {
    name: "vote_credits",
    title: "vote credits, at most those of the votes",
    source: "getVoteAccounts, epochCredits",
    unit: "epoch",
    pointsOf: async ({ from, to }) =>
      epochs.rangesOf(from, to).flatMap(({ epoch, last_slot }) => (last_slot < to ? [epoch] : [])),
    read: (epoch, context) => orMissing(() => read(epoch, context)),
    own: {
      sql: "solana/verify_vote_credits",
      values: (epoch, figures) => ({
        accounts: figures.map(({ subject }) => subject),
        credits: figures.map(({ value }) => value),
        epoch_to: epochs.lastSlotOf(epoch),
      }),
    },
    explain: ({ subject }, date) => `/v1/solana/validators/${subject}/explain?date=${date}&kind=vote`,
  };
}
