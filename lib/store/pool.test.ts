import { describe, expect, it } from "vitest";
import { createPool } from "./pool.ts";

function openPool(size: number) {
  const open = new Set<number>();
  const inUse = new Set<number>();
  let next = 0;
  const pool = createPool<number>({
    size,
    open: () => {
      next += 1;
      open.add(next);
      return next;
    },
    close: async (connection) => {
      open.delete(connection);
    },
    onCloseError: () => expect.unreachable("nothing fails to close"),
    closedError: () => new Error("closed"),
  });
  /** A task that ends on demand, and fails if its connection is lent twice. */
  function start(kind: "read" | "write", isGuest = false) {
    const task = { connection: 0, hasStarted: false, end: () => {}, fail: (_: Error) => {} };
    const use = async (connection: number) => {
      expect(inUse.has(connection)).toBe(false);
      inUse.add(connection);
      task.connection = connection;
      task.hasStarted = true;
      await new Promise<void>((resolve, reject) => {
        task.end = resolve;
        task.fail = reject;
      }).finally(() => inUse.delete(connection));
    };
    const done = pool.run(kind, use, { isGuest });
    return Object.assign(task, { done });
  }
  return { pool, open, start };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("pool", () => {
  it("lends each connection to one task and lets the others wait in order", async () => {
    const { start } = openPool(2);
    const tasks = [start("read"), start("read"), start("read"), start("read")];
    await settle();
    expect(tasks.map((task) => task.hasStarted)).toEqual([true, true, false, false]);
    tasks[0]?.end();
    await settle();
    expect(tasks.map((task) => task.hasStarted)).toEqual([true, true, true, false]);
    tasks[1]?.end();
    await settle();
    for (const task of tasks) task.end();
    await Promise.all(tasks.map((task) => task.done));
  });

  it("keeps one connection for readers", async () => {
    const { start } = openPool(3);
    const writers = [start("write"), start("write"), start("write")];
    const reader = start("read");
    await settle();
    expect(writers.map((task) => task.hasStarted)).toEqual([true, true, false]);
    expect(reader.hasStarted).toBe(true);
    reader.end();
    writers[0]?.end();
    await settle();
    expect(writers[2]?.hasStarted).toBe(true);
    for (const task of writers) task.end();
    await Promise.all(writers.map((task) => task.done));
  });

  it("keeps one connection for those who are no guests, however many guests wait", async () => {
    const { start } = openPool(3);
    const guests = Array.from({ length: 20 }, () => start("read", true));
    const writer = start("write");
    await settle();
    expect(guests.filter((task) => task.hasStarted)).toHaveLength(2);
    expect(writer.hasStarted).toBe(true);
    const reader = start("read");
    writer.end();
    await settle();
    expect(reader.hasStarted).toBe(true);
    reader.end();
    for (const guest of guests) {
      await settle();
      guest.end();
    }
    await Promise.all([...guests, writer, reader].map((task) => task.done));
  });

  it("replaces the connection of a task that failed", async () => {
    const { start, open } = openPool(1);
    const failing = start("read");
    await settle();
    failing.fail(new Error("boom"));
    await expect(failing.done).rejects.toThrow("boom");
    expect(open.has(failing.connection)).toBe(false);
    expect(open.size).toBe(1);
    const next = start("write");
    await settle();
    expect(next.connection).not.toBe(failing.connection);
    next.end();
    await next.done;
  });

  it("waits for work in flight when it closes, and refuses the rest", async () => {
    const { pool, start, open } = openPool(1);
    const running = start("read");
    const waiting = start("read");
    await settle();
    const closed = pool.close();
    await expect(waiting.done).rejects.toThrow("closed");
    await expect(pool.run("read", async () => 1)).rejects.toThrow("closed");
    running.end();
    await Promise.all([closed, running.done]);
    expect(open.size).toBe(0);
  });
});
