-- Number of computed epochs of a range, and of days wholly inside it without a record although the payments on them are
-- known, too.
with
  made as (
    select epoch, start_at, end_at
    from int_cardano_epoch final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and has_facts = 1
  ),
  days as (
    select
      arrayJoin(
        arrayMap(
          i -> toDate(min(start_at) + 86399) + i,
          range(toUInt32(greatest(0, toInt32(toDate(max(end_at))) - toInt32(toDate(min(start_at) + 86399)))))
        )
      ) as date
    from made
    having count() > 0
  )
select
  (select count() from made) as done,
  countIf(date not in (select day from int_cardano_day final where network = {network:String})) as outdated
from days
where date not in (
  select toDate(start_at)
  from int_cardano_epoch final
  where
    network = {network:String}
    and epoch >= 2
    and epoch - 2 not in (select epoch from int_cardano_epoch final where network = {network:String} and is_paid = 1)
)
