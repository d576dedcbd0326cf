/** The tip router's configuration. */
import { expect, it } from "vitest";
import { routerAccount } from "../../../fixtures/solana/tipRouter.ts";
import { decodeTipFees, tipFeesAddress } from "./tipFees.ts";

const { address, data } = routerAccount();

it("holds two fees, each from an epoch on, raised to what the block engine leaves", () => {
  expect(decodeTipFees(Buffer.from(data))).toEqual([
    { activation_epoch: 1, fee_bps: 309, priority_fee_bps: 150 },
    { activation_epoch: 706, fee_bps: 412, priority_fee_bps: 150 },
  ]);
});

it("is derived from the network of the router", async () => {
  expect(await tipFeesAddress()).toBe(address);
});

it.each([
  ["cut", Buffer.from(data).subarray(0, 700)],
  ["of another kind", Buffer.concat([Buffer.of(2), Buffer.from(data).subarray(1)])],
])("is refused when it is %s", (_, bytes) => {
  expect(() => decodeTipFees(bytes)).toThrow(/unknown layout/);
});
