import { SourceError } from "../../lib/errors.ts";

/**
 * Sorts logs by index: nodes return them in order, but nothing guarantees it.
 * @throws SourceError `lying` for a log that is listed twice
 */
export function sortLogs<Log extends { logIndex: number }>(
  logs: Log[],
  blockOf: (log: Log) => number,
): Log[] {
  logs.sort((one, other) => blockOf(one) - blockOf(other) || one.logIndex - other.logIndex);
  for (const [place, log] of logs.entries()) {
    const before = logs[place - 1];
    if (before !== undefined && blockOf(before) === blockOf(log) && before.logIndex === log.logIndex)
      throw new SourceError(`eth_getLogs: log ${log.logIndex} of block ${blockOf(log)} was returned twice`, {
        code: "lying",
      });
  }
  return logs;
}
