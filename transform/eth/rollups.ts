/**
 * Records built on computed epochs: proposals at once, days when they are due. A day is recomputed whole from its
 * epochs and replaced; a day with a hole is left as it is. The running day is rolled up again and again, so its
 * roll-ups may take at most a tenth of the time.
 */
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Day, daysOf, epochsPerDay, forkEpoch } from "../../schemas/eth/calendar.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelRevision } from "./epoch.ts";
import type { NetworkInfo } from "./networks.ts";
import { sourceDelayMax } from "./rewards/inclusions.ts";
import { constant } from "./rewards/rules.ts";

/** The running day's roll-up rests this many times as long as it took. */
const restFactor = 9;
const never = 0xffff_ffff;

type DirtyDay = { info: NetworkInfo; day: Day };
type Coverage = { from: number; to: number; count: number };

/** Bits of a day record's version: model revision, then epochs covered, then what was known of them. */
const epochsShift = 44n;
const revisionShift = 56n;

export type Rollups = {
  /** Writes the proposals that the epochs settle and rolls up what is due. */
  afterEpochs(info: NetworkInfo, epochs: readonly number[]): Promise<void>;
  /** Marks the days whose records cover other epochs than are computed: what a process left behind that was killed. */
  recover(info: NetworkInfo): Promise<void>;
  /** Rolls up what is dirty: all of it, or none while roll-ups rest. */
  settle(scope: "due" | "all"): Promise<void>;
};

