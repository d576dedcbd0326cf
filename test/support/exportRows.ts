/** Rows of a small network for exports: days and months, a duplicate row, and numbers that only texts hold. */
import type { Store } from "../../lib/store/store.ts";

export async function insertExportRows(store: Store): Promise<void> {
  await store.command(
    "insert into dim_cosmos_network (network, chain, version) values ('celestia', 'celestia', 1)",
  );
  for (const version of [1, 2])
    await store.command(
      `insert into fct_cosmos_validator_reward_daily (network, validator, day, from_block, to_block,
        delegation_reward, commission_rate, is_complete, version)
      select 'celestia', concat('v', toString(number % 10)), toDate('2026-01-30') + intDiv(number, 10), 1, 2,
        toDecimal256(number, 18) / 4, if(number % 2 = 0, null, toDecimal128('0.05', 18)), 1, {version:UInt8} from numbers(40)`,
      { version },
    );
}
