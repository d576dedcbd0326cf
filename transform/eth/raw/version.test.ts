import { describe, expect, it } from "vitest";
import { registryVersions, versionOfDepositLog, versionOfState, versionOfStatement } from "./version.ts";

/** Versions as they were before the decoder's revision was part of them; warehouses and older processes have them. */
const before = {
  provisional: (slot: number) => BigInt(slot),
  final: (slot: number) => 2n ** 40n + BigInt(slot),
  support: (slot: number) => 2n ** 40n + BigInt(slot),
  full: (slot: number) => 2n ** 41n + BigInt(slot),
};
const last = 2 ** 32 - 1;

describe("versions of statements", () => {
  it("of the same place in the source stand above those of an older decoder", () => {
    for (const kind of ["provisional", "final", "support", "full"] as const)
      for (const slot of [0, 1, 12_000_000, last])
        expect(versionOfStatement(kind, slot)).toBeGreaterThan(before[kind](slot));
    expect(versionOfState).toBeGreaterThan(0n);
  });

  it("grow with the place in the source", () => {
    expect(versionOfStatement("provisional", 8)).toBeGreaterThan(versionOfStatement("provisional", 7));
    expect(versionOfStatement("full", last)).toBeGreaterThan(versionOfStatement("full", 0));
  });

  it("let nothing provisional replace final rows, and no support announcement a full one, regardless of writer and time", () => {
    for (const final of [before.final(0), versionOfStatement("final", 0)])
      for (const provisional of [before.provisional(last), versionOfStatement("provisional", last)])
        expect(final).toBeGreaterThan(provisional);
    for (const full of [before.full(0), versionOfStatement("full", 0)])
      for (const support of [before.support(last), versionOfStatement("support", last)])
        expect(full).toBeGreaterThan(support);
  });

  it("keep deposits with their signatures above those without, and with their epoch above all", () => {
    for (const epoch of [null, 0, 5])
      expect(versionOfDepositLog(epoch, true)).toBeGreaterThan(versionOfDepositLog(epoch, false));
    expect(versionOfDepositLog(5, false)).toBeGreaterThan(versionOfDepositLog(null, true));
    // What sql/queries/internal/eth/deposit_ranges.sql looks at.
    expect(versionOfDepositLog(null, true) % 2n ** 32n).toBe(1n);
  });

  it("keep a registry's snapshot above changes, regardless of the writer", () => {
    for (const snapshot of [1n, registryVersions.snapshot])
      for (const changes of [0n, registryVersions.changes]) expect(snapshot).toBeGreaterThan(changes);
    expect(registryVersions.snapshot).toBeGreaterThan(1n);
  });
});
