-- Runs of blocks that extend beyond a block, with whether all their events are stored.
with
  (
    select min(from_block)
    from raw_polygon_scan
    where network = {network:String} and to_block > {covered_to:Int64}
  ) as since,
  stakes as (
    select toInt64(block_number) as block, sum(count()) over (order by block_number asc) as total
    from raw_polygon_stake_event final
    where network = {network:String} and block_number >= since
    group by block_number
  ),
  shares as (
    select toInt64(block_number) as block, sum(count()) over (order by block_number asc) as total
    from raw_polygon_share_event final
    where network = {network:String} and block_number >= since
    group by block_number
  )
select
  scan.from_block as from_block,
  scan.to_block as to_block,
  toBool(
    scan.stake_count = stake_until.total - stake_before.total
    and scan.share_count = share_until.total - share_before.total
  ) as is_whole
from (
  select
    from_block,
    to_block,
    stake_count,
    share_count,
    toInt64(from_block) - 1 as before,
    toInt64(to_block) as until,
    1 as one
  from raw_polygon_scan final
  where network = {network:String} and to_block > {covered_to:Int64}
) as scan
asof left join (select *, 1 as one from stakes) as stake_until
  on stake_until.one = scan.one and scan.until >= stake_until.block
asof left join (select *, 1 as one from stakes) as stake_before
  on stake_before.one = scan.one and scan.before >= stake_before.block
asof left join (select *, 1 as one from shares) as share_until
  on share_until.one = scan.one and scan.until >= share_until.block
asof left join (select *, 1 as one from shares) as share_before
  on share_before.one = scan.one and scan.before >= share_before.block
order by from_block, to_block
