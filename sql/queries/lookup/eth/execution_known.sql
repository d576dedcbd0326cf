-- Whether execution nodes, and relays, have returned anything for a network: only then a missing payment is 0.
select
  toUInt8({network:String} in (select network from raw_eth_execution_block group by network)) as isExecutionKnown,
  isExecutionKnown
    and {network:String} in (select network from raw_eth_relay_epoch group by network) as isRelayKnown
