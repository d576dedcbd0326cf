import { describe, expect, it } from "vitest";
import { createReadiness } from "./readiness.ts";

describe("readiness", () => {
  it("is asked for once, however many ask at once or soon after", async () => {
    let asked = 0;
    const readiness = createReadiness(async () => {
      asked += 1;
    }, 60_000);
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    await readiness.check();
    expect(asked).toBe(1);
  });

  it("that is slow is not asked for twice", async () => {
    let asked = 0;
    let answer = () => {};
    const readiness = createReadiness(() => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    }, 0);
    const first = readiness.check();
    const second = readiness.check();
    answer();
    await Promise.all([first, second]);
    expect(asked).toBe(1);
    void readiness.check();
    expect(asked).toBe(2);
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
