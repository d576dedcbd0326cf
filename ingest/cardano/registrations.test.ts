import { describe, expect, it } from "vitest";
import type { ListedPool, PoolUpdate } from "./api/answers.ts";
import { createPoolRegistry } from "./registrations.ts";

const listed = (changes: Partial<ListedPool> = {}): ListedPool => ({
  pool_id_bech32: "pool1",
  active_epoch_no: 210,
  margin: "0.9",
  fixed_cost: "9",
  pledge: "9",
  reward_addr: "stake1",
  owners: ["o"],
  pool_status: "registered",
  retiring_epoch: null,
  ...changes,
});
const update = (
  active: number | null,
  margin: string | null,
  changes: Partial<PoolUpdate> = {},
): PoolUpdate => ({
  ...listed({ active_epoch_no: active, margin }),
  tx_hash: null,
  block_time: 1,
  update_type: "registration",
  retiring_epoch: null,
  ...changes,
});
const marginAt = (registry: ReturnType<typeof createPoolRegistry>, epoch: number) =>
  registry.inEpoch(epoch)[0]?.margin;

/** Epoch n starts at second n, so the times of certificates are epochs. */
const startOf = (epoch: number) => epoch;
const registryOf = (pools: readonly ListedPool[], updates: readonly PoolUpdate[]) =>
  createPoolRegistry(pools, updates, startOf);
const retirement = (at: number, epoch: number) =>
  update(null, null, { update_type: "deregistration", block_time: at, retiring_epoch: epoch });

describe("the registration that counts", () => {
  const registry = registryOf(
    [listed({ active_epoch_no: 210 })],
    [
      update(214, "0.4", { block_time: 9 }),
      update(210, "0.1"),
      update(214, "0.3", { block_time: 8 }),
      update(212, "0.2", { owners: ["b", "a", "b", null] }),
    ],
  );

  it("is the one with the highest epoch up to the requested one, the later one of two", () => {
    expect([209, 210, 211, 212, 213, 214, 300].map((epoch) => marginAt(registry, epoch))).toEqual([
      undefined,
      "0.1",
      "0.1",
      "0.2",
      "0.2",
      "0.4",
      "0.4",
    ]);
  });

  it("names each owner once", () => {
    expect(registry.inEpoch(212)[0]?.owners).toEqual(["b", "a"]);
  });

  it("is that of the list where no update is listed", () => {
    expect(marginAt(registryOf([listed()], []), 210)).toBe("0.9");
  });
});

describe("a pool that retires", () => {
  const activeIn = (registry: ReturnType<typeof registryOf>, epochs: readonly number[]) =>
    epochs.map((epoch) => registry.inEpoch(epoch)[0]?.mayBeActive);

  it.each([
    ["by the list", listed({ retiring_epoch: 220 }), []],
    ["by its last update", listed({ pool_status: "retired" }), [retirement(215, 220)]],
    // Of several retirements the list has the first one.
    [
      "by its last update, which came later",
      listed({ retiring_epoch: 217 }),
      [retirement(214, 217), retirement(216, 220)],
    ],
    [
      "earlier than it said before",
      listed({ retiring_epoch: 230 }),
      [retirement(214, 230), retirement(216, 220)],
    ],
  ])("may be active in the next epoch, and paid two epochs later: %s", (_, pool, retirements) => {
    const registry = registryOf([pool], [update(210, "0.1"), ...retirements]);
    expect(activeIn(registry, [219, 220, 221, 222, 223, 224])).toEqual([
      true,
      true,
      true,
      false,
      false,
      undefined,
    ]);
    expect([219, 220, 221].map((epoch) => registry.retiredIn(epoch))).toEqual([0, 1, 0]);
    expect([223, 224].map((epoch) => registry.isNeededSince("pool1", epoch))).toEqual([true, false]);
  });

  it("does not, when it registers before that epoch", () => {
    const updates = [update(210, "0.1"), retirement(215, 220), update(220, "0.2", { block_time: 218 })];
    const registry = registryOf([listed()], updates);
    expect(activeIn(registry, [219, 220, 230])).toEqual([true, true, true]);
    expect(registry.inEpoch(230)[0]?.retiringEpoch).toBeNull();
  });

  it("is there again when it was registered once more", () => {
    const again = update(230, "0.2", { block_time: 228 });
    const registry = registryOf([listed()], [update(210, "0.1"), retirement(215, 220), again]);
    expect(registry.inEpoch(230)[0]).toMatchObject({ margin: "0.2", mayBeActive: true });
    // Its first retirement stays what it was.
    expect(activeIn(registry, [220, 221, 222, 224, 229])).toEqual([true, true, false, undefined, undefined]);
    expect(registry.inEpoch(221)[0]?.retiringEpoch).toBe(220);
  });
});
