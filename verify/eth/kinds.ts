/** Ethereum: what beacon and execution nodes report themselves. A point is an epoch. */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { ExecutionClient } from "../../ingest/execution/client.ts";
import type { Verification } from "../figure.ts";
import { balanceChanges } from "./balances.ts";
import { blockRewards, syncRewards } from "./blockRewards.ts";
import { attesterDuties, liveness, proposerDuties, syncDuties } from "./duties.ts";
import { executionFees, withdrawals } from "./execution.ts";
import { networkQueues, pendingConsolidations, pendingDeposits } from "./queues.ts";
import { attestationRewards } from "./rewards.ts";
import { ethSoftware } from "./software.ts";
import { validators } from "./validators.ts";

/** @param execution undefined: no execution node is configured, so that its figures are not compared */
export function ethVerification(info: EthInfo, execution?: ExecutionClient): Verification {
  return {
    software: (signal) => ethSoftware(info, execution, signal),
    kinds: [
      ...[attestationRewards(info), blockRewards(info), syncRewards(info)],
      ...[attesterDuties(info), proposerDuties(info), syncDuties(info), liveness(info)],
      ...[balanceChanges(info), validators(info)],
      ...[pendingDeposits(info), pendingConsolidations(info), networkQueues(info)],
      ...(execution === undefined ? [] : [executionFees(execution), withdrawals(execution)]),
    ],
  };
}
