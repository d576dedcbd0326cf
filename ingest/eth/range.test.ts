import { describe, expect, it } from "vitest";
import { isDayStart } from "../../schemas/eth/calendar.ts";
import { checkBackfillRange, epochsNeeded, epochsOfDay, lastBackfillEpoch } from "./range.ts";
import { chainMismatch, describeChain, forkAt } from "./spec.ts";

const mainnet = describeChain(
  {
    CONFIG_NAME: "mainnet",
    SLOTS_PER_EPOCH: "32",
    SECONDS_PER_SLOT: "12",
    ALTAIR_FORK_EPOCH: "74240",
    ELECTRA_FORK_EPOCH: "364032",
    FULU_FORK_EPOCH: "411392",
    GLOAS_FORK_EPOCH: "18446744073709551615",
    BLOB_SCHEDULE: [{ EPOCH: "412672" }],
    MAX_REQUEST_BLOCKS: "1024",
  },
  { genesis_time: "1606824023", genesis_validators_root: `0x${"4b".repeat(32)}` },
);

describe("ranges", () => {
  it("need a neighbour on each side, clipped at genesis", () => {
    expect(epochsNeeded({ from: 10, to: 12 })).toEqual({ from: 9, to: 13 });
    expect(epochsNeeded({ from: 0, to: 0 })).toEqual({ from: 0, to: 1 });
  });

  it("end two epochs before the finalized one", () => {
    expect(lastBackfillEpoch(100)).toBe(98);
    expect(() => checkBackfillRange({ from: 90, to: 98 }, 100)).not.toThrow();
    expect(() => checkBackfillRange({ from: 90, to: 99 }, 100)).toThrow(/use --to 98/);
    expect(() => checkBackfillRange({ from: 0, to: 0 }, 1)).toThrow(/nothing can be backfilled yet/);
  });

  it("may be dates: an epoch belongs to the UTC day in which it starts", () => {
    // Genesis was at 12:00:23, so the first UTC day has 113 epochs (chain-sources.md 10.2).
    expect(epochsOfDay(mainnet, "2020-12-01")).toEqual({ from: 0, to: 112 });
    expect(epochsOfDay(mainnet, "2020-12-02")).toEqual({ from: 113, to: 337 });
    expect(() => epochsOfDay(mainnet, "2020-11-30")).toThrow(/no epoch/);
  });
});

describe("a chain's description", () => {
  it("has the clock, the forks and the constants of the maths", () => {
    expect(mainnet).toMatchObject({ network: "mainnet", epochsPerDay: 225, slotsPerEpoch: 32 });
    expect([0, 74_239, 74_240, 364_032, 500_000].map((epoch) => forkAt(mainnet, epoch))).toEqual([
      "phase0",
      "phase0",
      "altair",
      "electra",
      "fulu",
    ]);
    expect(mainnet.spec).toMatchObject({ ALTAIR_FORK_EPOCH: "74240", CONFIG_NAME: "mainnet" });
    expect(mainnet.spec.MAX_REQUEST_BLOCKS).toBeUndefined();
    expect([0, 1, 113, 114, 225, 338].map((epoch) => isDayStart(mainnet, epoch))).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  it("may come with milliseconds instead of seconds, and needs a name", () => {
    const genesis = { genesis_time: "1", genesis_validators_root: `0x${"00".repeat(32)}` };
    const spec = { CONFIG_NAME: "My Devnet!", SLOTS_PER_EPOCH: "8", SLOT_DURATION_MS: "6000" };
    expect(describeChain(spec, genesis)).toMatchObject({ network: "my-devnet-", secondsPerSlot: 6 });
    expect(describeChain(spec, genesis, "other").network).toBe("other");
    expect(() => describeChain({ ...spec, CONFIG_NAME: "" }, genesis)).toThrow(/ETH_NETWORK_NAME/);
    expect(() => describeChain({ ...spec, SLOTS_PER_EPOCH: "x" }, genesis)).toThrow(
      /no usable SLOTS_PER_EPOCH/,
    );
  });

  it("agrees with a node that doesn't know the latest fork yet", () => {
    const { FULU_FORK_EPOCH: _, ...older } = mainnet.constants;
    const genesis = { genesis_time: "1606824023", genesis_validators_root: mainnet.genesisValidatorsRoot };
    expect(chainMismatch(mainnet, describeChain(older, genesis))).toBeUndefined();
    expect(chainMismatch(mainnet, describeChain({ ...older, ALTAIR_FORK_EPOCH: "1" }, genesis))).toBe(
      "altair at epoch 1 instead of 74240",
    );
  });
});
