import { Counter, Histogram } from "prom-client";
import { isAppError } from "./errors.ts";
import { registry } from "./metrics.ts";

const statementSeconds = new Histogram({
  name: "validator_analytics_store_statement_seconds",
  help: "Time of a statement, waiting for a connection included",
  labelNames: ["store", "operation"] as const,
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
  registers: [registry],
});

const statementErrors = new Counter({
  name: "validator_analytics_store_errors_total",
  help: "Statements that failed, by the code of the StoreError",
  labelNames: ["store", "operation", "code"] as const,
  registers: [registry],
});

/** Runs one statement and records its time, or the code it failed with. */
export async function timeStatement<Result>(
  store: "embedded" | "server",
  operation: string,
  statement: () => Promise<Result>,
): Promise<Result> {
  const end = statementSeconds.startTimer({ store, operation });
  try {
    return await statement();
  } catch (error) {
    statementErrors.inc({ store, operation, code: isAppError(error) ? error.code : "unknown" });
    throw error;
  } finally {
    end();
  }
}
