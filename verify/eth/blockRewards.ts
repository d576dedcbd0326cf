/**
 * Rewards of blocks as beacon nodes compute them: /eth/v1/beacon/rewards/blocks and /eth/v1/beacon/rewards/sync_committee,
 * for a sample of an epoch's canonical blocks. Rules: consensus-specs v1.6.0, specs/altair/beacon-chain.md
 * (process_attestation, process_sync_aggregate) and specs/electra/beacon-chain.md (slash_validator).
 */
import pMap from "p-map";
import { z } from "zod";
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Figure, Kind, NodeFigures, ReadContext } from "../figure.ts";
import { explainValidator, rewardedSlots, slotOf, slotsOf } from "./sample.ts";

const callsAtOnce = 4;
const amount = z.union([z.number(), z.string()]).transform(String);

/** The figures of a sample of blocks. Before Altair the calls return no rewards. */
async function ofBlocks(
  context: ReadContext,
  read: (slot: number) => Promise<Figure[]>,
): Promise<NodeFigures> {
  const slots = await rewardedSlots(context);
  if (slots.length === 0)
    return {
      missing: "no canonical block of the epoch has known rewards; blocks before Altair have none",
    };
  const figures = await pMap(slots, read, { concurrency: callsAtOnce });
  return { figures: figures.flat() };
}

/** Slashings are compared as their sum. `total` is computed here if a node omits it. */
export function blockRewards({ client }: EthInfo): Kind {
  return {
    name: "block_rewards",
    title: "rewards of proposers",
    source: "GET /eth/v1/beacon/rewards/blocks/{slot}",
    read: (_epoch, context) =>
      ofBlocks(context, async (slot) => {
        const { proposer_index, total, attestations, sync_aggregate, ...rest } = await client.blockRewards(
          slot,
          context.signal,
        );
        const slashings = rest.proposer_slashings + rest.attester_slashings;
        const parts = {
          attestations,
          sync_aggregate,
          slashings,
          total: total ?? attestations + sync_aggregate + slashings,
        };
        return Object.entries(parts).map(([name, gwei]) => ({
          subject: String(proposer_index),
          item: `${name}_gwei at slot ${slot}`,
          value: String(gwei),
        }));
      }),
    own: {
      sql: "eth/verify_block_rewards",
      values: (_epoch, figures) => ({ slots: slotsOf(figures) }),
    },
    explain: explainValidator("proposal"),
    api: ({ item }) =>
      item.startsWith("total_gwei")
        ? {
            path: `/v0/eth/blocks/${slotOf(item)}`,
            pick: (body) => z.object({ consensusRewards: amount }).safeParse(body).data?.consensusRewards,
          }
        : undefined,
  };
}

const memberPage = z.object({ data: z.array(z.object({ validatorIndex: amount, reward: amount })) });

/** Some releases of Lighthouse list a member once for each of its seats, each time with its total. */
export function syncRewards({ client }: EthInfo): Kind {
  return {
    name: "sync_committee_rewards",
    title: "rewards of sync committee members",
    source: "POST /eth/v1/beacon/rewards/sync_committee/{slot}",
    read: (_epoch, context) =>
      ofBlocks(context, async (slot) => {
        const members = await client.syncRewards(slot, context.signal);
        const byMember = new Map(members.map(({ validator_index, reward }) => [validator_index, reward]));
        return [...byMember].map(([validator, gwei]) => ({
          subject: String(validator),
          item: `reward_gwei at slot ${slot}`,
          value: String(gwei),
        }));
      }),
    own: {
      sql: "eth/verify_sync_rewards",
      values: (_epoch, figures) => ({ slots: slotsOf(figures) }),
    },
    explain: explainValidator("sync_committee"),
    api: ({ subject, item }) => ({
      path: `/v0/eth/blocks/${slotOf(item)}/syncCommitteeRewards`,
      pick: (body) =>
        memberPage.safeParse(body).data?.data.find(({ validatorIndex }) => validatorIndex === subject)
          ?.reward,
    }),
  };
}
