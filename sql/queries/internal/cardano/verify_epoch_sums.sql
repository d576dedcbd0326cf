-- Sums over an epoch, for the comparison with epoch_info: blocks, stakes of pools, rewards by the ledger's formulas.
select '' as subject, part.1 as item, part.2 as value
from (
  select
    (
      select toString(any(block_count))
      from raw_cardano_epoch final
      where network = {network:String} and epoch = {point:UInt32}
    ) as blocks,
    (
      select toString(sum(active_stake))
      from raw_cardano_pool final
      where network = {network:String} and epoch = {point:UInt32}
    ) as stake,
    (
      select toString(sum(assumeNotNull(ledger_leader_reward) + assumeNotNull(ledger_member_reward)))
      from fct_cardano_pool_reward_epoch final
      where network = {network:String} and epoch = {point:UInt32} and pool_reward is not null
    ) as rewards
)
array join [('block_count', blocks), ('active_stake_lovelace', stake), ('pool_reward_lovelace', rewards)] as part
where part.1 in {items:Array(String)}
