-- Epochs under Alpenglow whose participation may be outdated.
select distinct network, epoch
from raw_solana_credit final
where kind = 'alpenglow'
order by network, epoch
