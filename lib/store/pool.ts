/**
 * A pool that lends one connection to one task at a time. A connection whose task failed is replaced: chDB puts the
 * rows that a failed query had already produced at the head of the next answer on that connection.
 */

export type Pool<Connection> = {
  /** Lends a connection to `task`. Tasks wait in order; writers never take the last connection from readers. */
  run<Result>(kind: "read" | "write", task: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Refuses new and waiting tasks, waits for those at work and closes every connection. */
  close(): Promise<void>;
};

type Waiting = { kind: "read" | "write"; start: () => void; refuse: (error: Error) => void };

type PoolOptions<Connection> = {
  size: number;
  open: () => Connection;
  close: (connection: Connection) => Promise<void>;
  /** Called with what closing or replacing a connection threw; the pool goes on. */
  onCloseError: (error: unknown) => void;
  closedError: () => Error;
};

/** @throws what `open` throws: all connections are opened at once, so that a wrong folder shows at the start. */
export function createPool<Connection>(options: PoolOptions<Connection>): Pool<Connection> {
  const writerLimit = Math.max(1, options.size - 1);
  const idle: Connection[] = Array.from({ length: options.size }, () => options.open());
  const waiting: Waiting[] = [];
  let writers = 0;
  let active = 0;
  let isClosed = false;
  let onIdle: (() => void) | undefined;

  function mayStart(kind: "read" | "write"): boolean {
    return active < options.size && (kind === "read" || writers < writerLimit);
  }

  function startWaiting(): void {
    for (let index = 0; index < waiting.length && active < options.size; ) {
      const next = waiting[index];
      if (next !== undefined && mayStart(next.kind)) {
        waiting.splice(index, 1);
        take(next.kind);
        next.start();
      } else index += 1;
    }
  }

  function take(kind: "read" | "write"): void {
    active += 1;
    if (kind === "write") writers += 1;
  }

  function release(kind: "read" | "write"): void {
    active -= 1;
    if (kind === "write") writers -= 1;
    if (active === 0) onIdle?.();
    if (!isClosed) startWaiting();
  }

  function acquire(kind: "read" | "write"): Promise<void> | undefined {
    if (isClosed) throw options.closedError();
    if (mayStart(kind)) {
      take(kind);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      waiting.push({ kind, start: resolve, refuse: reject });
    });
  }

  /** The replacement is opened first: chDB shuts its engine down when the last connection closes. */
  async function replace(connection: Connection): Promise<void> {
    try {
      idle.push(options.open());
    } catch (error) {
      options.onCloseError(error);
    }
    await discard(connection);
  }

  async function discard(connection: Connection): Promise<void> {
    try {
      await options.close(connection);
    } catch (error) {
      options.onCloseError(error);
    }
  }

  return {
    run: async (kind, task) => {
      await acquire(kind);
      let connection: Connection | undefined;
      try {
        connection = idle.pop() ?? options.open();
        const result = await task(connection);
        idle.push(connection);
        return result;
      } catch (error) {
        if (connection !== undefined) await replace(connection);
        throw error;
      } finally {
        release(kind);
      }
    },
    close: async () => {
      isClosed = true;
      for (const task of waiting.splice(0)) task.refuse(options.closedError());
      if (active > 0) {
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      }
      for (const connection of idle.splice(0)) await discard(connection);
    },
  };
}
