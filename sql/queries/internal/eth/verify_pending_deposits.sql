-- Queued deposits in the state of an epoch's first slot, by public key, for the comparison with the Beacon API.
select
  concat('0x', lower(hex(pubkey))) as subject,
  'amount_gwei' as item,
  toString(amount_gwei) as value
from raw_eth_pending_deposit final
where network = {network:String} and epoch = {point:UInt32}
