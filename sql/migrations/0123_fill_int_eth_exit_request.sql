-- Rows of before belong to the chain day of their epoch; days that are made again replace them. Where no day is
-- recorded an exit was decided on before the history.
insert into int_eth_exit_request (network, validator_index, day, epoch, version)
select requests.network, requests.validator_index, recorded.day, requests.epoch, 0
from int_eth_exit_request as requests final
inner join (
  select network, day, arrayJoin(range(start_epoch, end_epoch + 1)) as epoch
  from int_eth_day final
  where day_type = 'chain'
) as recorded on recorded.network = requests.network and recorded.epoch = requests.epoch
-- Of before: 2^32 less the epoch.
where requests.version between 1 and 4294967296
