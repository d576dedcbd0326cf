/** Invariants of each epoch: duties, inclusions, rewards, withdrawals. */
import {
  active,
  dayKey,
  dayTable,
  duty,
  dutyTable,
  ideal,
  type Law,
  network,
  slotsPerEpoch,
} from "./ethInvariant.ts";

export const epochLaws: readonly Law[] = [
  {
    name: "each active validator is in exactly one committee, and no other validator is in any",
    tables: ["raw_eth_registry", "raw_eth_committee"],
    sql: `select epoch, validator_index, seats from (
        select epoch, validator_index, sum(seat) as seats, sum(is_active) as active from (
          select epoch, arrayJoin(validator_indices) as validator_index, 1 as seat, 0 as is_active
          from raw_eth_committee final where ${network}
          union all select epoch, validator_index, 0, 1 from (${active})
        ) group by epoch, validator_index
      ) where seats != active`,
    damage: {
      table: "raw_eth_committee",
      key: "slot",
      set: { validator_indices: "arrayPushBack(arrayPopBack(validator_indices), validator_indices[1])" },
    },
  },
  {
    name: "the duties of an epoch are as many as its active validators",
    tables: ["raw_eth_registry", "int_eth_epoch", dutyTable],
    sql: `select totals.epoch, totals.duty_count, duties.duties, actives.validators
      from (select * from int_eth_epoch final where ${network}) as totals
      left join (select epoch, count() as validators from (${active}) group by epoch) as actives on actives.epoch = totals.epoch
      left join (select epoch, countIf(has_duty) as duties from ${dutyTable} final where ${network} group by epoch) as duties
        on duties.epoch = totals.epoch
      where totals.duty_count != actives.validators or totals.duty_count != duties.duties`,
    damage: { table: "int_eth_epoch", key: "epoch", set: { duty_count: "duty_count + 1" } },
  },
  {
    name: "a validator has one duty row an epoch, and is attested exactly when included",
    tables: [dutyTable],
    sql: `select epoch, validator_index, count() as rows from ${dutyTable} where ${network} group by epoch, validator_index having rows > 1
      union all
      select epoch, validator_index, 0 from ${dutyTable} final
      where ${network} and (is_attested != (inclusion_count > 0) or is_attested > has_duty)`,
    damage: { table: dutyTable, key: duty, where: "inclusion_delay > 0", set: { inclusion_count: "0" } },
  },
  {
    name: "a head flag comes with the target flag and at delay 1",
    tables: [dutyTable],
    sql: `select epoch, validator_index from ${dutyTable} final
      where ${network} and is_head_timely and (not is_target_timely or not is_head_correct or inclusion_delay != 1)`,
    damage: { table: dutyTable, key: duty, where: "bitTest(vote_flags, 5)", set: { inclusion_delay: "2" } },
  },
  {
    name: "a target flag comes with a right target, a source flag with a quick inclusion",
    tables: [dutyTable],
    sql: `select epoch, validator_index from ${dutyTable} final
      where ${network} and (
        is_target_timely > is_target_correct or is_source_timely != (inclusion_delay between 1 and ${Math.floor(Math.sqrt(slotsPerEpoch))})
      )`,
    damage: { table: dutyTable, key: duty, where: "bitTest(vote_flags, 3)", set: { inclusion_delay: "7" } },
  },
  {
    name: "an inclusion comes 1 to 2 epochs less a slot after the duty",
    tables: [dutyTable],
    sql: `select epoch, validator_index from ${dutyTable} final
      where ${network} and is_attested and inclusion_delay not between 1 and ${2 * slotsPerEpoch - 1}`,
    damage: {
      table: dutyTable,
      key: duty,
      where: "inclusion_delay > 0",
      set: { inclusion_delay: `${2 * slotsPerEpoch}` },
    },
  },
  {
    name: "no more votes are right or late than are included, and no more are included than were due",
    tables: [dayTable],
    sql: `select validator_index, day from ${dayTable} final
      where ${network} and (greatest(correct_target_count, correct_head_count, late_source_count, late_head_count) > attested_count
        or correct_source_count != attested_count or attested_count > attestation_duty_count)`,
    damage: { table: dayTable, key: dayKey, set: { correct_target_count: "attested_count + 1" } },
  },
  {
    name: "no validator earns more than the ideal reward, and earned and missed add up to it",
    tables: [dutyTable, "int_eth_epoch"],
    sql: `select duties.epoch, duties.validator_index
      from (select *, has_duty from ${dutyTable} final where ${network}) as duties
      inner join (select * from int_eth_epoch final where ${network}) as totals on totals.epoch = duties.epoch
      where duties.source_reward_gwei > ${ideal(14, "source")} or duties.target_reward_gwei > ${ideal(26, "target")}
        or duties.head_reward_gwei > ${ideal(14, "head")}
        or (duties.has_duty and greatest(source_reward_gwei, 0) + greatest(target_reward_gwei, 0) + greatest(head_reward_gwei, 0)
          + missed_reward_gwei != ${ideal(14, "source")} + ${ideal(26, "target")} + ${ideal(14, "head")})`,
    damage: {
      table: dutyTable,
      key: duty,
      where: "source_reward_gwei > 0",
      set: { source_reward_gwei: "source_reward_gwei + 1" },
    },
  },
  {
    name: "since Altair no validator is penalised for a head",
    tables: [dutyTable],
    sql: `select epoch, validator_index from ${dutyTable} final where ${network} and head_reward_gwei < 0`,
    damage: { table: dutyTable, key: duty, set: { head_reward_gwei: "-1" } },
  },
  {
    name: "a proposer's rewards are the sum of their parts",
    tables: [
      "fct_eth_proposal_slot",
      "int_eth_attestation_inclusion_slot",
      "int_eth_sync_slot",
      "fct_eth_slashing",
    ],
    sql: `select slot from (
        select slot, sum(whole) as total, sum(part) as parts from (
          select slot, toInt64(ifNull(attestation_reward_gwei, 0)) + sync_reward_gwei + slashing_reward_gwei as whole, 0 as part
          from fct_eth_proposal_slot final where ${network}
          union all select slot, 0, toInt64(proposer_reward_gwei) from int_eth_attestation_inclusion_slot final where ${network}
          union all select slot, 0, toInt64(proposer_reward_gwei) from int_eth_sync_slot final where ${network}
          union all select slot, 0, toInt64(reward_gwei) from fct_eth_slashing final where ${network}
        ) where slot in (select slot from fct_eth_proposal_slot final where ${network}) group by slot
      ) where total != parts`,
    damage: {
      table: "fct_eth_proposal_slot",
      key: "slot",
      where: "status = 'proposed'",
      set: { sync_reward_gwei: "sync_reward_gwei + 1" },
    },
  },
  {
    name: "sync rewards less penalties are (2 · signatures - seats) times the seat's reward, but for penalties beyond a balance",
    tables: [dutyTable, "int_eth_sync_slot", "raw_eth_epoch", "raw_eth_sync_balance"],
    sql: `select slots.epoch from (
        select sync.epoch as epoch,
          sum((2 * toInt64(sync.signature_count) - length(epochs.sync_committee)) * toInt64(sync.participant_reward_gwei)) as gwei,
          sum(length(epochs.sync_committee)) as seats
        from (select * from int_eth_sync_slot final where ${network}) as sync
        inner join (select * from raw_eth_epoch final where ${network}) as epochs on epochs.epoch = sync.epoch group by epoch
      ) as slots
      left join (
        select own.epoch as epoch, sum(own.sync_reward_gwei) as gwei, sum(own.sync_signature_count + own.sync_missed_count) as seats,
          -- Validators with reported balances may have nothing left to pay with.
          sumIf(own.sync_missed_count * pay.gwei + own.sync_penalty_gwei, (own.epoch, own.validator_index) in (
            select epoch, validator_index from raw_eth_sync_balance final where ${network}
          )) as unpaid
        from (select * from ${dutyTable} final where ${network}) as own
        left join (
          select epoch, toInt64(any(participant_reward_gwei)) as gwei from int_eth_sync_slot final where ${network} group by epoch
        ) as pay on pay.epoch = own.epoch
        group by epoch
      ) as duties on duties.epoch = slots.epoch
      where slots.gwei + duties.unpaid != duties.gwei or duties.unpaid < 0 or slots.seats != duties.seats`,
    damage: {
      table: "int_eth_sync_slot",
      key: "slot",
      set: { signature_count: "signature_count - 1" },
    },
  },
  {
    name: "withdrawal indices of canonical blocks have no gap and no double",
    tables: ["raw_eth_withdrawal", "raw_eth_block"],
    sql: `select count() as rows from raw_eth_withdrawal final
      where ${network} and block_root in (select block_root from raw_eth_block final where ${network} and status = 'canonical' and is_final = 1)
      having rows = 0 or uniqExact(withdrawal_index) != rows or max(withdrawal_index) - min(withdrawal_index) + 1 != rows`,
    damage: {
      table: "raw_eth_withdrawal",
      key: "withdrawal_index",
      where:
        "withdrawal_index = (select min(withdrawal_index) + 1 from raw_eth_withdrawal where network = 'generated')",
      drop: true,
    },
  },
];
