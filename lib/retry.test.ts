import { describe, expect, it } from "vitest";
import { backoffMs, retry, sleep } from "./retry.ts";

describe("backoff", () => {
  it.each([
    [0, [500, 750, 1000]],
    [1, [1000, 1500, 2000]],
    [4, [8000, 12_000, 16_000]],
    [5, [15_000, 22_500, 30_000]],
    [1000, [15_000, 22_500, 30_000]],
  ])("after %s failures is between half and the whole", (failures, expected) => {
    const options = { baseMs: 1000, maxMs: 30_000 };
    expect([0, 0.5, 1].map((random) => backoffMs(failures, options, () => random))).toEqual(expected);
  });
});

describe("sleep", () => {
  it("ends with the signal's reason", async () => {
    const aborter = new AbortController();
    const reason = new Error("stopped");
    const sleeping = sleep(60_000, aborter.signal);
    aborter.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    await expect(sleep(0, aborter.signal)).rejects.toBe(reason);
    await sleep(0);
  });
});

describe("retry", () => {
  const passing = new Error("passes");
  const lasting = new Error("lasts");
  const heard: unknown[] = [];
  const options = {
    attempts: 3,
    baseMs: 1,
    maxMs: 2,
    isRetryable: (error: unknown) => error === passing,
    onRetry: (error: unknown, failures: number) => heard.push([error, failures]),
  };
  const failing = (...errors: Error[]) => {
    heard.length = 0;
    return retry(async (attempt) => {
      const error = errors[attempt - 1];
      if (error !== undefined) throw error;
      return attempt;
    }, options);
  };

  it("runs until it succeeds", async () => {
    expect(await failing(passing, passing)).toBe(3);
    expect(heard).toEqual([
      [passing, 1],
      [passing, 2],
    ]);
  });

  it("rejects with the last error after all attempts", async () => {
    await expect(failing(passing, passing, passing)).rejects.toBe(passing);
    expect(heard).toHaveLength(3);
  });

  it("does not repeat what will fail again", async () => {
    await expect(failing(passing, lasting)).rejects.toBe(lasting);
    expect(heard).toEqual([
      [passing, 1],
      [lasting, 2],
    ]);
  });

  it("ends with the signal's reason", async () => {
    const aborter = new AbortController();
    const reason = new Error("stopped");
    const running = retry(() => Promise.reject(passing), {
      ...options,
      attempts: Number.POSITIVE_INFINITY,
      baseMs: 60_000,
      maxMs: 60_000,
      signal: aborter.signal,
      onRetry: () => aborter.abort(reason),
    });
    await expect(running).rejects.toBe(reason);
  });
});
