/**
 * Conservation laws of the warehouse as queries that list violations. Each is run twice: on the tables that the
 * pipeline wrote, where it must find nothing, and on a copy (under another network's name) with one deliberate fault,
 * which it must find.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { openFilledWarehouse, type TestWarehouse } from "./support/ethPipeline.ts";

type Law = {
  name: string;
  /** Tables that the query reads: what the damaged copy consists of. */
  tables: string[];
  /** Lists violations; may use {network}. */
  sql: string;
  /** One row of `table` (the first that satisfies `where`) gets other values, or is dropped. */
  damage: { table: string; key: string; where?: string; set?: Record<string, string>; drop?: boolean };
};

const network = "network = {network:String}";
/** Registry rows at the start of each epoch: the chain is small, so every epoch has a full snapshot. */
const active = `select epoch, validator_index from raw_eth_registry final
  where ${network} and is_snapshot = 1 and activation_epoch <= epoch and epoch < exit_epoch`;
const increment = 1_000_000_000;
const slotsPerEpoch = 8;
const duty = "(epoch, validator_index)";
const dutyTable = "fct_eth_validator_duty_epoch";
const dayTable = "fct_eth_validator_performance_daily";
const dayKey = "(day_type, day, validator_index)";

const ideal = (weight: number, flag: string) =>
  `if(totals.is_leak, 0, intDiv(
    toUInt256(intDiv(duties.effective_balance_gwei, ${increment})) * totals.base_reward_per_increment_gwei * ${weight}
      * intDiv(greatest(totals.${flag}_balance_gwei, ${increment}), ${increment}),
    intDiv(totals.total_active_balance_gwei, ${increment}) * 64
  ))`;

/** Without attestation penalties: a slashed validator is still penalised on days without a duty, which have no record. */
const summed = [
  "attestation_duty_count",
  "attested_count",
  "attestation_count",
  "correct_target_count",
  "correct_head_count",
  "inclusion_delay_sum",
  "sync_signature_count",
  "sync_missed_count",
  "attestation_reward_gwei",
  "sync_reward_gwei",
  "sync_penalty_gwei",
  "proposer_duty_count",
  "proposed_count",
  "proposer_attestation_reward_gwei",
  "missed_attestation_reward_gwei",
];

const laws: Law[] = [
  {
    name: "each active validator is in exactly one committee, and nobody else is in any",
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
    name: "nobody earns more than the ideal reward, and earned and missed make it up",
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
    name: "since Altair nobody is penalised for a head",
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
    name: "sync rewards less penalties are (2 · signatures - seats) times the seat's reward",
    tables: [dutyTable, "int_eth_sync_slot", "raw_eth_epoch"],
    sql: `select slots.epoch from (
        select sync.epoch as epoch,
          sum((2 * toInt64(sync.signature_count) - length(epochs.sync_committee)) * toInt64(sync.participant_reward_gwei)) as gwei,
          sum(length(epochs.sync_committee)) as seats
        from (select * from int_eth_sync_slot final where ${network}) as sync
        inner join (select * from raw_eth_epoch final where ${network}) as epochs on epochs.epoch = sync.epoch group by epoch
      ) as slots
      left join (
        select epoch, sum(sync_reward_gwei) as gwei, sum(sync_signature_count + sync_missed_count) as seats
        from ${dutyTable} final where ${network} group by epoch
      ) as duties on duties.epoch = slots.epoch
      where slots.gwei != duties.gwei or slots.seats != duties.seats`,
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
        select day_type, day, sum(attested_count) as attested, sum(sync_penalty_gwei) as sync, sum(attestation_reward_gwei) as rewards
        from ${dayTable} final where ${network} group by day_type, day
      ) as records on records.day_type = days.day_type and records.day = days.day
      left join (
        select spans.day_type as day_type, spans.day as day, sum(duties.is_attested) as attested, sum(duties.sync_penalty_gwei) as sync,
          sum(greatest(duties.source_reward_gwei, 0) + greatest(duties.target_reward_gwei, 0) + greatest(duties.head_reward_gwei, 0)) as rewards
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
    name: "validators add up to their epoch: attested, and the balance behind each flag",
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
    name: "whoever is in a day's second snapshot is reconciled, those who joined in between from nothing",
    tables: ["fct_eth_validator_reconciliation_daily", "raw_eth_registry"],
    sql: `select days.day_type, days.day, ends.validator_index
      from (
        select distinct day_type, day, end_epoch from fct_eth_validator_reconciliation_daily final where ${network}
      ) as days
      inner join (
        select epoch, validator_index from raw_eth_registry final where ${network} and is_snapshot = 1
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

describe("laws", () => {
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    const chain = generateChain({
      seed: 31,
      validators: 96,
      preset: "minimal",
      startEpoch: 40,
      epochs: 13,
      spec: { SECONDS_PER_SLOT: "2700" },
    });
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    expect(to).toBeGreaterThan(48);
    const range = { from: chain.options.startEpoch + 1, to };
    const filled = await openFilledWarehouse(chain, range);
    expect(filled.network).toBe("generated");
    warehouse = filled;
    // What is read without FINAL below is what analysts see after merges.
    await warehouse.store.command(`optimize table ${dutyTable} final`);
  });
  afterAll(() => warehouse.close());

  const violations = (law: Law, name: string) => warehouse.store.rows(law.sql, { network: name });

  /** Copies the law's tables to a network of its own, with one row changed or left out. */
  async function copyDamaged({ tables, damage }: Law, name: string): Promise<void> {
    for (const table of tables) {
      const changes = [`'${name}' as network`];
      let [isHit, filter] = ["0", "1"];
      if (table === damage.table) {
        const first = `select min(${damage.key}) from ${table} final where network = 'generated' and (${damage.where ?? "1"})`;
        isHit = `${damage.key} = (${first})`;
        for (const [column, value] of Object.entries(damage.set ?? {}))
          changes.push(`if(is_hit, ${value}, ${column}) as ${column}`);
        if (damage.drop === true) filter = "not is_hit";
      }
      await warehouse.store.command(
        `insert into ${table}
        select * except (is_hit) replace (${changes.join(", ")})
        from (select *, ${isHit} as is_hit from ${table} final where network = 'generated')
        where ${filter}`,
      );
    }
  }

  it.each(laws)("$name", async (law) => {
    const name = `damaged-${laws.indexOf(law)}`;
    for (const table of law.tables) {
      const [row] = await warehouse.store.rows<{ rows: string }>(
        `select count() as rows from ${table} where network = 'generated'`,
      );
      expect([table, Number(row?.rows) > 0]).toEqual([table, true]);
    }
    expect(await violations(law, "generated")).toEqual([]);
    await copyDamaged(law, name);
    expect((await violations(law, name)).length).toBeGreaterThan(0);
  });
});
