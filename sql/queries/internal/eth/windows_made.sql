-- What the newest windows of a network were made of, all tables of them; 0 while there are none.
select
  toString(least(
    (select max(version) from fct_eth_entity_rank where network = {network:String} and id_type = 'network'),
    (select max(version) from fct_eth_network_window where network = {network:String})
  )) as version
