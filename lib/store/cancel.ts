/**
 * Stops statements of the embedded engine whose caller has gone. Its client can't, but the engine lists its statements:
 * each that may be stopped begins with a comment of its own, by which another connection finds it.
 */
import { randomUUID } from "node:crypto";
import { sleep } from "../retry.ts";
import type { Connection } from "./connection.ts";

/** A statement looks at this between two blocks; one that has not begun yet is found by the next try. */
const tryEveryMs = 50;

export type Canceller = {
  /** The statement, so that it can be found. */
  mark(query: string): { query: string; mark: string };
  /**
   * Stops the statement as soon as the signal is aborted.
   * @returns a function to be called when the statement has ended
   */
  watch(mark: string, signal: AbortSignal): () => void;
  close(): Promise<void>;
};

/** @param open a connection that no statement holds up */
export function createCanceller(open: () => Connection): Canceller {
  let connection: Connection | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const name = randomUUID();

  /** One statement at a time on the connection; what fails is tried again. */
  function kill(mark: string): Promise<unknown> {
    last = last.then(async () => {
      connection ??= open();
      const query = `kill query where startsWith(query, '${mark}') async`;
      await connection.client.query({ query, format: "JSONEachRow" }).then((answer) => answer.text());
    });
    last = last.catch(() => undefined);
    return last;
  }

  return {
    mark: (query) => {
      count += 1;
      const mark = `/* statement ${name} ${count} */`;
      return { mark, query: `${mark} ${query}` };
    },
    watch: (mark, signal) => {
      let isOver = false;
      const stop = async () => {
        while (!isOver) {
          await kill(mark);
          await sleep(tryEveryMs);
        }
      };
      const listener = () => void stop();
      if (signal.aborted) listener();
      else signal.addEventListener("abort", listener, { once: true });
      return () => {
        isOver = true;
        signal.removeEventListener("abort", listener);
      };
    },
    close: async () => {
      await last;
      await connection?.close();
    },
  };
}
