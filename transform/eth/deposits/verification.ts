/**
 * Verifies signatures of deposits, where they decide whose deposit created a validator. One takes milliseconds, and
 * nearly all of a network's deposits have no rival: all that may have created their validator were sent by one account.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { internalSql } from "../../../lib/sql/internal.ts";
import type { Store } from "../../../lib/store/store.ts";
import { createRows } from "../../frame/columns.ts";
import { writeTables } from "../../frame/tables.ts";
import { isValidDepositSignature, type SignedDeposit } from "./signature.ts";

type Unverified = SignedDeposit & { deposit_index: string };

/** Raise it when verdicts change. */
const verdictVersion = 1;
/** What is verified before it is written: some seconds. */
const rowsMax = 500;

/**
 * Verifies the first deposit of each key with rivals, and after a void one the next. Without the network's fork version,
 * which an older listener did not publish, nothing is verified, and no deposit counts as void.
 */
export async function verifyDeposits(store: Store, network: string): Promise<void> {
  const [spec] = await store.rows<{ genesis_fork_version: string }>(internalSql("eth/genesis_fork_version"), {
    network,
  });
  if (spec === undefined) return;
  for (;;) {
    const deposits = await store.rows<Unverified>(internalSql("eth/unverified_deposits"), {
      network,
      rows: rowsMax,
    });
    if (deposits.length === 0) return;
    const rows = createRows("dim_eth_deposit_signature");
    for (const { deposit_index, ...deposit } of deposits) {
      // Nothing else of this process runs while one is verified.
      await nextTurn();
      const isValid = await isValidDepositSignature(deposit, spec.genesis_fork_version);
      rows.push({ network, deposit_index, is_valid: isValid ? 1 : 0, version: verdictVersion });
    }
    await writeTables(store, [rows.toTable()]);
  }
}
