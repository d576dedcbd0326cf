/** Bus messages → rows of the raw tables. */
import type { CommitteeMessage, EthMessage, RegistryMessage } from "../../../schemas/eth/events.ts";
import { collectRows } from "../../frame/columns.ts";
import type { TableColumns } from "../../frame/tables.ts";
import { addBlock } from "./blocks.ts";
import { addDepositLogs } from "./deposits.ts";
import { addEpoch, committeeTable } from "./epochs.ts";
import { addExecutionBlocks } from "./executionBlocks.ts";
import { addNodeRewards } from "./nodeRewards.ts";
import { addPeers } from "./peers.ts";
import { inactivityScoreTable, pendingDepositTable, registryTables } from "./registry.ts";
import { addRelayPayloads } from "./relays.ts";

/** The rows of a batch by table. */
export function rawTables(messages: readonly EthMessage[]): TableColumns[] {
  const { rows, toTables } = collectRows();
  const bulk: TableColumns[] = [];
  const committees: CommitteeMessage[] = [];
  const registries: RegistryMessage[] = [];
  for (const message of messages) {
    if (message.type === "block") addBlock(rows, message);
    else if (message.type === "committee") committees.push(message);
    else if (message.type === "epoch") addEpoch(rows, message);
    else if (message.type === "registry") registries.push(message);
    else if (message.type === "pending_deposit") bulk.push(pendingDepositTable(message));
    else if (message.type === "deposit_log") addDepositLogs(rows, message);
    else if (message.type === "execution_block") addExecutionBlocks(rows, message);
    else if (message.type === "relay_payloads") addRelayPayloads(rows, message);
    else if (message.type === "node_rewards") addNodeRewards(rows, message);
    else if (message.type === "peer") addPeers(rows, message);
    else bulk.push(inactivityScoreTable(message));
  }
  return [...registryTables(registries), ...bulk, committeeTable(committees), ...toTables()];
}
