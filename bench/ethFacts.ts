/** Facts of two epochs of a network of mainnet's size, for benchmarks of the maths alone. */
import type {
  CanonicalBlock,
  EpochFacts,
  IncludedAttestation,
  Registry,
  SlotCommittees,
} from "../transform/eth/rewards/facts.ts";
import type { Spec } from "../transform/eth/rewards/rules.ts";

const slotsPerEpoch = 32;
const committeesPerSlot = 64;
const attestationsPerBlock = 8;

export const mainnetSpec: Spec = {
  CONFIG_NAME: "mainnet",
  SLOTS_PER_EPOCH: String(slotsPerEpoch),
  SECONDS_PER_SLOT: "12",
  EFFECTIVE_BALANCE_INCREMENT: "1000000000",
  MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000",
  BASE_REWARD_FACTOR: "64",
  MIN_EPOCHS_TO_INACTIVITY_PENALTY: "4",
  INACTIVITY_SCORE_BIAS: "4",
  INACTIVITY_SCORE_RECOVERY_RATE: "16",
  INACTIVITY_PENALTY_QUOTIENT_BELLATRIX: "16777216",
  MIN_SLASHING_PENALTY_QUOTIENT_ELECTRA: "4096",
  WHISTLEBLOWER_REWARD_QUOTIENT_ELECTRA: "4096",
  EPOCHS_PER_SLASHINGS_VECTOR: "8192",
  SYNC_COMMITTEE_SIZE: "512",
  PROPOSER_REWARD_QUOTIENT: "8",
  ALTAIR_FORK_EPOCH: "0",
  BELLATRIX_FORK_EPOCH: "0",
  CAPELLA_FORK_EPOCH: "0",
  DENEB_FORK_EPOCH: "0",
  ELECTRA_FORK_EPOCH: "0",
};

/** Mulberry32: reproducible and fast enough to fill millions of entries. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const rootOf = (slot: number) => `0x${slot.toString(16).padStart(64, "0")}`;

function shuffledCommittees(validators: number, random: () => number): SlotCommittees[] {
  const order = Uint32Array.from({ length: validators }, (_, i) => i);
  for (let i = validators - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  const perSlot = validators / slotsPerEpoch;
  return Array.from({ length: slotsPerEpoch }, (_, slot) => ({
    offsets: Uint32Array.from({ length: committeesPerSlot + 1 }, (__, c) =>
      Math.floor((c * perSlot) / committeesPerSlot),
    ),
    validators: order.subarray(slot * perSlot, (slot + 1) * perSlot),
  }));
}

/** Eight aggregates that cover all committees of the slot before; about 1.7 % of the members are absent. */
function attestations(
  slot: number,
  committees: SlotCommittees,
  epochStartSlot: number,
  random: () => number,
): IncludedAttestation[] {
  const each = committeesPerSlot / attestationsPerBlock;
  return Array.from({ length: attestationsPerBlock }, (_, a) => {
    const committeeIndices = Array.from({ length: each }, (__, c) => a * each + c);
    const bits = (committees.offsets[(a + 1) * each] as number) - (committees.offsets[a * each] as number);
    const bytes = Buffer.alloc(Math.floor(bits / 8) + 1, 0xff);
    bytes[bytes.length - 1] = (1 << (bits % 8)) | ((1 << (bits % 8)) - 1);
    for (let bit = 0; bit < bits; bit++)
      if (random() < 0.017) bytes[bit >> 3] = (bytes[bit >> 3] as number) & ~(1 << (bit & 7));
    return {
      slot,
      targetEpoch: Math.floor(slot / slotsPerEpoch),
      committeeIndices,
      aggregationBits: `0x${bytes.toString("hex")}`,
      beaconBlockRoot: random() < 0.02 ? rootOf(slot - 1) : rootOf(slot),
      targetRoot: rootOf(epochStartSlot),
      payloadIndex: 0,
    };
  });
}

/** Three epochs: `validators` has to be a multiple of 32 * 64. */
export function mainnetFacts(validators: number, seed: number): [EpochFacts, EpochFacts, EpochFacts] {
  const random = createRandom(seed);
  const registry: Registry = {
    size: validators,
    increments: Uint16Array.from({ length: validators }, () =>
      random() < 0.03 ? 32 + Math.floor(random() * 2016) : 32,
    ),
    isSlashed: new Uint8Array(validators),
    activationEpoch: new Float64Array(validators),
    exitEpoch: new Float64Array(validators).fill(2 ** 64),
    withdrawableEpoch: new Float64Array(validators).fill(2 ** 64),
  };
  const firstEpoch = 400_000;
  const committees = Array.from({ length: 3 }, () => shuffledCommittees(validators, random));
  const epochFacts = (e: number): EpochFacts => {
    const epoch = firstEpoch + e;
    const startSlot = epoch * slotsPerEpoch;
    const blocks = Array.from({ length: slotsPerEpoch }, (_, i): CanonicalBlock | undefined => {
      const slot = startSlot + i;
      const attested = slot - 1;
      const source = committees[attested < startSlot ? e - 1 : e]?.[attested % slotsPerEpoch];
      const attestedStart = Math.floor(attested / slotsPerEpoch) * slotsPerEpoch;
      return {
        slot,
        root: rootOf(slot),
        fork: "electra",
        proposerIndex: slot % validators,
        syncBits: `0x${"ff".repeat(64)}`,
        isPayloadPresent: true,
        attestations: source === undefined ? [] : attestations(attested, source, attestedStart, random),
        slashings: [],
      };
    });
    return {
      epoch,
      spec: mainnetSpec,
      fork: "electra",
      slotsPerEpoch,
      blocks,
      committees: committees[e] as SlotCommittees[],
      parentRoot: rootOf(startSlot - 1),
      syncCommittee: Uint32Array.from({ length: 512 }, (_, i) => i * 7),
      syncBalances: new Map(),
      finalizedEpochAfter: epoch - 1,
      registry,
    };
  };
  return [epochFacts(0), epochFacts(1), epochFacts(2)];
}
