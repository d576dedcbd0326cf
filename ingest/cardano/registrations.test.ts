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
  block_time: 1,
  update_type: "registration",
  retiring_epoch: null,
  ...changes,
});
const marginAt = (registry: ReturnType<typeof createPoolRegistry>, epoch: number) =>
  registry.inEpoch(epoch)[0]?.margin;

describe("the registration that counts", () => {
  const registry = createPoolRegistry(
    [listed({ active_epoch_no: 210 })],
    [
      update(214, "0.4", { block_time: 9 }),
      update(210, "0.1"),
      update(214, "0.3", { block_time: 8 }),
      update(212, "0.2", { owners: ["b", "a", "b", null] }),
    ],
  );

  it("is the one with the highest epoch up to the asked one, the later one of two", () => {
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

  it("is that of the list where no update is told", () => {
    expect(marginAt(createPoolRegistry([listed()], []), 210)).toBe("0.9");
  });
});

describe("a pool that retires", () => {
  it.each([
    ["by the list", listed({ retiring_epoch: 220 }), []],
    [
      "by its last update",
      listed({ pool_status: "retired" }),
      [update(null, null, { update_type: "deregistration", retiring_epoch: 220 })],
    ],
  ])("may be active in the epoch behind, and paid two epochs later: %s", (_, pool, retirements) => {
    const registry = createPoolRegistry([pool], [update(210, "0.1"), ...retirements]);
    const found = [219, 220, 221, 222, 223, 224].map((epoch) => registry.inEpoch(epoch)[0]?.mayBeActive);
    expect(found).toEqual([true, true, true, false, false, undefined]);
  });

  it("is there again when it was registered once more", () => {
    const retirement = update(null, null, { update_type: "deregistration", retiring_epoch: 220 });
    const registry = createPoolRegistry([listed()], [update(210, "0.1"), retirement, update(230, "0.2")]);
    expect(registry.inEpoch(230)[0]).toMatchObject({ margin: "0.2", mayBeActive: true });
  });
});
