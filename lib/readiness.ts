/** Whether a process can do its work. Its dependencies are probed at a limited rate, however often it is queried. */

export type Readiness = {
  /** Resolves while the process is ready. @throws the missing dependency, or that it is stopping */
  check(): Promise<void>;
  /** From now on the process is not ready. */
  stop(): void;
};

/** Lifetime of an answer: load balancers query every few seconds, other clients at any rate. */
const answerTtlMs = 1_000;

/** @param probe fails while something is missing */
export function createReadiness(probe: () => Promise<void>, ttlMs = answerTtlMs): Readiness {
  let isStopping = false;
  let answer: { answeredAt: number; outcome: Promise<void> } | undefined;

  return {
    check: () => {
      if (isStopping) return Promise.reject(new Error("stopping"));
      if (answer === undefined || performance.now() - answer.answeredAt >= ttlMs) {
        const latest = { answeredAt: performance.now(), outcome: probe() };
        // The time runs from the answer on, so that a slow probe is not started twice.
        const settle = () => {
          latest.answeredAt = performance.now();
        };
        latest.outcome.then(settle, settle);
        latest.answeredAt = Number.POSITIVE_INFINITY;
        answer = latest;
      }
      return answer.outcome;
    },
    stop: () => {
      isStopping = true;
    },
  };
}

/** Readiness until the process is stopped; from then on it is not ready. */
export function readinessUntilStop(signal: AbortSignal, probe: () => Promise<void>): Readiness {
  const readiness = createReadiness(probe);
  signal.addEventListener("abort", () => readiness.stop(), { once: true });
  return readiness;
}
