-- Number of delegators with stake in active validators at the end of a window.
with
  /* include fragments/polygon/window_period.sql */
select count() as total
from (
  select share.account as account
  from raw_polygon_share_event as share final
  where
    share.network = {network:String}
    and share.position < ending.1
    and share.validator in (
      select validator
      from fct_polygon_validator_checkpoint final
      where network = {network:String} and checkpoint = period.2
    )
  group by share.account
  having sum(share.amount) > 0
)
