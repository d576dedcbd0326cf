import { describe, expect, it } from "vitest";
import { type Calendar, daysOf, forkAt, forkEpoch, forkSchedule } from "./calendar.ts";

const mainnet: Calendar = {
  network: "mainnet",
  genesisTime: 1_606_824_023,
  slotsPerEpoch: 32,
  secondsPerSlot: 12,
};

describe("days of mainnet", () => {
  it("has chain days of 225 epochs, labelled with the date of their last slot", () => {
    expect(daysOf(mainnet, 0)[0]).toEqual({
      dayType: "chain",
      day: 0,
      date: "2020-12-02",
      firstEpoch: 0,
      lastEpoch: 224,
    });
    expect(daysOf(mainnet, 180_675)[0]).toMatchObject({ day: 803, firstEpoch: 180_675, lastEpoch: 180_899 });
    expect(daysOf(mainnet, 263_474)[0]).toMatchObject({ day: 1170, firstEpoch: 263_250 });
    // Days that end at midnight are over before it.
    expect(daysOf({ ...mainnet, genesisTime: 1_606_780_800 }, 225)[0]).toMatchObject({
      day: 1,
      date: "2020-12-02",
    });
  });

  it("has a UTC day 0 of 113 epochs and 225 in every later one", () => {
    expect(daysOf(mainnet, 112)[1]).toEqual({
      dayType: "utc",
      day: 0,
      date: "2020-12-01",
      firstEpoch: 0,
      lastEpoch: 112,
    });
    expect(daysOf(mainnet, 113)[1]).toEqual({
      dayType: "utc",
      day: 1,
      date: "2020-12-02",
      firstEpoch: 113,
      lastEpoch: 337,
    });
    expect(daysOf(mainnet, 337)[1]?.day).toBe(1);
    expect(daysOf(mainnet, 338)[1]?.day).toBe(2);
  });

  it("puts every epoch into exactly one day of each kind", () => {
    for (const index of [0, 1]) {
      let expected = 0;
      for (let day = 0; day < 40; day++) {
        const day = daysOf(mainnet, expected)[index]!;
        expect(day.firstEpoch).toBe(expected);
        expect(daysOf(mainnet, day.lastEpoch)[index]).toEqual(day);
        expected = day.lastEpoch + 1;
      }
    }
  });
});

describe("forks", () => {
  const spec = {
    ALTAIR_FORK_EPOCH: "10",
    BELLATRIX_FORK_EPOCH: "20",
    CAPELLA_FORK_EPOCH: "20",
    DENEB_FORK_EPOCH: "18446744073709551615",
  };

  it("are in force from their epoch; far future and unknown are never", () => {
    const schedule = forkSchedule(spec);
    expect([0, 9, 10, 19, 20, 1_000_000].map((epoch) => forkAt(schedule, epoch))).toEqual([
      ...["phase0", "phase0", "altair", "altair", "capella", "capella"],
    ]);
    expect([forkEpoch(spec, "deneb"), forkEpoch(spec, "gloas")]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    expect(schedule.map(({ fork }) => fork)).toEqual(["phase0", "altair", "bellatrix", "capella"]);
  });

  it("with an epoch that is no number are not scheduled", () => {
    for (const epoch of ["", "-1", "soon", "1.5"])
      expect(forkEpoch({ ALTAIR_FORK_EPOCH: epoch }, "altair")).toBe(Number.POSITIVE_INFINITY);
  });
});
