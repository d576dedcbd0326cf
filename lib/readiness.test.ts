import { describe, expect, it } from "vitest";
import { createReadiness } from "./readiness.ts";

describe("readiness", () => {
  it("is checked once for concurrent requests and requests soon after", async () => {
    let calls = 0;
    const readiness = createReadiness(async () => {
      calls += 1;
    }, 60_000);
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    await readiness.check();
    expect(calls).toBe(1);
  });

  it("that is slow is not checked twice", async () => {
    let calls = 0;
    let answer = () => {};
    const readiness = createReadiness(() => {
      calls += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    }, 0);
    const first = readiness.check();
    const second = readiness.check();
    answer();
    await Promise.all([first, second]);
    expect(calls).toBe(1);
    void readiness.check();
    expect(calls).toBe(2);
  });

  it("says what is missing, and comes back", async () => {
    let missing: Error | undefined = new Error("the warehouse is away");
    const readiness = createReadiness(async () => {
      if (missing !== undefined) throw missing;
    }, 0);
    await expect(readiness.check()).rejects.toThrow("the warehouse is away");
    missing = undefined;
    await expect(readiness.check()).resolves.toBeUndefined();
  });

  it("ends with the process", async () => {
    const readiness = createReadiness(async () => undefined);
    await readiness.check();
    readiness.stop();
    await expect(readiness.check()).rejects.toThrow("stopping");
  });
});
