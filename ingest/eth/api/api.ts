/** The Beacon API's answers, as far as they are used: unknown fields are dropped, integers are decimal strings. */
import { z } from "zod";

/** A slot, epoch or index: a decimal string (some nodes: a bare number) that fits a double. */
export const count = z
  .union([z.string().regex(/^\d{1,15}$/), z.int().min(0)])
  .transform((value) => Number(value));
/** A 64-bit integer as canonical decimal text. */
export const uint64Text = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().min(0)])
  .transform((value) => (typeof value === "string" ? value.replace(/^0+(?=\d)/, "") : String(value)));
/** A 256-bit integer as canonical decimal text. */
export const uint256Text = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform((value) => value.replace(/^0+(?=\d)/, ""));
export const hexText = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((value) => value.toLowerCase());
export const rootText = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((value) => value.toLowerCase());

export const genesisAnswer = z.object({
  data: z.object({ genesis_time: uint64Text, genesis_validators_root: rootText }),
});
export const specAnswer = z.object({ data: z.record(z.string(), z.unknown()) });
export const syncingAnswer = z.object({
  data: z.object({
    sync_distance: count.default(0),
    is_syncing: z.boolean(),
    is_optimistic: z.boolean().optional(),
  }),
});

/** Some nodes write null for an empty list. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);

const header = z.object({
  root: rootText,
  canonical: z.boolean().default(true),
  header: z.object({
    message: z.object({ slot: count, proposer_index: count, parent_root: rootText, state_root: rootText }),
  }),
});
export const headerAnswer = z.object({ data: header });
export const headersAnswer = z.object({ data: list(header) });

export const apiCheckpoint = z.object({ epoch: count, root: rootText });
export const finalityAnswer = z.object({
  data: z.object({ finalized: apiCheckpoint, current_justified: apiCheckpoint.optional() }),
});

export const proposerDutiesAnswer = z.object({
  data: list(z.object({ validator_index: count, slot: count })),
});
export const lookaheadAnswer = z.object({ data: z.array(count) });
export const syncCommitteeAnswer = z.object({ data: z.object({ validators: z.array(count) }) });

export const balancesAnswer = z.object({ data: list(z.object({ index: count, balance: uint64Text })) });
export const pendingDepositsAnswer = z.object({
  data: list(z.object({ pubkey: hexText, amount: uint64Text })),
});
export const pendingConsolidationsAnswer = z.object({
  data: list(z.object({ source_index: count, target_index: count })).refine(
    (all) => new Set(all.map(({ source_index }) => source_index)).size === all.length,
    "a validator is consolidated twice",
  ),
});
export type PendingConsolidation = z.infer<typeof pendingConsolidationsAnswer>["data"][number];

const signed = z.union([z.string().regex(/^-?\d{1,19}$/), z.int()]).transform((value) => BigInt(value));
export const attestationRewardsAnswer = z.object({
  data: z.object({
    total_rewards: z.array(
      z.object({
        ...{ validator_index: count, head: signed, target: signed, source: signed },
        inactivity: signed.optional(),
      }),
    ),
  }),
});
export type AttestationReward = z.infer<typeof attestationRewardsAnswer>["data"]["total_rewards"][number];

export const blockRewardsAnswer = z.object({
  data: z.object({
    proposer_index: count,
    total: signed.optional(),
    attestations: signed,
    sync_aggregate: signed,
    proposer_slashings: signed,
    attester_slashings: signed,
  }),
});
export type BlockRewards = z.infer<typeof blockRewardsAnswer>["data"];
export const syncRewardsAnswer = z.object({
  data: z.array(z.object({ validator_index: count, reward: signed })),
});
export type SyncReward = z.infer<typeof syncRewardsAnswer>["data"][number];

export const attesterDutiesAnswer = z.object({
  data: list(
    z.object({
      ...{ pubkey: hexText, validator_index: count, slot: count },
      ...{ committee_index: count, committee_length: count, committees_at_slot: count },
      validator_committee_index: count,
    }),
  ),
});
export type AttesterDuty = z.infer<typeof attesterDutiesAnswer>["data"][number];
export const syncDutiesAnswer = z.object({
  data: list(
    z.object({ pubkey: hexText, validator_index: count, validator_sync_committee_indices: list(count) }),
  ),
});
export type SyncDuty = z.infer<typeof syncDutiesAnswer>["data"][number];
export const livenessAnswer = z.object({ data: list(z.object({ index: count, is_live: z.boolean() })) });
export const versionAnswer = z.object({ data: z.object({ version: z.string() }) });

/** Some nodes omit the record, or the address. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? "");
export const peersAnswer = z.object({
  data: list(
    z.object({
      peer_id: z.string().min(1).max(200),
      enr: optionalText,
      last_seen_p2p_address: optionalText,
      state: z.string(),
    }),
  ),
});
export type ApiPeer = z.infer<typeof peersAnswer>["data"][number];

export const headEvent = z.object({ slot: count, block: rootText });
export const reorgEvent = z.object({ new_head_block: rootText });
export const finalizedEvent = z.object({ epoch: count, block: rootText });
