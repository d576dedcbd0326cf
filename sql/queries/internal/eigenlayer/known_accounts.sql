-- Strategies with shares, and for samples the first stakers of each last byte of an address, with every strategy of
-- which they had shares and the first block with a log of it.
select
  what as kind,
  vaEigenlayerAddress(account) as address,
  vaEigenlayerAddress(account_strategy) as strategy,
  first_block
from (
  select 'strategy' as what, strategy as account, strategy as account_strategy, min(block) as first_block
  from raw_eigenlayer_share
  where network = {network:String} and block <= {block:UInt32} and kind <= 'beacon_factor'
  group by strategy
  union all
  select 'staker' as what, staker as account, strategy as account_strategy, min(block) as first_block
  from raw_eigenlayer_share
  where
    network = {network:String}
    and block <= {block:UInt32}
    and kind <= 'beacon_factor'
    and staker in (
      select staker
      from raw_eigenlayer_share
      where network = {network:String} and block <= {block:UInt32} and kind <= 'beacon_factor'
      group by staker
      order by staker asc
      limit 20 by substring(staker, 20, 1)
    )
  group by staker, strategy
)
