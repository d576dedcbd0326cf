-- Withdrawals queued in M1 up to a block and not migrated to M2, with their shares by strategy. The log of a withdrawal
-- follows those of its shares in one transaction.
select
  concat('0x', lower(hex(queued.withdrawal_root))) as root,
  concat('0x', lower(hex(share.strategy))) as strategy,
  leftPad(lower(hex(reinterpretAsUInt256(share.amount))), 64, '0') as amount
from (
  select block, log_index, strategy, amount
  from raw_eigenlayer_share final
  where network = {network:String} and kind = 'withdrawal_m1' and block <= {block:UInt32}
) as share
asof inner join (
  select block, log_index, withdrawal_root
  from raw_eigenlayer_withdrawal final
  where network = {network:String} and kind = 'm1' and block <= {block:UInt32}
) as queued on queued.block = share.block and queued.log_index > share.log_index
where queued.withdrawal_root not in (select old_root from raw_eigenlayer_migration where network = {network:String})
order by queued.block, queued.log_index, share.log_index
