/** Deposits of blocks as messages within the bus's size limit. */
import type { DepositLogMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { DepositsOfRun } from "./readDeposits.ts";

/** 600 bytes each; a block that is full of deposits has some 1,200. */
const logsMax = 500;

/** Messages end at block boundaries: each has all deposits of its run. */
export function depositMessages(
  network: string,
  epoch: number | null,
  { from, to, logs }: Pick<DepositsOfRun, "from" | "to" | "logs">,
): DepositLogMessage[] {
  const messages: DepositLogMessage[] = [];
  let first = from;
  let part: DepositLogMessage["logs"] = [];
  const end = (last: number) => {
    messages.push({ type: "deposit_log", network, epoch, from_block: first, to_block: last, logs: part });
    [first, part] = [last + 1, []];
  };
  for (const log of logs) {
    const before = part.at(-1);
    if (part.length >= logsMax && before !== undefined && before.block_number < log.block_number)
      end(before.block_number);
    part.push(log);
  }
  end(to);
  return messages;
}
