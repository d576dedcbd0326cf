/** The account of an epoch's inflation. */
import { expect, it } from "vitest";
import { decodeInflation } from "./inflation.ts";

/** As stored on an Alpenglow cluster just after the boundary of epochs 114 and 115. */
const golden =
  "2446a24a89170000f0d20000000000007300000000000000018fe1d3b589170000f0d20000000000007200000000000000";
const bytes = Buffer.from(golden, "hex");

it("holds the inputs of this epoch and the one before", () => {
  expect(decodeInflation(bytes)).toEqual([
    { epoch: 115, reward_max_lamports: "25878430107172", slot_count: "54000" },
    { epoch: 114, reward_max_lamports: "25880228520335", slot_count: "54000" },
  ]);
});

it("has none of the epoch before in the first one", () => {
  const first = Buffer.concat([bytes.subarray(0, 24), Buffer.of(0)]);
  expect(decodeInflation(first).map(({ epoch }) => epoch)).toEqual([115]);
});

it.each([
  ["cut", bytes.subarray(0, 40)],
  ["of another kind", Buffer.concat([bytes.subarray(0, 24), Buffer.of(2)])],
  ["empty", Buffer.alloc(0)],
  ["of no slots", Buffer.alloc(25)],
])("is refused when it is %s", (_, data) => {
  expect(() => decodeInflation(data)).toThrow(/inflation account/);
});
