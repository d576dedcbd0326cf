-- Of the lists of now: what is left of a longer one has a lower version than the network.
records.version = (
  select max(version)
  from fct_eth_entity_rank
  where network = {network:String} and id_type = 'network' and time_window = {window:String} and list = 'all'
)
