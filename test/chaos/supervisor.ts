/** Keeps one process of the command line running, as `restart: unless-stopped` does. */
import { setTimeout as delay } from "node:timers/promises";
import { type Running, startVerb } from "../support/cli.ts";

type Exit = { code: number | null; output: string };

export type Supervised = {
  name: string;
  pid(): number;
  /** How it ended, each time that it did. */
  exits: readonly Exit[];
  /** The output of the process that runs now, or ran last. */
  said(): string;
  /** Resolves when the process that runs now prints it. */
  seen(text: string | RegExp): Promise<string>;
  /** Resolves with the first match of its ready line, however often it has to be started until then. */
  ready(): Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** SIGKILL; resolves when the process has ended and its successor is started. */
  kill(): Promise<void>;
  /** Ends it permanently: SIGTERM, and SIGKILL when that takes too long. */
  stop(): Promise<void>;
};

const pauseMs = { first: 100, max: 5_000 };
/** A process that lives as long is healthy: the pauses start over. */
const healthyMs = 10_000;
const stopLimitMs = 20_000;

const alive = new Set<Running>();
process.once("exit", () => {
  for (const running of alive) running.child.kill("SIGKILL");
});

/** Starts a process that does not outlive this one. */
function startGuarded(verb: string, environment: Record<string, string>): Running {
  const running = startVerb([verb], environment);
  alive.add(running);
  void running.finished.finally(() => alive.delete(running));
  return running;
}

export function supervise(options: {
  name: string;
  verb: string;
  environment: Record<string, string>;
  ready: RegExp;
}): Supervised {
  const { name, verb, environment } = options;
  const exits: Exit[] = [];
  const stopping = new AbortController();
  let running = startGuarded(verb, environment);
  let starts = 1;

  async function keepRunning(): Promise<void> {
    let pause = pauseMs.first;
    while (true) {
      const startedAt = performance.now();
      const { code, both } = await running.finished;
      exits.push({ code, output: both });
      if (performance.now() - startedAt > healthyMs) pause = pauseMs.first;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pause = Math.min(2 * pause, pauseMs.max);
      running = startGuarded(verb, environment);
      starts += 1;
    }
  }
  const kept = keepRunning();

  async function nextStart(count: number): Promise<void> {
    while (starts <= count && !stopping.signal.aborted) await delay(20);
  }

  return {
    name,
    exits,
    pid: () => running.child.pid ?? 0,
    said: () => running.said(),
    seen: (text) => running.seen(text),
    ready: async () => {
      while (!stopping.signal.aborted) {
        const count = starts;
        const line = await running.seen(options.ready).catch(() => undefined);
        if (line !== undefined) return line;
        await nextStart(count);
      }
      throw new Error(`${name} was stopped`);
    },
    signal: (signal) => void running.child.kill(signal),
    kill: async () => {
      const count = starts;
      running.child.kill("SIGKILL");
      await nextStart(count);
    },
    stop: async () => {
      stopping.abort();
      // A frozen process receives no other signal.
      running.child.kill("SIGCONT");
      running.child.kill("SIGTERM");
      const last = setTimeout(() => running.child.kill("SIGKILL"), stopLimitMs);
      await kept;
      clearTimeout(last);
    },
  };
}
