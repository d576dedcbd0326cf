-- Facts of an epoch's rewards, with whether all of them are stored.
select
  toUnixTimestamp(payout.start_at) as start_at,
  toUnixTimestamp(payout.end_at) as end_at,
  toString(payout.version) as version,
  toBool(
    payout.reward_count = (
      select count() from raw_cardano_reward final where network = {network:String} and epoch = {epoch:UInt32}
    )
  ) as is_whole
from raw_cardano_payout as payout final
where payout.network = {network:String} and payout.epoch = {epoch:UInt32}
