/**
 * The supply, which the node changes with each stake that starts or is aborted. The warehouse's is that of an earlier reading,
 * changed by the rewards that it computes itself. AvalancheGo 1.14.2, vms/platformvm/service.go, GetCurrentSupply, and
 * vms/platformvm/txs/executor/proposal_tx_executor.go, undoSupplyMintOnAbort.
 */
import type { Kind } from "../figure.ts";
import { newestHourly, orMissing } from "../refusals.ts";
import { type AvalancheSource, touchedSince } from "./source.ts";

type Base = { base_height: number; missing_count: string; unknown_count: string };

export function supply(source: AvalancheSource): Kind {
  return {
    name: "supply",
    title: "supply",
    source: "platform.getCurrentSupply",
    pointsOf: newestHourly(),
    read: async (point, context) =>
      await orMissing(async () => {
        const { rows, signal } = context;
        const [base] = await rows<Base>("avalanche/verify_supply_base");
        if (base === undefined || base.missing_count !== "0")
          return { missing: "the warehouse has no other supply that its blocks lead to" };
        if (base.unknown_count !== "0")
          return { missing: `the rewards of ${base.unknown_count} stakes since then are unknown` };
        const answer = await source.client.supply(signal);
        if (answer === undefined) return { missing: "the node does not offer platform.getCurrentSupply" };
        const touched = await touchedSince(source, point + 1, context);
        const isSame = answer.height === point || ("nodeIds" in touched && touched.nodeIds.size === 0);
        if (!isSame) return { missing: `the node's supply is that of block ${answer.height ?? "unknown"}` };
        return [{ subject: "", item: "supply_navax", value: answer.supply }];
      }),
    own: { sql: "avalanche/verify_supply" },
  };
}
