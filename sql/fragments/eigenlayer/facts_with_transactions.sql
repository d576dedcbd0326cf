-- The facts of an explanation, from `own`, with the transactions of their logs. A log is identified by its index in its
-- block; for rewards it is the log of their root.
root_logs as (
  select toUInt64(block) * 1048576 + log_index as place
  from raw_eigenlayer_root final
  where network = {network:String} and root_index = {root_index:Nullable(UInt32)}
),
facts as (
  select
    own.kind as kind,
    own.source as source,
    own.place as place,
    own.height_kind as height_kind,
    own.height as height,
    null as block_hash,
    if(
      logged.transaction_hash = '' or not startsWith(own.source, 'raw_'), null, logged.transaction_hash
    ) as transaction_hash,
    own.item as item,
    own.expected as expected,
    own.actual as actual,
    own.fact_amount as fact_amount,
    nullIf(own.fact_unit, '') as fact_unit,
    own.counted as counted
  from own
  left join (
    select
      toUInt64(block) * 1048576 + log_index as place,
      concat('0x', lower(hex(transaction_hash))) as transaction_hash
    from raw_eigenlayer_transaction final
    where
      network = {network:String}
      and block in (
        select block
        from raw_eigenlayer_share
        where
          network = {network:String} and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
        union distinct
        select block
        from raw_eigenlayer_delegation
        where
          network = {network:String} and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
        union distinct
        select block
        from raw_eigenlayer_magnitude
        where
          network = {network:String}
          and operator = toFixedString(unhex(substring(ifNull({operator:Nullable(String)}, ''), 3)), 20)
        union distinct
        select toUInt32(intDiv(place, 1048576)) as block
        from root_logs
      )
  ) as logged
    on logged.place = if(own.source = 'raw_eigenlayer_reward', (select any(place) from root_logs), own.place)
)
