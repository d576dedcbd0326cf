/**
 * Changes of balances in a node's states, compared with the sum of the rewards, penalties and transfers that the warehouse
 * attributes. Each state is that of an epoch's first slot with its block applied. consensus-specs v1.6.0: process_epoch
 * and process_block in specs/altair, specs/capella and specs/electra/beacon-chain.md.
 */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { EthChain } from "../../ingest/eth/spec.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import { forkEpoch } from "../../schemas/eth/calendar.ts";
import type { Kind, ReadContext } from "../figure.ts";
import { registryRows } from "./columns.ts";
import { explainValidator, validatorsOf } from "./sample.ts";

const sampleSize = 1024;

type Inputs = {
  computed_count: number;
  is_consolidation_known: number;
  are_queues_known: number;
  /** The last epoch up to this one whose queue of deposits was read; null without one. */
  queue_epoch: number | null;
  /** Epochs since then that the warehouse has. */
  queue_epoch_count: number;
};

/** Why the changes of an epoch cannot be stated; undefined if they can. */
function gapOf(epoch: number, { spec }: EthChain, inputs: Inputs | undefined): string | undefined {
  const electra = forkEpoch(spec, "electra");
  if (epoch < 1 || epoch < forkEpoch(spec, "altair"))
    return "before Altair, the warehouse does not know the rewards of proposers";
  if (epoch + 1 >= forkEpoch(spec, "gloas"))
    return "since Gloas, a block deducts withdrawals even if its payload, which lists them, is withheld";
  if (epoch < electra && epoch + 1 >= electra)
    return "the upgrade to Electra moves balances that no block lists";
  if (inputs === undefined || inputs.computed_count < 3)
    return `epochs ${epoch - 1} to ${epoch + 1} are not all computed`;
  if (epoch < electra) return undefined;
  if (inputs.is_consolidation_known === 0)
    return `no node returned the consolidations at the start of epoch ${epoch + 1}`;
  if (inputs.are_queues_known === 1) return undefined;
  const isGapless =
    inputs.queue_epoch !== null && inputs.queue_epoch_count === epoch - inputs.queue_epoch + 2;
  return isGapless ? undefined : "no node returned the queue of deposits of an earlier epoch";
}

function constantsOf({ spec, slotsPerEpoch }: EthChain): QueryParams {
  return {
    slots_per_epoch: slotsPerEpoch,
    electra_epoch: Math.min(forkEpoch(spec, "electra"), 0xffff_ffff),
    slashing_window: Number(spec.EPOCHS_PER_SLASHINGS_VECTOR ?? 8192) / 2,
  };
}

/** Whether penalties of an inactivity leak before the warehouse's history may be missing in an epoch. */
async function areScoresKnown({ rows }: ReadContext, { spec }: EthChain, epoch: number): Promise<boolean> {
  const [row] = await rows<{ is_unknown: number }>("eth/unknown_scores", {
    epoch,
    altair_epoch: Math.min(forkEpoch(spec, "altair"), 0xffff_ffff),
    leak_after: Number(spec.MIN_EPOCHS_TO_INACTIVITY_PENALTY ?? 4),
    score_bias: Number(spec.INACTIVITY_SCORE_BIAS ?? 4),
    score_recovery: Number(spec.INACTIVITY_SCORE_RECOVERY_RATE ?? 16),
  });
  return row?.is_unknown !== 1;
}

export function balanceChanges({ client, chain }: EthInfo): Kind {
  async function balancesAt(epoch: number, ids: readonly string[], signal: AbortSignal) {
    const batches = await client.validatorsById(epoch * chain.slotsPerEpoch, ids, signal);
    return new Map(registryRows(batches).map(({ validator, balanceGwei }) => [validator, balanceGwei]));
  }
  return {
    name: "balance_changes",
    title: "changes of balances",
    source: "POST /eth/v1/beacon/states/{slot}/validators",
    read: async (epoch, context) => {
      const constants = constantsOf(chain);
      const [inputs] = await context.rows<Inputs>("eth/verify_balance_inputs");
      const gap = gapOf(epoch, chain, inputs);
      if (gap !== undefined) return { missing: gap };
      const sample = await context.rows<{ validator_index: number }>("eth/verify_balance_validators", {
        ...constants,
        queue_epoch: inputs?.queue_epoch ?? epoch,
        are_queues_known: inputs?.are_queues_known ?? 0,
        is_score_known: (await areScoresKnown(context, chain, epoch - 1)) ? 1 : 0,
        size: sampleSize,
      });
      const ids = sample.map(({ validator_index }) => String(validator_index));
      if (ids.length === 0) return { missing: "the changes of no validator's balance are known" };
      const before = await balancesAt(epoch, ids, context.signal);
      const after = await balancesAt(epoch + 1, ids, context.signal);
      return {
        figures: [...after].map(([validator, gwei]) => ({
          subject: String(validator),
          item: "balance_change_gwei",
          value: String(gwei - (before.get(validator) ?? 0n)),
        })),
      };
    },
    own: {
      sql: "eth/verify_balance_changes",
      values: (_epoch, figures) => ({ ...constantsOf(chain), validators: validatorsOf(figures) }),
    },
    explain: explainValidator(),
  };
}
