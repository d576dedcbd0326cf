/**
 * A pool that lends one connection to one task at a time. A connection whose task failed is replaced: chDB puts the
 * rows that a failed query had already produced at the head of the next answer on that connection.
 */

export type LoanOptions = {
  /** The kind of connection; each has settings of its own, and only tasks of its kind run on it. */
  profile?: string;
  /** A task that waits when this is aborted never runs. */
  signal?: AbortSignal | undefined;
  /** Any client can cause it at any rate: one connection is reserved for other tasks. */
  isGuest?: boolean;
};

export type Pool<Connection> = {
  /**
   * Lends a connection to `task`, in order of the calls. Writers never take the last connection from readers, nor guests
   * from other tasks.
   * @throws the signal's reason
   */
  run<Result>(
    kind: "read" | "write",
    task: (connection: Connection) => Promise<Result>,
    options?: LoanOptions,
  ): Promise<Result>;
  /** Refuses new and waiting tasks, waits for those at work and closes every connection. */
  close(): Promise<void>;
};

type Loan = { kind: "read" | "write"; isGuest: boolean };
type Waiting = Loan & { start: () => void; refuse: (error: Error) => void };

type PoolOptions<Connection> = {
  size: number;
  open: (profile: string) => Connection;
  close: (connection: Connection) => Promise<void>;
  /** Called with an error from closing or replacing a connection; the pool continues. */
  onCloseError: (error: unknown) => void;
  closedError: () => Error;
};

/** The profile of connections without a name. */
const usual = "";

/**
 * @throws what `open` throws: all usual connections are opened at once, so that a wrong folder shows at the start; those of other
 *   profiles when they are first needed
 */
export function createPool<Connection>(options: PoolOptions<Connection>): Pool<Connection> {
  const allButOne = Math.max(1, options.size - 1);
  const idle = new Map([[usual, Array.from({ length: options.size }, () => options.open(usual))]]);
  const waiting: Waiting[] = [];
  let writers = 0;
  let guests = 0;
  let active = 0;
  let isClosed = false;
  let onIdle: (() => void) | undefined;

  function mayStart({ kind, isGuest }: Loan): boolean {
    const isTurn = (kind === "read" || writers < allButOne) && (!isGuest || guests < allButOne);
    return active < options.size && isTurn;
  }

  function startWaiting(): void {
    for (let index = 0; index < waiting.length && active < options.size; ) {
      const next = waiting[index];
      if (next !== undefined && mayStart(next)) {
        waiting.splice(index, 1);
        take(next);
        next.start();
      } else index += 1;
    }
  }

  function take({ kind, isGuest }: Loan): void {
    active += 1;
    if (kind === "write") writers += 1;
    if (isGuest) guests += 1;
  }

  function release({ kind, isGuest }: Loan): void {
    active -= 1;
    if (kind === "write") writers -= 1;
    if (isGuest) guests -= 1;
    if (active === 0) onIdle?.();
    if (!isClosed) startWaiting();
  }

  function idleOf(profile: string): Connection[] {
    const own = idle.get(profile) ?? [];
    idle.set(profile, own);
    return own;
  }

  function acquire(loan: Loan, signal: AbortSignal | undefined): Promise<void> | undefined {
    if (isClosed) throw options.closedError();
    signal?.throwIfAborted();
    if (mayStart(loan)) {
      take(loan);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener("abort", leave);
      const entry: Waiting = {
        ...loan,
        start: () => {
          settled();
          resolve();
        },
        refuse: (error) => {
          settled();
          reject(error);
        },
      };
      waiting.push(entry);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** The replacement is opened first: chDB shuts its engine down when the last connection closes. */
  async function replace(connection: Connection, profile: string): Promise<void> {
    try {
      idleOf(profile).push(options.open(profile));
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
    run: async (kind, task, { profile = usual, signal, isGuest = false } = {}) => {
      const loan = { kind, isGuest };
      await acquire(loan, signal);
      let connection: Connection | undefined;
      try {
        connection = idleOf(profile).pop() ?? options.open(profile);
        const result = await task(connection);
        idleOf(profile).push(connection);
        return result;
      } catch (error) {
        if (connection !== undefined) await replace(connection, profile);
        throw error;
      } finally {
        release(loan);
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
      for (const connection of [...idle.values()].flatMap((own) => own.splice(0))) await discard(connection);
    },
  };
}
