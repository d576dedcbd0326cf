/**
 * From a generated node to day records in SQL: chains with events that are rare on a real one.
 * Fast counterpart: test/ethTruth.test.ts, test/ethApi.test.ts
 */
import { describe } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { roles } from "../fixtures/eth/scenario/registry.ts";
import { type EthDayCase, ethDaySuite } from "./support/ethDaySuite.ts";

/** Chain days of four epochs. */
const shortDays = { validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } } as const;

const cases: EthDayCase[] = [
  {
    name: "sync committee members whose balance is or comes to zero, and who pay no more than they have",
    chain: () => generateChain({ ...shortDays, seed: 43, startEpoch: 40, epochs: 9 }),
    holds: (days, { truth, journal }) => {
      const seatReward = (epoch: number) =>
        [...journal.syncSeatReward].find(([slot]) => Math.floor(slot / 8) === epoch)?.[1] ?? 1n;
      const has = (role: number, test: (missed: number, penalty: bigint, seat: bigint) => boolean) =>
        truth.dutyEpochs.some(
          ({ epoch, validator, syncMissed, syncPenalty }) =>
            epoch > 40 && validator === role && test(syncMissed, -syncPenalty, seatReward(epoch)),
        );
      return (
        days.length > 0 &&
        has(roles.withdrawnWithSyncSeat, (missed, penalty) => missed > 0 && penalty === 0n) &&
        has(roles.withdrawnWithSyncSeat, (missed, penalty, seat) => penalty === BigInt(missed) * seat) &&
        has(roles.drainedWithSyncSeat, (_, penalty, seat) => penalty % seat > 0n)
      );
    },
  },
  {
    name: "slashed validators without a duty, which pay until they are withdrawable; slashings in a first slot and in the epoch of activation",
    chain: () => generateChain({ ...shortDays, seed: 41, startEpoch: 40, epochs: 17 }),
    holds: (days, { truth }) =>
      days.some(({ duties, attestationPenalty }) => duties === 0 && attestationPenalty < 0) &&
      days.some(
        ({ validator, duties, slashesReceived }) =>
          validator === roles.exitsSoon && duties === 0 && slashesReceived === 1,
      ) &&
      truth.slashings.some(({ validator }) => validator === roles.exitsSoon) &&
      truth.slashings.some(({ validator, slot }) => validator === roles.exitRequest && slot % 8 === 0) &&
      truth.slashings.every(({ validator }) => validator !== roles.correlationPenalty) &&
      truth.dutyEpochs.some(
        ({ validator, epoch, hasDuty, targetReward }) =>
          validator === roles.activatesSoon && epoch === 41 && !hasDuty && targetReward < 0n,
      ),
  },
  {
    name: "Bellatrix before the merge, a node without the genesis block, and late targets that Deneb lets in",
    chain: () =>
      generateChain({
        ...shortDays,
        seed: 45,
        startEpoch: 0,
        epochs: 13,
        forks: { phase0: 0, altair: 1, bellatrix: 4, capella: 9, deneb: 9, electra: 9 },
        mergeEpoch: 7,
        knobs: { emptyPayloadRate: 0.3 },
      }),
    faults: { rules: [{ kind: "status", status: 404, path: /beacon\/(headers|blocks)\/0$/ }] },
    holds: (_, { truth }) =>
      truth.proposals.some(({ epoch, status }) => epoch >= 4 && epoch < 7 && status === "proposed") &&
      truth.proposals.some(({ epoch, isPayloadEmpty }) => epoch >= 7 && isPayloadEmpty) &&
      truth.dutyEpochs.some(({ epoch, inclusionDelay }) => epoch === 8 && inclusionDelay > 8),
  },
];

describe.each(cases)("$name", ethDaySuite);
