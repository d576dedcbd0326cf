-- Slots of an interval of 3,000 slots or of a UTC day, the input of its records. No row without known slots.
-- `record_facts`: how much is known. A period has the rating version of its first slot.
with
  (
    select
      tuple(
        groupArray(from_slot),
        groupArray(rating_version),
        groupArray(proposer_weight),
        groupArray(voting_weight)
      )
    from (
      select from_slot, rating_version, proposer_weight, voting_weight
      from dim_solana_rating_version final
      where network = {network:String}
      order by from_slot asc
    )
  ) as rating_versions,
  argMin(arrayLastIndex(first -> first <= part.from_slot, rating_versions.1), part.from_slot) as version_place
select
  min(part.from_slot) as from_slot,
  max(part.to_slot) as to_slot,
  min(part.from_epoch) as from_epoch,
  max(part.to_epoch) as to_epoch,
  sum(part.slot_count) as slot_count,
  sum(part.produced_count) as confirmed_count,
  sum(part.vote_score_max) as vote_score_max,
  sum(part.alpenglow_slot_count) as alpenglow_slot_count,
  sum(part.alpenglow_block_count) as alpenglow_block_count,
  sum(part.unread_count) as unread_count,
  min(part.is_complete) as are_parts_complete,
  toUnixTimestamp(min(part.from_at)) as from_at,
  toUnixTimestamp(max(part.to_at)) as to_at,
  rating_versions.2[version_place] as rating_version,
  rating_versions.3[version_place] as proposer_weight,
  rating_versions.4[version_place] as voting_weight,
  sum(intDivOrZero(moduloOrZero(part.version, {version_revision:UInt64}), {version_facts:UInt64})) as record_facts
from int_solana_interval_part as part final
where
  part.network = {network:String}
  and if({day:Nullable(Date)} is null, part.interval_slot = {interval_slot:UInt32}, part.day = {day:Nullable(Date)})
having slot_count > 0
