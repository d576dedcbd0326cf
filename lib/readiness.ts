/** Whether a process can do its work: asked of what it needs now and then, however often it is asked itself. */

export type Readiness = {
  /** Resolves while the process is ready. @throws what it lacks, or that it is stopping */
  check(): Promise<void>;
  /** From now on the process is not ready. */
  stop(): void;
};

/** An answer is good for so long: load balancers ask every few seconds, anybody else may ask at any pace. */
const answerTtlMs = 1_000;

/** @param ask fails while something is missing */
export function createReadiness(ask: () => Promise<void>, ttlMs = answerTtlMs): Readiness {
  let isStopping = false;
  let answer: { askedAt: number; outcome: Promise<void> } | undefined;

  return {
    check: () => {
      if (isStopping) return Promise.reject(new Error("stopping"));
      if (answer === undefined || performance.now() - answer.askedAt >= ttlMs) {
        const asked = { askedAt: performance.now(), outcome: ask() };
        // The time runs from the answer on, so that one that takes long is not asked for twice at once.
        const settle = () => {
          asked.askedAt = performance.now();
        };
        asked.outcome.then(settle, settle);
        asked.askedAt = Number.POSITIVE_INFINITY;
        answer = asked;
      }
      return answer.outcome;
    },
    stop: () => {
      isStopping = true;
    },
  };
}

/** What a process tells of itself until it is asked to stop; from then on it is not ready. */
export function readinessUntilStop(signal: AbortSignal, ask: () => Promise<void>): Readiness {
  const readiness = createReadiness(ask);
  signal.addEventListener("abort", () => readiness.stop(), { once: true });
  return readiness;
}
