import { describe, expect, it, vi } from "vitest";
import { createLogger } from "./logger.ts";
import { createShutdown } from "./shutdown.ts";

const log = createLogger("silent");

describe("stop", () => {
  it("aborts the signal first, then closes in reverse order, one after the other", async () => {
    const shutdown = createShutdown(log);
    const seen: string[] = [];
    shutdown.signal.addEventListener("abort", () => seen.push("signal"));
    shutdown.onClose("lock", () => void seen.push("lock"));
    shutdown.onClose("warehouse", async () => {
      await Promise.resolve();
      seen.push("warehouse");
    });
    shutdown.onClose("API", () => void seen.push("API"));
    await shutdown.stop("SIGTERM");
    expect(seen).toEqual(["signal", "API", "warehouse", "lock"]);
    expect(shutdown.signal.reason).toEqual(new Error("SIGTERM"));
  });

  it("runs once, however often it is requested", async () => {
    const shutdown = createShutdown(log);
    const close = vi.fn();
    shutdown.onClose("part", close);
    await Promise.all([shutdown.stop("SIGINT"), shutdown.stop("SIGTERM")]);
    await shutdown.stop("finished");
    expect(close).toHaveBeenCalledTimes(1);
    expect(shutdown.signal.reason).toEqual(new Error("SIGINT"));
  });

  it("goes on after a part that fails", async () => {
    const shutdown = createShutdown(log);
    const close = vi.fn();
    shutdown.onClose("lock", close);
    shutdown.onClose("bus", () => {
      throw new Error("broken");
    });
    shutdown.onClose("API", () => Promise.reject(new Error("broken too")));
    await shutdown.stop("SIGTERM");
    expect(close).toHaveBeenCalledTimes(1);
  });

  it("abandons parts that hang, within ten seconds however many they are", async () => {
    vi.useFakeTimers();
    try {
      const shutdown = createShutdown(log);
      const close = vi.fn();
      shutdown.onClose("lock", close);
      for (let part = 0; part < 9; part += 1)
        shutdown.onClose(`worker ${part}`, () => new Promise<void>(() => undefined));
      const stopped = shutdown.stop("SIGTERM");
      await vi.advanceTimersByTimeAsync(10_000);
      await stopped;
      await shutdown.overdue;
      expect(close).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("leaves the time that its closers didn't use to the supervisor", async () => {
    vi.useFakeTimers();
    try {
      const shutdown = createShutdown(log);
      shutdown.onClose("bus", () => new Promise((resolve) => setTimeout(resolve, 2_000)));
      expect(shutdown.leftMs()).toBe(0);
      const stopped = shutdown.stop("SIGTERM");
      await vi.advanceTimersByTimeAsync(2_000);
      await stopped;
      expect(shutdown.leftMs()).toBe(7_500);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(shutdown.leftMs()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("leaves the others their time when one hangs", async () => {
    vi.useFakeTimers();
    try {
      const shutdown = createShutdown(log);
      const seen: string[] = [];
      shutdown.onClose("warehouse", async () => {
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        seen.push("warehouse");
      });
      shutdown.onClose("bus", () => new Promise<void>(() => undefined));
      const stopped = shutdown.stop("SIGTERM");
      await vi.advanceTimersByTimeAsync(10_000);
      await stopped;
      expect(seen).toEqual(["warehouse"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("waits before anything closes when configured, with the signal aborted", async () => {
    vi.useFakeTimers();
    try {
      const shutdown = createShutdown(log);
      const close = vi.fn();
      let isOverdue = false;
      void shutdown.overdue.then(() => {
        isOverdue = true;
      });
      shutdown.onClose("API", close);
      shutdown.holdFor(20_000);
      const stopped = shutdown.stop("SIGTERM");
      await vi.advanceTimersByTimeAsync(19_999);
      expect([shutdown.signal.aborted, close.mock.calls.length, isOverdue]).toEqual([true, 0, false]);
      await vi.advanceTimersByTimeAsync(2);
      await stopped;
      expect(close).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
