-- The units of the two chains that there were.
insert into dim_cosmos_network (network, chain, denomination, token_symbol, token_decimals, version)
select
  known.network,
  known.chain,
  transform(known.chain, ['celestia', 'babylon'], ['utia', 'ubbn'], ''),
  transform(known.chain, ['celestia', 'babylon'], ['TIA', 'BABY'], ''),
  6,
  2
from dim_cosmos_network as known final
where known.version = 1
