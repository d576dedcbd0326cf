/** Invariants of days, of sums over validators, and of balances. */
import { dayKey, dayTable, duty, dutyTable, type Law, network, summed } from "./ethInvariant.ts";

export const dayLaws: readonly Law[] = [
  {
    name: "ratings lie between 0 and 100",
    tables: [dayTable],
    sql: `select validator_index, day from ${dayTable} final
      where ${network} and (attester_effectiveness not between 0 and 100 or proposer_effectiveness not between 0 and 100
        or validator_effectiveness not between 0 and 100)`,
    damage: { table: dayTable, key: dayKey, set: { validator_effectiveness: "100.001" } },
  },
  {
    name: "each epoch is in exactly one chain day and one UTC day",
    tables: ["int_eth_epoch", "int_eth_day"],
    sql: `select types.day_type, epochs.epoch, countIf(epochs.epoch between days.start_epoch and days.end_epoch) as covered
      from (select epoch from int_eth_epoch final where ${network}) as epochs
      cross join (select arrayJoin(['chain', 'utc']) as day_type) as types
      left join (select toString(day_type) as day_type, start_epoch, end_epoch from int_eth_day final where ${network}) as days
        on days.day_type = types.day_type
      group by types.day_type, epochs.epoch having covered != 1`,
    damage: { table: "int_eth_day", key: "(day_type, day)", set: { end_epoch: "end_epoch + 1" } },
  },
  {
    name: "chain days and UTC days of the same epochs have the same totals",
    tables: [dayTable],
    sql: `select count() as rows from ${dayTable} final where ${network}
      having rows = 0 or ${summed.map((name) => `sumIf(${name}, day_type = 'chain') != sumIf(${name}, day_type = 'utc')`).join(" or ")}`,
    damage: { table: dayTable, key: dayKey, set: { attested_count: "attested_count + 1" } },
  },
  {
    name: "days are the sums of their epochs' duties",
    tables: [dayTable, dutyTable, "int_eth_day"],
    sql: `select days.day_type, days.day from (select * from int_eth_day final where ${network}) as days
      left join (
        select day_type, day, sum(attested_count) as attested, sum(sync_penalty_gwei) as sync,
          sum(attestation_reward_gwei + attestation_penalty_gwei + inactivity_penalty_gwei) as rewards
        from (select *, attestation_penalty_gwei from ${dayTable} final where ${network}) group by day_type, day
      ) as records on records.day_type = days.day_type and records.day = days.day
      left join (
        select spans.day_type as day_type, spans.day as day, sum(duties.is_attested) as attested, sum(duties.sync_penalty_gwei) as sync,
          sum(toInt64(duties.source_reward_gwei) + duties.target_reward_gwei + duties.head_reward_gwei
            + duties.inactivity_penalty_gwei) as rewards
        from (select * from int_eth_day final where ${network}) as spans
        cross join (select *, is_attested from ${dutyTable} final where ${network}) as duties
        where duties.epoch between spans.start_epoch and spans.end_epoch group by day_type, day
      ) as epochs on epochs.day_type = days.day_type and epochs.day = days.day
      where records.attested != epochs.attested or records.sync != epochs.sync or records.rewards != epochs.rewards`,
    damage: {
      table: dutyTable,
      key: duty,
      where: "source_reward_gwei > 0",
      set: { source_reward_gwei: "source_reward_gwei + 1" },
    },
  },
  {
    name: "validators add up to their epoch: attested, and the balance of each flag",
    tables: [dutyTable, "int_eth_epoch"],
    sql: `select totals.epoch from (select * from int_eth_epoch final where ${network}) as totals
      left join (
        select epoch, countIf(is_attested) as attested, sumIf(effective_balance_gwei, is_source_timely and not is_slashed) as source,
          sumIf(effective_balance_gwei, is_target_timely and not is_slashed) as target,
          sumIf(effective_balance_gwei, is_head_timely and not is_slashed) as head
        from ${dutyTable} final where ${network} group by epoch
      ) as duties on duties.epoch = totals.epoch
      where totals.attested_count != duties.attested or totals.source_balance_gwei != duties.source
        or totals.target_balance_gwei != duties.target or totals.head_balance_gwei != duties.head`,
    damage: { table: "int_eth_epoch", key: "epoch", set: { head_balance_gwei: "head_balance_gwei - 1" } },
  },
  {
    name: "a balance changes by what is attributed, or the record says what is missing",
    tables: ["fct_eth_validator_reconciliation_daily"],
    sql: `select validator_index, day from fct_eth_validator_reconciliation_daily final
      where ${network} and (
        if(empty(missing_inputs), ifNull(residual_gwei, -1) != 0, residual_gwei is not null)
        or toInt64(end_balance_gwei) - start_balance_gwei != attestation_gwei + sync_gwei + proposer_gwei + slashing_gwei
          + deposit_gwei + withdrawal_gwei + consolidation_gwei + ifNull(residual_gwei, toInt64(end_balance_gwei) - start_balance_gwei
          - attestation_gwei - sync_gwei - proposer_gwei - slashing_gwei - deposit_gwei - withdrawal_gwei - consolidation_gwei)
      )`,
    damage: {
      table: "fct_eth_validator_reconciliation_daily",
      key: dayKey,
      where: "empty(missing_inputs)",
      set: { end_balance_gwei: "end_balance_gwei + 1" },
    },
  },
  {
    name: "validators with a balance in a day's second snapshot are reconciled, new ones from zero",
    tables: ["fct_eth_validator_reconciliation_daily", "raw_eth_registry"],
    sql: `select days.day_type, days.day, ends.validator_index
      from (
        select distinct day_type, day, end_epoch from fct_eth_validator_reconciliation_daily final where ${network}
      ) as days
      inner join (
        select epoch, validator_index from raw_eth_registry final where ${network} and is_snapshot = 1 and balance_gwei > 0
      ) as ends on ends.epoch = days.end_epoch
      where (days.day_type, days.day, ends.validator_index) not in (
        select day_type, day, validator_index from fct_eth_validator_reconciliation_daily final where ${network}
      )`,
    damage: {
      table: "fct_eth_validator_reconciliation_daily",
      key: dayKey,
      where: "start_balance_gwei = 0 and deposit_gwei > 0",
      drop: true,
    },
  },
  {
    name: "a consolidation moves no more than the source's effective balance",
    tables: ["raw_eth_consolidation", "raw_eth_registry"],
    sql: `select moved.source_index from (select * from raw_eth_consolidation final where ${network}) as moved
      left join (select epoch + 1 as epoch, validator_index, effective_balance_gwei, is_slashed from raw_eth_registry final where ${network}) as sources
        on sources.epoch = moved.epoch and sources.validator_index = moved.source_index
      where moved.amount_gwei > sources.effective_balance_gwei or (sources.is_slashed and moved.amount_gwei > 0)`,
    damage: {
      table: "raw_eth_consolidation",
      key: "source_index",
      set: { amount_gwei: "amount_gwei + 100000000000" },
    },
  },
];
