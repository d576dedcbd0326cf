/**
 * Queues in a node's states. Rules: consensus-specs v1.6.0, specs/electra/beacon-chain.md (process_pending_deposits,
 * process_pending_consolidations). The warehouse has no queue of partial withdrawals.
 */
import type { EthInfo } from "../../ingest/eth/index.ts";
import { forkEpoch } from "../../schemas/eth/calendar.ts";
import type { Figure, Kind, NodeFigures } from "../figure.ts";
import { type RegistryRow, registryRows } from "./columns.ts";
import { explainValidator } from "./sample.ts";

const beforeElectra: NodeFigures = { missing: "there is no such queue before Electra" };
const notServed = (call: string): NodeFigures => ({ missing: `no node serves ${call} for this state` });

/** Queued deposits by public key, at epochs whose queue the warehouse read with a snapshot of the registry. */
export function pendingDeposits({ client, chain }: EthInfo): Kind {
  return {
    name: "pending_deposits",
    title: "queued deposits",
    source: "GET /eth/v1/beacon/states/{slot}/pending_deposits",
    read: async (epoch, { rows, signal }) => {
      if (epoch < forkEpoch(chain.spec, "electra")) return beforeElectra;
      const [known] = await rows<{ is_read: number }>("eth/verify_deposit_queue");
      if (known?.is_read !== 1)
        return { missing: "the warehouse reads this queue with snapshots of the registry only" };
      const queue = await client.pendingDeposits(epoch * chain.slotsPerEpoch, signal);
      if (queue === null) return notServed("pending_deposits");
      const sums = new Map<string, bigint>();
      for (const { pubkey, amount } of queue) sums.set(pubkey, (sums.get(pubkey) ?? 0n) + BigInt(amount));
      return {
        figures: [...sums].map(([subject, gwei]) => ({ subject, item: "amount_gwei", value: String(gwei) })),
      };
    },
    own: { sql: "eth/verify_pending_deposits" },
  };
}

/**
 * Consolidations in the queue. The warehouse stores each when it is first seen, and when it is executed; what lies between
 * is its queue.
 */
export function pendingConsolidations({ client, chain }: EthInfo): Kind {
  return {
    name: "pending_consolidations",
    title: "queued consolidations",
    source: "GET /eth/v1/beacon/states/{slot}/pending_consolidations",
    read: async (epoch, { rows, signal }) => {
      if (epoch < forkEpoch(chain.spec, "electra")) return beforeElectra;
      const [known] = await rows<{ is_gapless: number }>("eth/verify_consolidation_queue");
      if (known?.is_gapless !== 1)
        return { missing: "the warehouse lacks epochs since one of the queued consolidations" };
      const queue = await client.pendingConsolidations(epoch * chain.slotsPerEpoch, signal);
      if (queue === null) return notServed("pending_consolidations");
      return {
        figures: queue.map(({ source_index, target_index }) => ({
          subject: String(source_index),
          item: "target_index",
          value: String(target_index),
        })),
      };
    },
    own: { sql: "eth/verify_pending_consolidations" },
    explain: explainValidator("consolidation"),
  };
}

type QueueState = { epoch: number; snapshot_epoch: number; are_deposits_known: number };

const total = (rows: readonly RegistryRow[], of: (row: RegistryRow) => bigint) =>
  String(rows.reduce((sum, row) => sum + of(row), 0n));

/** Whether credentials name an address (0x01, 0x02), to which withdrawals are paid. */
const isPayable = ({ withdrawalCredentials: text }: RegistryRow) =>
  text.startsWith("0x01") || text.startsWith("0x02");

/** The queues of the network, at the last computed epoch only: those who are activated, exit and are paid out. */
export function networkQueues({ client, chain }: EthInfo): Kind {
  const slotOf = (epoch: number) => epoch * chain.slotsPerEpoch;

  async function withStatus(epoch: number, statuses: string[], signal: AbortSignal): Promise<RegistryRow[]> {
    return registryRows(await client.validatorsByStatus(slotOf(epoch), statuses, signal));
  }

  /** Exits by consolidation are a queue of their own; the entry of a slashed source is dropped. */
  async function exiting(epoch: number, signal: AbortSignal): Promise<Figure[]> {
    const rows = await withStatus(epoch, ["active_exiting", "active_slashed"], signal);
    const isElectra = epoch >= forkEpoch(chain.spec, "electra");
    const merging = isElectra ? await client.pendingConsolidations(slotOf(epoch), signal) : [];
    if (merging === null) return [];
    const sources = new Set(merging.map(({ source_index }) => source_index));
    const own = rows.filter(({ validator, isSlashed }) => isSlashed || !sources.has(validator));
    return [
      { subject: "", item: "exiting_count", value: String(own.length) },
      {
        subject: "",
        item: "exiting_balance_gwei",
        value: total(own, ({ effectiveBalanceGwei }) => effectiveBalanceGwei),
      },
    ];
  }

  /** Validators in the queue, and new keys among the queued deposits. */
  async function activating({ epoch, snapshot_epoch }: QueueState, signal: AbortSignal): Promise<Figure[]> {
    const rows = await withStatus(epoch, ["pending_queued"], signal);
    const isElectra = epoch >= forkEpoch(chain.spec, "electra");
    const deposits = isElectra ? await client.pendingDeposits(slotOf(snapshot_epoch), signal) : [];
    if (deposits === null) return [];
    const keys = [...new Set(deposits.map(({ pubkey }) => pubkey))];
    const found = keys.length === 0 ? [] : await client.validatorsById(slotOf(epoch), keys, signal);
    const known = new Set(registryRows(found).map(({ pubkey }) => pubkey));
    const fresh = deposits.filter(({ pubkey }) => !known.has(pubkey));
    const amount = fresh.reduce((sum, one) => sum + BigInt(one.amount), 0n);
    const queued = BigInt(total(rows, ({ effectiveBalanceGwei }) => effectiveBalanceGwei));
    const count = rows.length + new Set(fresh.map(({ pubkey }) => pubkey)).size;
    return [
      { subject: "", item: "activating_count", value: String(count) },
      { subject: "", item: "activating_balance_gwei", value: String(queued + amount) },
    ];
  }

  /** Validators whose balance is paid out by the next sweep: balances are known with a snapshot. */
  async function withdrawing(epoch: number, signal: AbortSignal): Promise<Figure[]> {
    const rows = (await withStatus(epoch, ["withdrawal_possible"], signal)).filter(isPayable);
    return [
      { subject: "", item: "fully_withdrawing_count", value: String(rows.length) },
      {
        subject: "",
        item: "fully_withdrawing_balance_gwei",
        value: total(rows, ({ balanceGwei }) => balanceGwei),
      },
    ];
  }

  return {
    name: "network_queues",
    title: "activation, exit and withdrawal queues",
    source: "POST /eth/v1/beacon/states/{slot}/validators with statuses",
    pointsOf: async ({ to }) => [to],
    read: async (epoch, { rows, signal }) => {
      const [state] = await rows<QueueState>("eth/verify_queue_state");
      if (state?.epoch !== epoch)
        return { missing: `the warehouse has the queues of epoch ${state?.epoch ?? "(none)"} only` };
      return {
        figures: [
          ...(await exiting(epoch, signal)),
          ...(state.are_deposits_known === 1 ? await activating(state, signal) : []),
          ...(state.snapshot_epoch === epoch ? await withdrawing(epoch, signal) : []),
        ],
      };
    },
    own: {
      sql: "eth/verify_network_queues",
      values: (_epoch, figures) => ({ items: figures.map(({ item }) => item) }),
    },
  };
}
