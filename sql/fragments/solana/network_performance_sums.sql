-- Sums over "records", those of the validators in a period.
sums as (
  select
    any(record.from_slot) as from_slot,
    any(record.to_slot) as to_slot,
    any(record.from_epoch) as from_epoch,
    any(record.to_epoch) as to_epoch,
    sum(record.activated_stake_lamports) as stake,
    countIf(ifNull(record.activated_stake_lamports, 0) > 0 or ifNull(record.vote_count, 0) > 0) as voter_count,
    any(record.confirmed_count) as confirmed_count,
    any(record.alpenglow_slot_count) as alpenglow_slot_count,
    sum(record.vote_count) as vote_count,
    -- allow unknown-as-zero: null like vote_count, for all validators of a period
    sum(record.latency_sum) as latency_sum,
    -- allow unknown-as-zero: null like vote_count, for all validators of a period
    sum(record.vote_score) as vote_score,
    -- Weighted by stake: a stake-weighted mean of parts of 10^12, as integers.
    sum(
      toUInt256(round(ifNull(record.participation, 0) * 1000000000000))
        * ifNull(record.activated_stake_lamports, 0)
    )
      / nullIf(sumIf(toUInt256(ifNull(record.activated_stake_lamports, 0)), record.participation is not null), 0)
      / 1000000000000 as participation,
    min(record.is_complete) as is_complete,
    any(record.from_at) as from_at,
    any(record.to_at) as to_at,
    max(record.version) as version
  from records as record
  having voter_count > 0
)
