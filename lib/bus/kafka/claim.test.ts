import { describe, expect, it } from "vitest";
import { deferred } from "../../deferred.ts";
import { createClaim } from "./claim.ts";

describe("a claim", () => {
  it("that holds lets a batch be committed", async () => {
    expect(await createClaim().hold(async () => undefined)).toEqual({ kind: "commit" });
  });

  it("gives the handler's error", async () => {
    const error = new Error("the store is away");
    expect(await createClaim().hold(() => Promise.reject(error))).toEqual({ kind: "failed", error });
  });

  it.each(["renew", "lose"] as const)("aborts the batch in hand: %s", async (event) => {
    const claim = createClaim();
    const reason = new Error("another worker has it");
    const outcomes = ["resolves", "rejects"].map(async (end) => {
      const release = deferred();
      let reasonSeen: unknown;
      const outcome = claim.hold(async (signal) => {
        await release.promise;
        reasonSeen = signal.reason;
        if (end === "rejects") throw new Error("stopped half way");
      });
      claim[event](reason);
      release.resolve();
      return { outcome: await outcome, reasonSeen };
    });
    for (const { outcome, reasonSeen } of await Promise.all(outcomes)) {
      expect(outcome).toEqual({ kind: "lost" });
      if (event === "lose") expect(reasonSeen).toBe(reason);
      else expect(reasonSeen).toMatchObject({ message: "joined the group anew during a batch" });
    }
    expect(claim.interruption()).toEqual(event === "lose" ? { reason } : undefined);
    expect(claim.generation()).toBe(event === "lose" ? 0 : 2);
  });

  it("lets the batch in hand end when partitions are about to be shared anew", async () => {
    const claim = createClaim();
    const reason = new Error("rebalance");
    const outcome = await claim.hold(async (signal) => {
      claim.interrupt(reason);
      expect(signal.aborted).toBe(false);
    });
    expect(outcome).toEqual({ kind: "commit" });
    expect(claim.interruption()).toEqual({ reason });
    claim.clear();
    expect(claim.interruption()).toBeUndefined();
  });
});
