-- The stake pool whose stake accounts an address may delegate; if there are several, the first by address.
select
  pool.withdraw_authority as stakeAuthority,
  pool.pool as pool,
  pool.name as poolName,
  pool.symbol as symbol,
  pool.pool_mint as poolMint,
  pool.manager as manager,
  pool.staker as staker,
  pool.validator_list as validatorList,
  vaSol(pool.total_lamports) as totalStake,
  vaSol(pool.pool_token_supply) as poolTokenSupply,
  pool.last_update_epoch as lastUpdateEpoch
from raw_solana_pool as pool final
where pool.network = {network:String} and pool.withdraw_authority = {stakeAuthority:String}
order by pool.pool
limit 1
