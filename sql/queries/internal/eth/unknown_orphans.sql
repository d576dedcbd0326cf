-- Missed slots by network that may hide an orphaned block, if the rating gives it a score.
select network, min(epoch) as from_epoch, max(epoch) as to_epoch, count() as slots
from fct_eth_proposal_slot as proposals final
left join (
  select network, min(from_epoch) as epoch
  from dim_eth_rating_version final
  where orphaned_score = 0
  group by network
) as unscored on proposals.network = unscored.network
where status = 'missed' and (unscored.network = '' or epoch < unscored.epoch)
group by network
order by network
