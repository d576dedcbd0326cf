/**
 * The API's answers about slashings, from a generated chain's truth, in plain loops. Chain days are one epoch each. Shares no
 * code with the product.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import { isoDate } from "./ethModelDay.ts";

export type Range = { from: number; to: number };

type Slashed = EthFixture["truth"]["slashings"][number] & { epoch: number };
type Entity = { idType: string; id: string };

const mainEth = 32_000_000_000n;

export function modelSlashings(chain: EthFixture, { from, to }: Range) {
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const slotSeconds = chain.constants.number("SECONDS_PER_SLOT");
  const timeOf = (slot: number) => chain.options.genesisTime + slot * slotSeconds;
  const atEnd = (epoch: number) => canonicalSnapshot(chain, (epoch + 1) * slots - 1);
  const registry = canonicalSnapshot(chain, (to + 1) * slots).validators;
  const { fork } = canonicalSnapshot(chain, to * slots);
  const slashed: Slashed[] = chain.truth.slashings
    .map((fact) => ({ ...fact, epoch: Math.floor(fact.slot / slots) }))
    .filter(({ epoch }) => epoch >= from && epoch <= to);

  const isActive = (validator: number) =>
    registry[validator]!.activationEpoch <= to && to < registry[validator]!.exitEpoch;

  function entityOf(validator: number, epoch: number): Entity {
    const { withdrawalCredentials: credentials } = atEnd(epoch).validators[validator]!;
    if (credentials.startsWith("0x00")) return { idType: "validator", id: String(validator) };
    return { idType: "withdrawalAddress", id: `0x${credentials.slice(26)}` };
  }

  function penaltyOf({ validator, epoch }: Slashed) {
    const { withdrawableEpoch } = registry[validator]!;
    const before = Number(canonicalSnapshot(chain, epoch * slots - 1).balances[validator]);
    const after = Number(atEnd(Math.min(withdrawableEpoch - 1, to)).balances[validator]);
    return {
      validatorIndex: validator,
      validatorPubkey: registry[validator]!.pubkey,
      slashingEpoch: epoch,
      withdrawableEpoch,
      balanceBeforeSlashing: before,
      balanceBeforeWithdrawal: after,
      slashingPenalties: before - after,
    };
  }

  /** Newest first. */
  const penalties = [...slashed]
    .sort((a, b) => b.slot - a.slot || a.validator - b.validator)
    .map((fact) => penaltyOf(fact));

  function stake() {
    const { validators } = canonicalSnapshot(chain, to * slots);
    const active = validators.filter(
      ({ activationEpoch, exitEpoch }) => activationEpoch <= to && to < exitEpoch,
    );
    return active.reduce((sum, { effectiveBalance }) => sum + effectiveBalance, 0n);
  }

  function currentPenalty(): number {
    const suffix = fork === "phase0" ? "" : `_${fork.toUpperCase()}`;
    const quotient = chain.constants.gwei(`MIN_SLASHING_PENALTY_QUOTIENT${suffix}`);
    let root = BigInt(Math.floor(Math.sqrt(Number(stake()))));
    while (root * root > stake()) root -= 1n;
    const perIncrement = (1_000_000_000n * 64n) / root;
    // (14 + 26) / 64 of the base reward of 32 increments, which is a quarter of that in phase0.
    const missed = (fork === "phase0" ? 5n : 20n) * perIncrement;
    return Number(mainEth / quotient + chain.constants.gwei("EPOCHS_PER_SLASHINGS_VECTOR") * missed);
  }

  function overview(timeWindow: string, days: number) {
    const first = Math.max(from, to - days + 1);
    const own = slashed.filter(({ epoch }) => epoch >= first);
    const events = new Map<string, number>();
    for (const { validator, epoch } of own) {
      const { idType, id } = entityOf(validator, epoch);
      const event = `${epoch}/${idType}/${id}`;
      events.set(event, (events.get(event) ?? 0) + 1);
    }
    const lost = own.reduce((sum, fact) => sum + penaltyOf(fact).slashingPenalties, 0);
    return {
      timeWindow,
      validatorsSlashed: own.length,
      discreteSlashingEvents: events.size,
      largestSlashingIncident: Math.max(0, ...events.values()),
      currentSlashingPenaltyGwei: currentPenalty(),
      slashingSlotsRatio: new Set(own.map(({ slot }) => slot)).size / ((to - first + 1) * slots),
      solosRatio: own.length === 0 ? null : 1,
      prosRatio: own.length === 0 ? null : 0,
      slashingPenaltiesAllRewardsRatio: null,
      slashingPenaltiesStakeRatio: lost / Number(stake()),
    };
  }

  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  function leaderboard(slashingRole: "slashed" | "slasher") {
    const leaders = new Map<string, { entity: Entity; slots: number[] }>();
    for (const { validator, proposer, epoch, slot } of slashed) {
      const entity = entityOf(slashingRole === "slashed" ? validator : proposer, epoch);
      const leader = leaders.get(`${entity.idType}/${entity.id}`) ?? { entity, slots: [] };
      leaders.set(`${entity.idType}/${entity.id}`, leader);
      leader.slots.push(slot);
    }
    const countOf = ({ idType, id }: Entity) =>
      registry.filter(
        (_, validator) =>
          isActive(validator) &&
          (idType === "validator" ? String(validator) === id : entityOf(validator, to).id === id),
      ).length;
    return [...leaders.values()]
      .map(({ entity, slots: all }) => {
        const median = [...all].sort((a, b) => a - b)[Math.floor((all.length - 1) / 2)] as number;
        const date = new Date(timeOf(median) * 1000);
        return {
          id: entity.id,
          idType: entity.idType,
          slashes: all.length,
          medianSlashedMonth: `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
          slasherPedigree: slashingRole === "slashed" ? "NA" : all.length <= 5 ? "Noob Saibot" : "Reptile",
          slashingRole,
          validatorCount: countOf(entity),
        };
      })
      .sort((a, b) => b.slashes - a.slashes || (a.id < b.id ? -1 : 1));
  }

  function timeSeries() {
    const byMonth = new Map<string, number>();
    for (const { slot } of slashed) {
      const month = `${isoDate(timeOf(slot)).slice(0, 7)}-01`;
      byMonth.set(month, (byMonth.get(month) ?? 0) + 1);
    }
    return [...byMonth].sort().map(([month, validatorsSlashed]) => ({ month, validatorsSlashed }));
  }

  const dateOf = (epoch: number) => isoDate(timeOf((epoch + 1) * slots - 1));
  return { slashed, penalties, overview, leaderboard, timeSeries, dateOf };
}

/** Net rewards by validator of a slot's sync aggregate, but for penalties that a balance could not pay. */
export function modelSyncRewards(chain: EthFixture, slot: number): Map<number, number> | undefined {
  const root = chain.canonicalRoots.get(slot);
  const aggregate = root === undefined ? undefined : chain.blocks.get(root)?.block.body.sync_aggregate;
  if (aggregate === undefined) return undefined;
  const bits = Buffer.from(aggregate.sync_committee_bits.slice(2), "hex");
  const seatReward = Number(chain.journal.syncSeatReward.get(slot));
  const rewards = new Map<number, number>();
  canonicalSnapshot(chain, slot).currentSyncCommittee.forEach((validator, seat) => {
    const isSigned = (((bits[seat >> 3] ?? 0) >> (seat & 7)) & 1) === 1;
    rewards.set(validator, (rewards.get(validator) ?? 0) + (isSigned ? seatReward : -seatReward));
  });
  return rewards;
}
