-- What is told of the rewards of an epoch, with whether all of them are here.
select
  toUnixTimestamp(told.start_at) as start_at,
  toUnixTimestamp(told.end_at) as end_at,
  toString(told.version) as version,
  toBool(
    told.reward_count = (
      select count() from raw_cardano_reward final where network = {network:String} and epoch = {epoch:UInt32}
    )
  ) as is_whole
from raw_cardano_payout as told final
where told.network = {network:String} and told.epoch = {epoch:UInt32}
