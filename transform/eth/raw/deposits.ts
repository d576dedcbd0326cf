/** Logs of the deposit contract → rows: the deposits, and the ranges of blocks that were read. */
import type { DepositLogMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { RowsOf } from "../../frame/columns.ts";
import { versionOfDepositLog } from "./version.ts";

export function addDepositLogs(rows: RowsOf, message: DepositLogMessage): void {
  const { network, epoch, from_block, to_block, logs } = message;
  const isSigned = logs.every(({ signature }) => signature !== undefined);
  const version = versionOfDepositLog(epoch, isSigned);
  for (const { index, signature = null, ...log } of logs)
    rows("raw_eth_deposit_log").push({ network, deposit_index: index, epoch, ...log, signature, version });
  rows("raw_eth_deposit_range").push({
    network,
    from_block,
    to_block,
    epoch,
    log_count: logs.length,
    version,
  });
}