export function createRollups({ store, log }: { store: Store; log: Logger }): Rollups {
  const models = loadModels("eth");
  const dirty = new Map<string, DirtyDay>();
  let restUntil = 0;

  const finiteEpoch = (epoch: number) => (Number.isFinite(epoch) ? epoch : never);

  function constants({ network, spec, calendar }: NetworkInfo) {
    const { slotsPerEpoch } = calendar;
    return {
      network,
      slots_per_epoch: slotsPerEpoch,
      source_delay_max: sourceDelayMax(slotsPerEpoch),
      altair_epoch: finiteEpoch(forkEpoch(spec, "altair")),
      deneb_epoch: finiteEpoch(forkEpoch(spec, "deneb")),
      electra_epoch: finiteEpoch(forkEpoch(spec, "electra")),
      gloas_epoch: finiteEpoch(forkEpoch(spec, "gloas")),
      slashing_window: Math.floor(constant(spec, "EPOCHS_PER_SLASHINGS_VECTOR") / 2),
      revision: modelRevision,
    };
  }

  /**
   * Version of a record on epochs from..to. Asked before the record is made: of two workers' records the one stays
   * that is made of more. Everything it counts only grows: scores carried on, proposals, rewards of proposals known.
   */
  async function versionOf(
    network: string,
    from: number,
    to: number,
    slotsPerEpoch: number,
  ): Promise<bigint> {
    const [row] = await store.rows<{ knowledge: string }>(
      `select
        (
          select sum(carried_score) from int_eth_epoch final
          where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
        ) + (
          select count() + count(attestation_reward_gwei) from fct_eth_proposal_slot final
          where network = {network:String}
            and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
        ) as knowledge`,
      { network, from, to, slots: slotsPerEpoch },
    );
    const known = BigInt(row?.knowledge ?? 0);
    const limit = 2n ** epochsShift - 1n;
    return (
      modelRevision * 2n ** revisionShift +
      BigInt(to - from + 1) * 2n ** epochsShift +
      (known < limit ? known : limit)
    );
  }

  /** Epochs from `from` on whose missed slots are worth what all blocks before them earned: theirs earned nothing. */
  async function epochsWithoutRewards(
    { network, calendar: { slotsPerEpoch } }: NetworkInfo,
    from: number,
  ): Promise<number[]> {
    const rows = await store.rows<{ epoch: number }>(
      `select epoch from fct_eth_proposal_slot final
      where network = {network:String} and slot >= {from:UInt32} * {slots:UInt32}
      group by epoch
      having sum(
        ifNull(attestation_reward_gwei, 0) + ifNull(sync_reward_gwei, 0) + ifNull(slashing_reward_gwei, 0)
      ) < greatest(countIf(status = 'proposed'), 1)
      order by epoch`,
      { network, from, slots: slotsPerEpoch },
    );
    return rows.map(({ epoch }) => epoch);
  }

  async function coverage(network: string, day: Day): Promise<Coverage> {
    const [row] = await store.rows<{ from_epoch: number; to_epoch: number; epochs: string }>(
      `select min(epoch) as from_epoch, max(epoch) as to_epoch, count() as epochs from int_eth_epoch final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}`,
      { network, from: day.firstEpoch, to: day.lastEpoch },
    );
    return { from: row?.from_epoch ?? 0, to: row?.to_epoch ?? 0, count: Number(row?.epochs ?? 0) };
  }

  async function reconcile(info: NetworkInfo, day: Day, values: ReturnType<typeof constants>): Promise<void> {
    const { network } = info;
    // A first snapshot needs the epoch before it computed, whose rewards are paid after it; a last one its own.
    const [row] = await store.rows<{ start_epoch: number; end_epoch: number; epochs: string }>(
      `with computed as (
        select epoch from int_eth_epoch final
        where network = {network:String} and epoch + 1 >= {from:UInt32} and epoch <= {to:UInt32}
      )
      select minIf(epoch, epoch = 0 or epoch - 1 in (computed)) as start_epoch, max(epoch) as end_epoch, uniqExact(epoch) as epochs
      from raw_eth_registry
      where network = {network:String} and is_snapshot = 1 and epoch between {from:UInt32} and {to:UInt32} and epoch in (computed)`,
      { network, from: day.firstEpoch, to: day.lastEpoch + 1 },
    );
    if (row === undefined || Number(row.epochs) < 2) return;
    const { start_epoch, end_epoch } = row;
    if (start_epoch >= end_epoch) return;
    const [computed] = await store.rows<{ epochs: string }>(
      `select count() as epochs from int_eth_epoch final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}`,
      { network, from: start_epoch, to: end_epoch },
    );
    if (Number(computed?.epochs) !== end_epoch - start_epoch + 1) return;
    await runModels(store, models.get("snapshot") ?? [], {
      ...values,
      version: await versionOf(network, start_epoch, end_epoch, info.calendar.slotsPerEpoch),
      day_type: day.dayType,
      day: day.day,
      start_epoch,
      end_epoch,
    });
  }

  async function recordDay(
    network: string,
    day: Day,
    covered: Coverage,
    isComplete: boolean,
    version: bigint,
  ): Promise<void> {
    const rows = createRows({
      network: "String",
      day_type: "String",
      day: "UInt32",
      date: "String",
      start_epoch: "UInt32",
      end_epoch: "UInt32",
      is_complete: "UInt8",
      version: "UInt64",
    } as const);
    rows.push({
      network,
      day_type: day.dayType,
      day: day.day,
      date: day.date,
      start_epoch: covered.from,
      end_epoch: covered.to,
      is_complete: isComplete ? 1 : 0,
      version,
    });
    await store.insert("int_eth_day", rows.columns());
  }

  async function rollUp({ info, day }: DirtyDay): Promise<void> {
    const { network } = info;
    const covered = await coverage(network, day);
    if (covered.count === 0) return;
    if (covered.count !== covered.to - covered.from + 1) {
      log.warn(
        { network, unit: "day", height: day.day, day_type: day.dayType, epochs: covered.count },
        "day has a hole: not rolled up",
      );
      return;
    }
    const isComplete = covered.from === day.firstEpoch && covered.to === day.lastEpoch;
    const rating = info.ratings.findLast((version) => version.from_epoch <= covered.from) ?? info.ratings[0];
    const values = constants(info);
    const version = await versionOf(network, covered.from, covered.to, info.calendar.slotsPerEpoch);
    await runModels(store, models.get("day") ?? [], {
      ...values,
      ...rating,
      version,
      day_type: day.dayType,
      day: day.day,
      date: day.date,
      from_epoch: covered.from,
      to_epoch: covered.to,
      is_complete: isComplete ? 1 : 0,
    });
    await reconcile(info, day, values);
    await recordDay(network, day, covered, isComplete, version);
    log.debug(
      { network, unit: "day", height: day.day, day_type: day.dayType, from: covered.from, to: covered.to },
      "day rolled up",
    );
  }

  async function run(isDue: (entry: DirtyDay) => boolean): Promise<void> {
    const started = performance.now();
    const due = [...dirty].filter(([, entry]) => isDue(entry));
    // One after the other: a roll-up uses every core by itself, and half a gigabyte at mainnet size.
    for (const [key, entry] of due) {
      dirty.delete(key);
      try {
        await rollUp(entry);
      } catch (error) {
        dirty.set(key, entry);
        throw error;
      }
    }
    if (due.length > 0) restUntil = performance.now() + restFactor * (performance.now() - started);
  }

  function markDirty(info: NetworkInfo, epoch: number): void {
    for (const day of daysOf(info.calendar, epoch))
      dirty.set(`${info.network}/${day.dayType}/${day.day}`, { info, day });
  }

  /** Writes the proposals of epochs from..to; their days are to be rolled up. */
  async function writeProposals(info: NetworkInfo, from: number, to: number): Promise<void> {
    await runModels(store, models.get("epoch") ?? [], {
      ...constants(info),
      from_epoch: from,
      to_epoch: to,
    });
    for (let epoch = from; epoch <= to; epoch++) markDirty(info, epoch);
  }

  return {
    afterEpochs: async (info, epochs) => {
      const from = Math.min(...epochs);
      // The following epoch's blocks include attestations of these.
      const to = Math.max(...epochs) + 1;
      await writeProposals(info, from, to);
      // One after the other, and whoever wrote them: these epochs' blocks may be among those that count.
      for (const epoch of await epochsWithoutRewards(info, from)) await writeProposals(info, epoch, epoch);
      // The day before may have waited for this one's first snapshot.
      if (from > 0) markDirty(info, from - 1);
      const newest = Math.max(...epochs);
      const isResting = performance.now() < restUntil;
      await run(
        ({ info: own, day }) => own.network === info.network && (day.lastEpoch <= newest || !isResting),
      );
    },
    recover: async (info) => {
      const { network, calendar } = info;
      const stale = await store.rows<{ from_epoch: number; to_epoch: number }>(
        `select computed.from_epoch as from_epoch, computed.to_epoch as to_epoch
        from (
          select
            intDiv(epoch, {epochsPerDay:UInt32}) as day,
            min(epoch) as from_epoch,
            max(epoch) as to_epoch,
            count() as epochs,
            sum(carried_score) as score
          from int_eth_epoch final
          where network = {network:String}
          group by day
        ) as computed
        left join (
          select
            intDiv(slot, {epochsPerDay:UInt32} * {slots:UInt32}) as day,
            count() + count(attestation_reward_gwei) as known
          from fct_eth_proposal_slot final
          where network = {network:String}
          group by day
        ) as proposed on proposed.day = computed.day
        left join (
          select day, bitAnd(version, {epochsUnit:UInt64} - 1) as known, end_epoch - start_epoch + 1 as epochs
          from int_eth_day final
          where network = {network:String} and day_type = 'chain'
        ) as covered on covered.day = computed.day
        where computed.epochs != covered.epochs
          or least(computed.score + proposed.known, {epochsUnit:UInt64} - 1) != covered.known`,
        {
          network,
          epochsPerDay: epochsPerDay(calendar),
          slots: calendar.slotsPerEpoch,
          epochsUnit: 2n ** epochsShift,
        },
      );
      for (const { from_epoch, to_epoch } of stale) {
        for (let epoch = from_epoch; epoch <= to_epoch; epoch++) markDirty(info, epoch);
      }
    },
    settle: async (scope) => {
      if (scope === "all" || performance.now() >= restUntil) await run(() => true);
    },
  };
}
