/** Entities of a registry on the chain, as rows of an import. */
import { openExecution } from "../../chains/ethExecution.ts";
import {
  lidoRegistryAddress,
  type NodeOperator,
  readLidoRegistry,
} from "../../ingest/eth/execution/lidoRegistry.ts";
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { openNetwork } from "../process/listeners.ts";
import { type EntityRow, entityNameMax } from "./rows.ts";

export const registries = ["lido"] as const;
/** The source that its rows are of. */
export const registrySource = "lido-registry";
const pool = "Lido";

/** A registry to read; the address and the block where they are not the usual ones. */
export type RegistryPlan = {
  registry: (typeof registries)[number];
  address?: string | undefined;
  block?: number | undefined;
};

/**
 * Names by operator, trimmed. An operator without a name is called by its number. If a lower number has the same name,
 * the number is appended, so that later operators never change an existing name.
 */
export function operatorNames(operators: readonly NodeOperator[]): Map<number, string> {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const { id, name } of [...operators].sort((a, b) => a.id - b.id)) {
    const own = name.trim().slice(0, entityNameMax - 20);
    let chosen = own === "" ? `${pool} operator ${id}` : own;
    while (taken.has(chosen)) chosen = `${chosen} (${id})`;
    taken.add(chosen);
    names.set(id, chosen);
  }
  return names;
}

/** Two rows a key: its operator and its pool. */
export function lidoRows(operators: readonly NodeOperator[]): EntityRow[] {
  const names = operatorNames(operators);
  const rows: EntityRow[] = [];
  for (const { id, keys } of operators)
    for (const key of keys) {
      const common = {
        key,
        key_kind: "pubkey" as const,
        from_date: null,
        to_date: null,
        source: registrySource,
      };
      const operator = {
        id_type: "nodeOperator" as const,
        entity: names.get(id) ?? "",
        pool_type: "" as const,
      };
      rows.push({ ...common, ...operator, line: rows.length + 1 });
      rows.push({ ...common, id_type: "pool", entity: pool, pool_type: "lst", line: rows.length + 1 });
    }
  return rows;
}

/**
 * Reads a registry at one block, by default the last final one.
 * @throws ConfigError without execution nodes, or where the address has to be given
 */
export async function readRegistry(
  networkName: string,
  { address, block }: RegistryPlan,
  deps: {
    config: Config;
    store: Store;
    log: Logger;
    signal: AbortSignal;
    onKeys: (done: number, total: number) => void;
  },
): Promise<EntityRow[]> {
  const { config, store, log, signal, onKeys } = deps;
  const { node, opened } = await openNetwork(networkName, config, { store, log, signal });
  const { info, network } = opened.session;
  const execution = openExecution(config, node, info as EthInfo, { what: "Registries", log });
  if (address === undefined && network !== "mainnet")
    throw new ConfigError(`Lido's registry on ${network} has to be named: give its --address`, {
      code: "bad_arguments",
    });
  const at = block ?? (await execution.block("finalized", signal))?.number;
  if (at === undefined)
    throw new ConfigError("The execution node knows no final block: give --block", {
      code: "no_final_block",
    });
  const where = { address: (address ?? lidoRegistryAddress).toLowerCase(), block: at };
  const operators = await readLidoRegistry(execution, where, { onKeys, signal });
  log.info({ network, ...where, operators: operators.length }, "registry read");
  return lidoRows(operators);
}
