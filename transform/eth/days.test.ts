import { describe, expect, it } from "vitest";
import { calendarOf, daysOf } from "./days.ts";

const mainnet = calendarOf(1_606_824_023, { SECONDS_PER_SLOT: "12", SLOTS_PER_EPOCH: "32" });

describe("days of mainnet", () => {
  it("has chain days of 225 epochs, labelled with the date in which they end", () => {
    expect(daysOf(mainnet, 0)[0]).toEqual({
      dayType: "chain",
      day: 0,
      date: "2020-12-02",
      firstEpoch: 0,
      lastEpoch: 224,
    });
    expect(daysOf(mainnet, 180_675)[0]).toMatchObject({ day: 803, firstEpoch: 180_675, lastEpoch: 180_899 });
    expect(daysOf(mainnet, 263_474)[0]).toMatchObject({ day: 1170, firstEpoch: 263_250 });
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
        const found = daysOf(mainnet, expected)[index]!;
        expect(found.firstEpoch).toBe(expected);
        expect(daysOf(mainnet, found.lastEpoch)[index]).toEqual(found);
        expected = found.lastEpoch + 1;
      }
    }
  });
});
