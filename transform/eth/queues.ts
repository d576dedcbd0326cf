/** The activation, exit and withdrawal queues in the state of the last computed epoch. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import { type Calendar, epochSeconds, forkEpoch } from "../../schemas/eth/calendar.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { type EpochRow, loadEpochRows } from "./announcements.ts";
import { loadCalendar } from "./heights.ts";
import { churnLimits } from "./modelConstants.ts";
import { writeOverview } from "./overview.ts";
import { constant, type Spec } from "./rewards/rules.ts";
import { modelRevision } from "./version.ts";

const farFuture = 2n ** 64n - 1n;
/** The lowest bits once counted known facts, but corrected facts may be fewer. */
const queueVersion = { revision: 8, epoch: 32, counted_before: 24 } as const;

/**
 * Churn of an epoch: the larger of a minimum and a share of the active amount, in whole steps, capped: gwei since
 * Electra (get_activation_exit_churn_limit; since Gloas EIP-8061), validators before (get_validator_churn_limit; capped
 * since Deneb).
 */
function churnRule(spec: Spec, epoch: number): QueryParams {
  const isSince = (fork: "deneb" | "electra" | "gloas") => epoch >= forkEpoch(spec, fork);
  const limits = churnLimits(spec);
  if (!isSince("electra"))
    return {
      is_balance_churn: 0,
      churn_min: limits.churn_min,
      churn_max: isSince("deneb") ? limits.activation_max : farFuture,
      churn_quotient: limits.churn_quotient,
      churn_step: 1,
    };
  return {
    is_balance_churn: 1,
    churn_min: limits.churn_min_gwei,
    churn_max: isSince("gloas") ? limits.activation_max_gloas_gwei : limits.churn_max_gwei,
    churn_quotient: isSince("gloas") ? limits.churn_quotient_gloas : limits.churn_quotient,
    churn_step: limits.increment_gwei,
  };
}

function queueValues({ epoch, registry_epoch, spec }: EpochRow, calendar: Calendar): QueryParams {
  const balanceMax = constant(spec, "MAX_EFFECTIVE_BALANCE");
  const isElectra = epoch >= forkEpoch(spec, "electra");
  return {
    ...churnRule(spec, epoch),
    epoch,
    snapshot_epoch: registry_epoch,
    slots_per_epoch: calendar.slotsPerEpoch,
    last_slot: epoch * calendar.slotsPerEpoch,
    epoch_minutes: epochSeconds(calendar) / 60,
    far_future: farFuture,
    balance_max: balanceMax,
    compounding_balance_max: isElectra ? constant(spec, "MAX_EFFECTIVE_BALANCE_ELECTRA") : balanceMax,
  };
}

export type Queues = {
  /**
   * Recomputes the queues of a network, unless they are current, or their facts are gone.
   * @param newest the last epoch that was computed since
   */
  write(network: string, newest: number | undefined): Promise<void>;
};

export function createQueues(store: Store): Queues {
  /**
   * Checksum of exits by consolidation when this process last computed a network's queues; the next epoch recomputes
   * them anyway.
   */
  const merging = new Map<string, string>();

  return {
    write: async (network, newest) => {
      const [made] = await store.rows<{ epoch: number; version: string | null }>(
        internalSql("eth/queue_made"),
        { network },
      );
      if (made === undefined) return;
      const row = (await loadEpochRows(store, network, made.epoch, made.epoch)).get(made.epoch);
      if (row === undefined) return;
      const calendar = await loadCalendar(store, network);
      const values = { network, ...queueValues(row, calendar) };
      const [current] = await store.rows<{ checksum: string }>(internalSql("eth/merging_checksum"), values);
      const checksum = current?.checksum ?? "";
      const version = packVersion(queueVersion, {
        revision: modelRevision,
        epoch: made.epoch,
        counted_before: 0,
      });
      // They are computed from the registries since the last snapshot, which corrected facts may have changed.
      const isTouched = newest !== undefined && newest >= row.registry_epoch;
      if (BigInt(made.version ?? 0) === version && !isTouched && merging.get(network) === checksum) return;
      await runModels(store, loadModels("eth").get("queue") ?? [], { ...values, version });
      merging.set(network, checksum);
      await writeOverview(store, network);
    },
  };
}
