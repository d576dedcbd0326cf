/** Execution nodes' data of payloads → rows. */
import type { ExecutionBlockMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import type { RowsOf } from "../../frame/columns.ts";
import { versionOfExecutionBlock } from "./version.ts";

export function addExecutionBlocks(rows: RowsOf, { network, epoch, blocks }: ExecutionBlockMessage): void {
  for (const { tips_wei, last, ...block } of blocks) {
    rows("raw_eth_execution_block").push({
      ...{ network, epoch },
      ...block,
      ...Object.fromEntries(tips_wei.map((tips, type) => [`type_${type}_tips_wei`, tips])),
      last_sender: last?.sender ?? null,
      last_recipient: last?.recipient ?? null,
      last_value_wei: last?.value_wei ?? null,
      is_last_successful: last?.is_successful ?? null,
      version: versionOfExecutionBlock(block.sanctioned_count !== null),
    });
  }
}
