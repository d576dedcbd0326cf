alter table app_api_key
  comment column key_id 'Public identifier: the first characters of the key',
  comment column tier 'Tier; serve/access/tiers.ts defines its limits',
  comment column organization_id 'Owner; keys of one organization share their private sets',
  comment column member 'Holder of the key, as its organization names them; empty if not given',
  comment column created_by 'Key that created this one; empty for the command line',
  comment column rate_key_id 'Key whose request rate it shares; empty if it has its own',
  comment column expires_at 'End of validity; null if it does not expire',
  comment column scopes 'Permissions of requests with the key; serve/access/scopes.ts lists all scopes',
  comment column replaced_by 'Identifier of the key that replaces it (rotation); empty if none',
  comment column version 'Number of the change, 1 for the creation; a revocation is above all others',
  modify comment 'One row per API key. The key itself is not stored'
alter table app_backup
  comment column name 'Folder of the backup under BACKUP_DESTINATION: its day and a number',
  comment column state 'begun: in progress or interrupted. Inside a backup, the row of that backup itself has this state',
  comment column manifest 'JSON: contents of the backup, the backup it is based on, and the version that created it',
  comment column recorded_at 'Version, by the clock of the server: the newest record wins',
  modify comment 'One row per backup of a warehouse on servers. The table is part of every backup, so each one lists the backups before it'
alter table app_dead_letter
  comment column dead_letter_id 'SHA-256 of topic, key and value, hex: a message that fails twice is one dead letter',
  comment column state 'open: not handled yet. requeued: published again, and not failed again so far',
  comment column value_base64 'Value of the message, base64',
  comment column schema_version 'Version of the event schema that the message names; empty if it names none',
  comment column source_partition 'Partition of the message; null if the dead letter does not record it',
  comment column source_offset 'Offset of the message; null if the dead letter does not record it',
  comment column requeue_count 'Number of times the message was requeued',
  comment column died_at 'Time at which the worker gave up on the message; null if the dead letter does not record it',
  comment column version '2 * requeue_count, less 1 if requeued: redelivery does not reopen it, another failure does'
alter table app_disk
  comment column disk 'Name of the disk in ClickHouse',
  comment column hour 'Hour of the measurement',
  comment column free_bytes 'Free bytes at the last measurement of the hour',
  comment column version 'Time of the measurement, seconds since 1970: the highest wins',
  modify comment 'One row per disk of the warehouse and hour: its usage'
alter table app_key_change
  comment column key_id 'Key that was created, rotated or revoked; empty while a requested key does not exist yet',
  comment column state 'asked (check pending), done or refused',
  comment column by_key_id 'Key that requested the change; empty for the command line',
  comment column other_key_id 'For a rotation, the key that replaces it; otherwise empty',
  comment column version 'Number of the change of this row; 1 is the request',
  modify comment 'One row per change to API keys, with its requester and time'
alter table app_listener_cursor
  comment column listener 'chain/network; the suffix /written marks the last unit that was seen in the tables',
  comment column height 'Last final unit whose messages were acknowledged (Ethereum: epoch); the first unit to publish if root is empty',
  comment column root 'Block root at that slot; empty if nothing is published yet',
  comment column positions 'JSON object: offset of the last message acknowledged up to this unit, by topic/partition',
  comment column generation 'Number of times the listener went back because the bus had lost acknowledged messages',
  modify comment 'One row per listener: the last final unit that is stored on the bus'
alter table app_migration
  comment column kind 'Folder of the file under sql/, in the singular',
  comment column checksum 'SHA-256 of the statement without comments and white space, hex; for a view, of the view and all functions; zeros if the file was removed and its object dropped',
  comment column recorded_at 'Version: the newest record wins',
  modify comment 'One row per SQL file that was applied to this warehouse'
alter table app_migration_lease
  comment column owner 'Random name of the process that changes tables',
  comment column is_released '1 if the process ended normally',
  comment column beat_at 'Last heartbeat, by the clock of the server: the newest wins. The lease ends after 30 seconds without one',
  modify comment 'One row per process that has changed tables. The lease prevents two processes from running a migration twice'
alter table app_organization
  comment column organization_id 'Organization, as in API keys',
  comment column name 'Name; empty: its identifier, or the name of its own key',
  comment column may_self_report '1 if the organization may report its own validators, 0 if not; null to follow its tier',
  comment column version 'Time of the change, microseconds since 1970: the highest wins',
  modify comment 'One row per organization with settings of its own; all others follow their tier'
alter table app_tag
  comment column network 'Network of its validators, as in X-Service-Network',
  comment column organization_id 'Owner; no other organization can see it',
  comment column created_by 'UUID that represents the key that created it',
  comment column is_refused '1 if the tag does not exist: it exceeded the limit of the tier, or was deleted',
  comment column updated_at 'Time at which validators were last added or removed; null if they never were',
  comment column version 'Time of the change, microseconds since 1970: the highest wins; a deletion is above all others',
  modify comment 'One row per private set of validators. app_tag_validator lists its validators'
alter table app_tag_validator
  comment column pubkey 'BLS public key, bytes; the validator may not exist on the chain yet',
  comment column last_epoch 'For a removed validator, the last epoch with records at the removal. It counts on days that began by then',
  comment column added_at 'Time at which it was last added. It counts on earlier days, too',
  comment column removed_at 'Time of removal; null if it belongs to the set. 1970: counts on no day',
  comment column version 'Time of the change, microseconds since 1970: the highest wins'
alter table app_usage
  comment column request_count 'Requests answered before usage was counted by month',
  comment column compute_units 'Compute units consumed before usage was counted by month',
  comment column version 'Time of the flush, milliseconds since 1970: counters only grow',
  modify comment 'One row per API key that was used before app_usage_month existed: its usage until then. No longer written'
alter table app_usage_daily
  comment column operation 'Requested operation: operationId of the OpenAPI document, sql, or other',
  comment column tier 'Tier of the key at the time of the request',
  comment column server_id 'Process that counted the requests; no other row includes them',
  comment column request_count 'Requests within the limits of the key, with any response status; they add up to app_usage_month',
  comment column client_error_count 'Requests answered with a status from 400 to 499, included in request_count',
  comment column server_error_count 'Requests answered with a status of 500 or above, included in request_count',
  comment column refused_count 'Requests above the limits of the key, answered 429; not included in request_count',
  modify comment 'One row per API key, UTC day, operation, tier and server process; summed over processes, each request counts once'
alter table app_usage_month
  comment column tier 'Tier of the key at the time of the request',
  comment column server_id 'Process that counted the requests; no other row includes them',
  comment column compute_units 'Compute units consumed by this process in this month',
  modify comment 'One row per API key, month, tier and server process; summed over processes, each request counts once'
alter table dim_avalanche_network
  comment column helicon_at 'Time from which the minimum reward rate falls; null if never',
  comment column version '1 for the default; 2 and the height of the message if a node reported the upgrade: the highest wins',
  modify comment 'One row per Avalanche network in the warehouse'
alter table fct_avalanche_network_reward_daily
  comment column delegator_reward_navax 'Paid to delegators, net of the fee, nAVAX',
  comment column validator_reward_navax 'Paid for validators'' own stakes, nAVAX',
  comment column fee_reward_navax 'Delegation fees that were paid when validators ended, nAVAX',
  comment column potential_delegator_reward_navax 'Share of this day in the rewards that delegations will pay, net of the fee, nAVAX',
  comment column potential_validator_reward_navax 'Share of this day in the rewards that validators'' own stakes will pay, nAVAX',
  comment column potential_fee_reward_navax 'Share of this day in delegation fees, nAVAX',
  comment column potential_residual_navax 'Potential rewards reported by a node less those computed from blocks, including stakes that only one side has, nAVAX; null on days without a comparison, and while blocks do not determine the reward of a stake',
  comment column supply_residual_navax 'Supply reported by a node less supply computed from blocks, nAVAX; null on days without a comparison',
  comment column is_complete '1 if the day is complete; the row never changes after that'
alter table fct_avalanche_validator_reward_daily
  comment column node_id 'Validator (NodeID-…)',
  comment column pubkey 'BLS key of the newest stake, hex; null if it has none',
  comment column delegator_reward_navax 'Paid to delegators, net of the fee, nAVAX',
  comment column validator_reward_navax 'Paid for validators'' own stakes, nAVAX',
  comment column fee_reward_navax 'Delegation fees that were paid when the validator ended, nAVAX',
  comment column potential_delegator_reward_navax 'Share of this day in the rewards that delegations will pay, net of the fee, nAVAX',
  comment column potential_validator_reward_navax 'Share of this day in the rewards that validators'' own stakes will pay, nAVAX',
  comment column potential_fee_reward_navax 'Share of this day in delegation fees, nAVAX',
  comment column potential_residual_navax 'Potential rewards reported by a node less those computed from blocks, including stakes that only one side has, nAVAX; null on days without a comparison, and while blocks do not determine the reward of one of its stakes',
  comment column is_active '1 if it validates at the end of the day',
  comment column is_complete '1 if the day is complete; the row never changes after that',
  modify comment 'One row per validator and UTC day on which one of its stakes is active or ends'
alter table int_avalanche_day
  comment column from_block 'First ingested block of the day; null on a day without blocks',
  comment column to_block 'Last ingested block of the day; null on a day without blocks',
  comment column supply_residual_navax 'Supply reported by a node less supply computed from blocks, nAVAX; null on days without a comparison',
  comment column checksum 'Checksum of the stakes from which the records of the day are computed',
  comment column is_complete '1 if all blocks of the day are ingested and all its stakes are known; the day never changes after that',
  comment column version 'Model revision, then blocks up to the end of the day and known facts of stakes: the highest wins',
  modify comment 'One row per UTC day in the gapless range of ingested blocks'
alter table int_avalanche_stake
  comment column node_id 'Validator (NodeID-…)',
  comment column tx_id 'Transaction that started the stake, hex',
  comment column end_at 'End, seconds since 1970; distinguishes the cycles of one transaction',
  comment column height 'Block in which it started; for a stake older than the ingested blocks, the block at which it was first reported',
  comment column pubkey 'BLS key of a validator, hex; null if it has none',
  comment column is_validator '1 for a validator or one of its cycles, 0 for a delegation',
  comment column start_at 'Start, seconds since 1970; null if unknown',
  comment column reward_navax 'Potential reward, fee included, nAVAX; null if unknown',
  comment column computed_reward_navax 'Part of reward_navax that is computed from blocks alone, nAVAX; null if the stake started before the ingested blocks or a part of it comes from a node; 0 for a stake that no block started',
  comment column own_navax 'Part of reward_navax that the staker gets, nAVAX: all of it for a validator, net of the fee for a delegation',
  comment column fee_navax 'Part of a delegation''s reward_navax that the validator gets, nAVAX; 0 for a validator',
  comment column paid_own_navax 'Paid to the staker at its end, nAVAX; 0 while it is active, and if aborted',
  comment column paid_fee_navax 'Paid to the validator at its end, nAVAX: fees of its delegations; for a delegation to a validator that started before Cortina, the delegation''s own fee',
  comment column is_committed '1 if its reward was granted at its end, 0 if it was aborted; null while it is active',
  comment column paid_on 'UTC day of the block that decided the reward; null while it is active',
  comment column version 'Model revision, then the known facts: the highest wins',
  modify comment 'One row per stake on the primary network, or cycle of an auto-renewed validator'
alter table raw_avalanche_block
  comment column kind 'Kind of block; commit and abort decide the proposal in the block before them',
  comment column block_at 'Time of the block; before Banff, the chain time after the block'
alter table raw_avalanche_config
  comment column position 'Index of the transaction in the block',
  comment column tx_id 'Transaction that started the validator, hex',
  comment column period 'Duration of the next cycle in seconds; 0 if the validator stops at the end of this one',
  comment column restake_shares 'Share of the rewards of a cycle that is restaked, in millionths',
  modify comment 'One row per change to what an auto-renewed validator does at the end of its cycle'
alter table raw_avalanche_ended
  comment column tx_id 'Transaction that started the stake, hex',
  comment column node_id 'Validator (NodeID-…)',
  comment column pubkey 'BLS key of a validator, hex; null if it has none',
  comment column type_id 'Transaction type in the P-chain codec',
  comment column shares 'For a validator, the share of delegators'' rewards that it keeps, in millionths',
  comment column period 'Duration of a cycle in seconds; 0 for a stake that is not auto-renewed',
  comment column start_at 'Start given in the transaction, seconds since 1970; only types 12 and 14 use it',
  comment column end_at 'End, seconds since 1970; 0 for an auto-renewed stake',
  comment column first_paid_navax 'First reward UTXO, nAVAX: the reward if committed, otherwise the fees; null if there is none',
  comment column second_paid_navax 'Second reward UTXO, nAVAX: the fees; null if there is none',
  modify comment 'One row per stake that was read when it ended, because it may have started before the ingested blocks'
alter table raw_avalanche_reward
  comment column type_id '20 for a stake, 42 for a cycle of an auto-renewed validator',
  comment column tx_id 'Transaction that started the stake, hex'
alter table raw_avalanche_stake
  comment column position 'Index of the transaction in the block',
  comment column tx_id 'Transaction id, hex',
  comment column node_id 'Validator (NodeID-…)',
  comment column pubkey 'BLS key of a validator, hex; null if it has none',
  comment column type_id 'Transaction type in the P-chain codec',
  comment column shares 'For a validator, the share of delegators'' rewards that it keeps, in millionths',
  comment column period 'Duration of a cycle in seconds; 0 for a stake that is not auto-renewed',
  comment column restake_shares 'Share of the rewards of a cycle that is restaked, in millionths',
  comment column is_proposed '1 for a stake that starts only when the next block commits it',
  comment column start_at 'Start given in the transaction, seconds since 1970; only types 12 and 14 use it',
  comment column end_at 'End, seconds since 1970; 0 for an auto-renewed stake'
alter table raw_avalanche_state
  comment column supply_navax 'Supply, potential rewards included, nAVAX; null if the node did not return it',
  modify comment 'One row per block after which stakes and supply were read: at the start of ingestion, and once a day'
alter table raw_avalanche_told
  comment column tx_id 'Transaction that started the stake, hex',
  comment column node_id 'Validator (NodeID-…)',
  comment column pubkey 'BLS key of a validator, hex; null if it has none',
  comment column shares 'For a validator, the share of delegators'' rewards that it keeps, in millionths',
  comment column period 'Duration of the next cycle of an auto-renewed validator in seconds; 0 for any other stake',
  comment column restake_shares 'Share of the rewards of a cycle that is restaked, in millionths',
  comment column end_at 'End of the stake or cycle, seconds since 1970',
  comment column potential_reward_navax 'Reward that it will pay, fee included, nAVAX',
  comment column accrued_fee_navax 'For a validator, fees of delegations that have ended in this stake or cycle, nAVAX',
  modify comment 'One row per stake that a node reported after a block'
alter table raw_avalanche_unknown
  comment column position 'Index of the transaction in the block; 0 for a block of an unknown type',
  comment column type_id 'Unknown type in the P-chain codec',
  comment column unread_count 'Number of transactions after it that could not be read',
  modify comment 'One row per block or transaction of an unknown type'
alter table dim_cardano_network
  modify comment 'One row per Cardano network in the warehouse'
alter table fct_cardano_network_reward_daily
  comment column epoch 'Epoch in force in the last second of the day',
  comment column earned_member_reward 'Earned for members by the blocks of this day, lovelace; null if unknown for a pool',
  comment column earned_leader_reward 'Earned for reward accounts of pools by the blocks of this day, lovelace; null if unknown for a pool',
  comment column reward_residual 'Sum of reward_residual over pools, lovelace; null if unknown for a pool',
  comment column unpaid_reward 'Sum of unpaid_reward over pools, lovelace; null if unknown for a pool',
  comment column avg_margin 'Unweighted mean over active pools; null if there are none',
  comment column avg_fixed_cost 'Unweighted mean over active pools, lovelace, rounded down; null if there are none',
  comment column is_complete '1 if the rewards of all epochs of the day are known; the row never changes after that'
alter table fct_cardano_pool_reward_daily
  comment column epoch 'Epoch in force in the last second of the day',
  comment column pool_hash 'Hash of the pool''s key, hex',
  comment column name 'Name; null if it has no metadata',
  comment column ticker 'Ticker; null if it has no metadata',
  comment column owners 'Stake addresses of the owners',
  comment column earned_member_reward 'Earned for members by the blocks of this day, lovelace; null until known',
  comment column earned_leader_reward 'Earned for its reward account by the blocks of this day, lovelace; null until known',
  comment column reward_residual 'Rewards earned less the result of the ledger''s formulas for paid accounts, lovelace',
  comment column unpaid_reward 'Rewards by the ledger''s formulas of accounts that were not registered and so not paid, for the blocks of this day, lovelace; null until known',
  comment column is_active '1 if it has active stake in the epoch',
  comment column is_complete '1 if the rewards of all epochs of the day are known; the row never changes after that',
  modify comment 'One row per pool and UTC day on which it was active or paid'
alter table fct_cardano_pool_reward_epoch
  comment column epoch 'Epoch that earned the reward; it is paid at the start of the epoch after next',
  comment column block_count 'Blocks made by the pool',
  comment column max_reward 'maxPool of the ledger, lovelace; null without the facts of the epoch',
  comment column pool_reward 'maxPool times apparent performance, lovelace; null without the facts of the epoch',
  comment column leader_reward 'Paid to its reward account, lovelace; null until known',
  comment column member_reward 'Paid to members, lovelace; null until known',
  comment column ledger_leader_reward 'Leader reward by the ledger''s formulas, lovelace; 0 if the reward account was not registered',
  comment column ledger_member_reward 'Rewards of registered members by the ledger''s formulas, lovelace',
  comment column unpaid_reward 'Rewards by the ledger''s formulas of accounts that were not registered and so not paid, lovelace; null if registrations were not read',
  comment column reward_residual 'Rewards paid less the result of the ledger''s formulas for registered accounts, lovelace; null if registrations were not read',
  comment column version 'Model revision, known facts, time of reading: the highest wins',
  modify comment 'One row per pool and epoch in which it earned rewards'
alter table int_cardano_day
  comment column epoch 'Epoch in force in the last second of the day',
  comment column first_epoch 'Epoch in force in the first second of the day',
  comment column known_count 'Number of epochs of the day with known rewards',
  comment column is_complete '1 if the rewards of all epochs of the day are known; the day never changes after that',
  comment column read_at 'Highest head at which its epochs were read',
  comment column version 'Model revision, known facts, time of reading: the highest wins',
  modify comment 'One row per UTC day for which all epochs and all payments are stored'
alter table int_cardano_epoch
  comment column block_count 'Blocks of the epoch; 0 until its facts are stored',
  comment column has_facts '1 if its blocks, pools and delegations are stored completely',
  comment column is_paid '1 if the rewards that it earned are stored completely',
  comment column read_at 'Highest head at which it was read',
  comment column version 'Model revision, known facts, time of reading: the highest wins',
  modify comment 'One row per epoch for which the facts, or the rewards it earned, are stored completely'
alter table int_cardano_pool_ledger_epoch
  comment column epoch 'Epoch that earned the reward',
  comment column block_count 'Blocks made by the pool',
  comment column max_reward 'maxPool: reward if the pool makes every block expected of it, lovelace',
  comment column leader_reward 'Fees and the owners'' share, lovelace',
  comment column member_share_numerator 'A member gets its stake times this, divided by the denominator, rounded down',
  comment column version 'Model revision, known facts, time of reading: the highest wins',
  modify comment 'One row per pool and epoch in which it made a block: its reward by the formulas of the ledger'
alter table raw_cardano_block
  comment column pool 'Pool that made it, bech32; empty if no pool did',
  comment column version 'Decoder revision, then the head when it was read: the highest wins',
  modify comment 'One row per block'
alter table raw_cardano_delegation
  comment column stake 'Stake in the snapshot used by this epoch, lovelace',
  comment column is_owner '1 for an owner of the pool, who gets no member reward',
  comment column version 'Decoder revision, then the head when it was read: the highest wins',
  modify comment 'One row per account and epoch with a delegation to a pool that made a block in it'
alter table raw_cardano_epoch
  comment column active_slot_coefficient 'Protocol parameter f: expected share of slots with a block',
  comment column monetary_expansion 'Protocol parameter rho: share of the reserves distributed by an epoch',
  comment column treasury_growth 'Protocol parameter tau: share for the treasury',
  comment column decentralisation 'Protocol parameter d: share of slots not assigned to pools; 0 since 2021',
  comment column reserves 'Reserves at the start of the next epoch, lovelace; null if the node did not return them',
  comment column max_supply 'Maximum supply, lovelace',
  comment column active_stake 'Stake of all pools used for leader election, lovelace',
  comment column version 'Decoder revision, then the head when it was read: the highest wins',
  modify comment 'One row per epoch that has ended and can no longer be rolled back'
alter table raw_cardano_payout
  comment column version 'Decoder revision, then the head when it was read: the highest wins',
  modify comment 'One row per epoch with known rewards'
alter table raw_cardano_pool
  comment column pool_hash 'Hash of the pool''s key, hex',
  comment column name 'Name in its metadata when the epoch was read; null if it has none',
  comment column ticker 'Ticker in its metadata when the epoch was read; null if it has none',
  comment column reward_address 'Account that receives the leader reward',
  comment column owners 'Stake addresses of the owners',
  comment column margin 'Share of the rewards after the fixed cost that the pool keeps, 0 to 1',
  comment column fixed_cost 'Cost that the pool deducts first, lovelace',
  comment column pledge 'Stake that its owners pledged, lovelace',
  comment column active_epoch 'First epoch in which this registration is in force: the latest one up to the epoch',
  comment column transaction_hash 'Transaction of this registration, hex; null if not read',
  comment column retiring_epoch 'Epoch at whose start it retires or retired; null if it does not',
  comment column active_stake 'Stake in the snapshot used by this epoch, lovelace; 0 if the pool is not active',
  comment column owner_stake 'Stake of its owners in that snapshot, lovelace',
  comment column delegator_count 'Number of accounts in the snapshot',
  comment column version 'Decoder revision, then the head when it was read: the highest wins',
  modify comment 'One row per pool and epoch in which it was registered or could still be paid'
alter table raw_cardano_reward
  comment column epoch 'Epoch that earned the reward; it was paid at the start of the epoch after next',
  comment column account 'Stake address that received it',
  comment column reward_type 'leader: fees and the owners'' share. member: reward of a delegator. unregistered: reward of either kind that was not paid because the account was not registered',
  comment column amount 'Amount, lovelace; 0 for an account that was not registered',
  comment column version 'Decoder revision, then the head when it was read: the highest wins',
  modify comment 'One row per reward paid for a pool, and per account that was not paid because it was not registered'
alter table dim_cosmos_network
  comment column chain 'Chain of the network, as in API paths',
  comment column token_decimals 'Decimals: a whole token is 10 to this power of base units',
  comment column version '2 with the unit, 1 without it (older rows): the highest wins',
  modify comment 'One row per network of a CometBFT chain in the warehouse'
alter table fct_cosmos_delegator_state_daily
  comment column state_block 'Block after which the state was read: to_block if the day is complete',
  comment column is_complete '1 if the day is complete; the row never changes after that',
  comment column version 'Model revision, covered blocks, known state: the highest wins',
  modify comment 'One row per delegator, validator and UTC day, at the last block of the day, if delegations are read'
alter table fct_cosmos_network_reward_daily
  comment column bonded_validator_count 'Validators in the active set after the last block; null if no state is known',
  comment column avg_commission_rate 'Unweighted mean of the rates in the active set; null if no state is known',
  comment column is_complete '1 if the day is complete; the row never changes after that',
  comment column version 'Model revision, covered blocks, known state: the highest wins'
alter table fct_cosmos_validator_reward_daily
  comment column moniker 'Name chosen by the operator',
  comment column delegation_reward 'Rewards, gross (commission included), in base units of dim_cosmos_network.denomination',
  comment column commission_rate 'Commission rate after the last block, 0 to 1, from state; null if no state is known',
  comment column reward_residual 'Rewards by the second source (change in outstanding rewards, plus withdrawals) less rewards by events, in base units; null without the second source',
  comment column commission_residual 'Commission by the second source less commission by events, in base units; null without the second source',
  comment column is_complete '1 if the day is complete; the row never changes after that',
  comment column version 'Model revision, covered blocks, known state: the highest wins',
  modify comment 'One row per validator and UTC day on which it was paid'
alter table fct_cosmos_validator_state_daily
  comment column state_block 'Block after which the state was read: to_block if the day is complete',
  comment column is_complete '1 if the day is complete; the row never changes after that',
  comment column version 'Model revision, covered blocks, known state: the highest wins',
  modify comment 'One row per validator and UTC day, at the last block of the day, if delegations are read'
alter table int_cosmos_day
  comment column state_height 'Highest height up to to_block with known validators; null if there is none',
  comment column delegation_height 'Highest height of the day with known delegations; null if there is none',
  comment column is_complete '1 if all blocks of the day are covered and the state at the last one is known; the day never changes after that',
  comment column version 'Model revision, covered blocks, known state: the highest wins',
  modify comment 'One row per network and UTC day whose blocks are covered without gaps'
alter table int_cosmos_network_daily
  comment column bonded_validator_count 'Validators in the active set after the last block; null if no state is known',
  comment column avg_commission_rate 'Unweighted mean of the rates in the active set; null if no state is known',
  comment column is_complete '1 if the day is complete; the row never changes after that'
alter table int_cosmos_validator_daily
  comment column moniker 'Name in the latest known state; empty if there is none',
  comment column reward 'Rewards, gross (commission included), base unit',
  comment column commission_rate 'Commission rate after the last block; null if no state is known',
  comment column reward_residual 'Change of outstanding and pending rewards + all withdrawals - rewards, base unit; null unless the second source is known at both ends of the day',
  comment column commission_residual 'Change of accumulated commission + its withdrawals - commission, base unit; null if reward_residual is',
  comment column has_reward '1 if a reward event of the day names the validator',
  comment column is_complete '1 if the day is complete; the row never changes after that',
  modify comment 'One row per validator and UTC day with an event that names it'
alter table raw_cosmos_block
  comment column previous_day 'UTC day of the previous block; null if unknown',
  comment column next_day 'UTC day of the next block; null if unknown'
alter table raw_cosmos_delegation
  comment column stake 'Delegated tokens, base unit, rounded as the chain does',
  modify comment 'One row per delegation and height at which the state was read'
alter table raw_cosmos_event
  comment column section 'finalize: events of the block itself. transaction: events of a transaction that succeeded',
  comment column transaction_index 'Index of the transaction; 0 in the section of the block',
  comment column event_index 'Index of the event in its section or transaction',
  comment column kind 'Event type; rewards are gross (commission included)',
  comment column validator 'Operator address; for withdraw_commission, that of the sender',
  comment column other_amounts 'Coins of other denominations, as in the event; usually empty',
  comment column amount 'Amount in the base unit, with the chain''s 18 decimals',
  comment column transaction_hash 'SHA-256 of its transaction, upper-case hex; null in the section of the block, and if the transaction was not read'
alter table raw_cosmos_state
  comment column delegation_count 'Delegations in raw_cosmos_delegation at this height; null if not read',
  modify comment 'One row per height at which the state was read: at the last block of each day, and where a run starts or ends'
alter table raw_cosmos_validator
  comment column moniker 'Name chosen by the operator',
  comment column account_address 'Account of the operator: the same bytes as its operator address',
  comment column delegator_count 'Number of delegations to the validator; null if not read',
  comment column pending_reward 'Rewards that a changed delegation moved out of outstanding_reward and that delegators have not claimed yet (CIP-30), base unit; null if not read',
  comment column is_bonded '1 if in the active set',
  modify comment 'One row per validator and height at which the state was read'
alter table dim_eigenlayer_network
  comment column first_block 'First block with the contracts',
  modify comment 'One row per EigenLayer network in the warehouse'
alter table dim_eigenlayer_price
  comment column eth_price 'Price of a token in ETH; null if unknown',
  comment column usd_price 'Price of a token in US dollars; null if unknown',
  comment column version 'Edition of the price file: only rows of the newest edition count',
  modify comment 'One row per token and UTC day of the price file'
alter table dim_eigenlayer_strategy
  comment column token 'Underlying token, bytes'
alter table dim_eigenlayer_token
  comment column name 'Name; null if it has none',
  comment column symbol 'Symbol; null if it has none',
  comment column decimals 'Decimals of the token; null if it has none',
  comment column version 'Number of known facts: the highest wins'
alter table fct_eigenlayer_difference
  comment column told_deposit_shares 'Deposit shares reported by contracts',
  comment column deposit_shares 'Deposit shares computed from logs',
  comment column told_total_shares 'Withdrawable shares reported by contracts',
  comment column total_shares 'Withdrawable shares computed from logs',
  comment column version 'Model revision: the highest wins',
  modify comment 'One row per sample in which contracts report other shares than logs give'
alter table fct_eigenlayer_operator_state_daily
  comment column operator 'Operator, bytes; zeros: stakers without an operator',
  comment column total_shares 'Withdrawable shares of all stakers delegated to it, without deficits',
  comment column version 'Model revision: the highest wins',
  modify comment 'One row per operator and strategy on UTC days on which the sum changes; a row holds until the next one'
alter table fct_eigenlayer_staker_state_daily
  comment column operator 'Operator at the end of the day, bytes; zeros: none',
  comment column previous_operator 'Operator in the previous row, bytes; zeros: none',
  comment column total_shares 'Withdrawable shares: deposit shares after scaling and slashing; a pod''s deficit is included as it is',
  comment column previous_shares 'Withdrawable shares in the previous row',
  comment column version 'Model revision: the highest wins',
  modify comment 'One row per staker and strategy on UTC days on which shares, operator or slashing change; a row holds until the next one'
alter table fct_eigenlayer_strategy_daily
  comment column staker_shares 'Withdrawable shares of all stakers, without deficits',
  comment column operator_shares 'Withdrawable shares of delegated stakers',
  comment column undelegated_shares 'Withdrawable shares of stakers without an operator',
  comment column residual_shares 'staker_shares less operator_shares and undelegated_shares: 0',
  comment column version 'Model revision: the highest wins'
alter table int_eigenlayer_day
  comment column facts_checksum 'Checksum of the facts from which the states of the day are computed; 0: computed before it was kept',
  comment column version 'Model revision: the highest wins',
  modify comment 'One row per UTC day with computed states: all blocks up to its end are ingested'
alter table int_eigenlayer_delegation_daily
  comment column operator 'Operator at the end of the day, bytes; zeros: none',
  comment column version 'Model revision: the highest wins',
  modify comment 'One row per staker on UTC days on which a delegation begins or ends; a row holds until the next one'
alter table int_eigenlayer_share_daily
  comment column beacon_factor 'Factor of the pod that is left after penalties of its validators, of 10^18',
  comment column version 'Model revision: the highest wins',
  modify comment 'One row per staker and strategy on UTC days on which a log changes them; a row holds until the next one'
alter table raw_eigenlayer_claim
  comment column earner 'Earner, bytes',
  comment column log_index 'Index of the log in the block',
  comment column root 'Root of the claim, bytes',
  comment column claimer 'Claimer, bytes',
  comment column recipient 'Recipient, bytes',
  comment column amount 'Amount in the smallest unit of the token'
alter table raw_eigenlayer_day
  comment column day 'UTC day that has ended',
  modify comment 'One row per UTC day after which a final block is known'
alter table raw_eigenlayer_delegation
  comment column staker 'Staker that delegates, bytes',
  comment column log_index 'Index of the log in the block',
  comment column operator 'New operator, bytes; zeros: none',
  modify comment 'One row per start or end of a delegation'
alter table raw_eigenlayer_disabled_root
  comment column log_index 'Index of the log in the block'
alter table raw_eigenlayer_event
  comment column log_index 'Index of the log in the block',
  comment column contract 'Contract that emitted it, bytes',
  modify comment 'One row per event that no other table records: submissions, splits, slashings and similar'
alter table raw_eigenlayer_leaf
  comment column earner_count 'Earners with a leaf for the token',
  comment column total 'Sum of these leaves, in the smallest unit',
  modify comment 'One row per distribution root and token: the sum of its leaves'
alter table raw_eigenlayer_magnitude
  comment column log_index 'Index of the log in the block',
  comment column max_magnitude 'Magnitude that is left after slashing, of 10^18'
alter table raw_eigenlayer_migration
  comment column log_index 'Index of the log in the block',
  modify comment 'One row per withdrawal of M1 that was queued again in M2'
alter table raw_eigenlayer_operator
  comment column log_index 'Index of the log in the block',
  comment column metadata_uri 'URI of the operator''s metadata; null in a registration',
  modify comment 'One row per registration of an operator, and per change of its metadata URI'
alter table raw_eigenlayer_pod
  comment column log_index 'Index of the log in the block'
alter table raw_eigenlayer_rate
  comment column asked_shares 'Shares of the request',
  comment column underlying 'Value of these shares in the smallest unit of the token at the last block of the day; null if the call failed',
  modify comment 'One row per strategy and UTC day: the value of its shares'
alter table raw_eigenlayer_reward
  comment column earner 'Earner, bytes',
  comment column root_index 'Root that published it',
  comment column cumulative 'Cumulative earnings up to the snapshot, in the smallest unit',
  comment column before 'Cumulative earnings up to the previous snapshot, in the smallest unit',
  modify comment 'One row per earner, token and snapshot in which the earnings change'
alter table raw_eigenlayer_root
  comment column log_index 'Index of the log in the block',
  comment column calculation_end_at 'End of the period whose rewards it includes',
  comment column activated_at 'Time from which rewards can be claimed from it'
alter table raw_eigenlayer_share
  comment column staker 'Holder of the shares, bytes',
  comment column log_index 'Index of the log in the block',
  comment column position 'Index in the lists of the log',
  comment column kind 'Meaning of amount: shares added, a signed change of pod shares, shares removed when queued (scaled since slashing), a factor of 10^18 in force from then on, or a total reported by contracts (shares of the operator, shares of a pod)',
  comment column amount 'Shares in the smallest unit of the strategy, or a factor of 10^18',
  modify comment 'One row per change of a staker''s shares or factor in a strategy, and per total that contracts report with it'
alter table raw_eigenlayer_snapshot
  comment column root_index 'Root that published it',
  modify comment 'One row per snapshot that a sidecar returned completely'
alter table raw_eigenlayer_span
  comment column log_count 'Stored logs of the span',
  modify comment 'One row per span of final blocks with all logs stored; spans may overlap'
alter table raw_eigenlayer_told
  comment column deposit_shares 'Deposit shares reported by contracts',
  comment column withdrawable_shares 'Withdrawable shares reported by contracts',
  modify comment 'One row per sample of shares that contracts report at the last block of a UTC day'
alter table raw_eigenlayer_transaction
  comment column log_index 'Index of the log in the block',
  modify comment 'One row per log of shares, delegations, magnitudes and reward roots, with its transaction'
alter table raw_eigenlayer_withdrawal
  comment column log_index 'Index of the log in the block',
  modify comment 'One row per queued withdrawal'
alter table dim_eth_deposit_signature
  comment column network 'Network, as in X-Service-Network',
  comment column deposit_index 'Index of the deposit, counted by the contract',
  comment column is_valid '1 if the signature is by its key: only such a deposit creates a validator',
  modify comment 'One row per deposit whose signature was verified, if it decides who created a validator'
alter table dim_eth_depositor
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column depositor 'Sender of the transaction that created the validator, 0x and hex; empty while only later deposits are known',
  comment column version 'Number of known facts of its deposits, which only grows: the highest wins',
  modify comment 'One row per validator that has an entity record and a known deposit: its depositor'
alter table dim_eth_network
  comment column network 'Network, as in X-Service-Network',
  comment column genesis_time 'Time of slot 0, seconds since 1970',
  comment column genesis_validators_root 'Genesis validators root, pinned at the first start'
alter table dim_eth_rating_version
  comment column network 'Network, as in X-Service-Network',
  comment column orphaned_score 'Score of an orphaned block',
  comment column is_source_counted '1 if correctness counts source votes in addition to target and head votes'
alter table dim_eth_validator
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column withdrawal_credentials 'Withdrawal credentials, bytes',
  comment column is_slashed '1 if slashed',
  comment column activation_eligibility_epoch 'Null if not reached yet',
  comment column activation_epoch 'Null if not reached yet',
  comment column exit_epoch 'Null if not scheduled',
  comment column withdrawable_epoch 'Null if not scheduled',
  modify comment 'One row per validator: its identity and latest known status'
alter table fct_eth_block
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Validator with the proposer duty',
  comment column status 'Status of the slot; proposed means canonical',
  comment column block_number 'Number of the execution block; null without a payload, like the columns up to gas_used',
  comment column transaction_count 'Transactions in the payload',
  comment column transaction_type_counts 'Number of transactions of types 0 to 4; empty if unknown',
  comment column type_0_tips_wei 'Priority fees of legacy transactions (type 0); null if unknown',
  comment column type_1_tips_wei 'Priority fees of transactions with access lists (type 1); null if unknown',
  comment column type_2_tips_wei 'Priority fees of EIP-1559 transactions (type 2); null if unknown',
  comment column type_3_tips_wei 'Priority fees of blob transactions (type 3); null if unknown',
  comment column type_4_tips_wei 'Priority fees of set-code transactions (type 4) and all newer types; null if unknown',
  comment column tips_wei 'Priority fees of all transactions: (effectiveGasPrice - baseFeePerGas) * gasUsed; null if unknown',
  comment column burnt_wei 'gasUsed * baseFeePerGas + blobGasUsed * blobGasPrice; null if unknown',
  comment column payment_wei 'Payment of the builder to the proposer; null if the proposer received the fees itself',
  comment column proposer_tips_wei 'Part of the priority fees that reached the proposer; null if unknown',
  comment column baseline_mev_wei 'Other payments that reached the proposer; null if unknown',
  comment column execution_rewards_wei 'proposer_tips_wei + baseline_mev_wei; null if unknown',
  comment column external_rewards_wei 'Execution rewards of a block delivered by a relay, 0 for other blocks; null if no relay delivered it but not all requested relays returned the epoch',
  comment column missed_execution_rewards_wei 'For a slot without a canonical block, the mean execution rewards of the blocks of the epoch, or of all earlier blocks if it has none',
  comment column consensus_rewards_gwei 'Rewards of the block for attestations, sync aggregate and slashing evidence; null until all the duties it includes are computed',
  comment column sanctioned_count 'Transactions from or to a listed address; 0 without a payload, null without a list',
  comment column relays 'Names of the relays that delivered the block',
  comment column builder_pubkeys 'Public key of the builder, for each relay',
  comment column relay_values_wei 'Payment to the proposer reported by each relay',
  comment column is_payload_empty '1 if the block was proposed without transactions (since the merge)',
  comment column is_relay_known '1 if all requested relays returned the epoch, so that relays is complete',
  comment column execution_fact_count '1 plus the number of facts of the epoch from execution nodes and relays; it only grows',
  comment column version 'Model revision, then known facts of the epoch: the highest wins',
  modify comment 'One row per slot after genesis with a computed duty: the block, its fees, and the rewards earned or missed by its proposer'
alter table fct_eth_consolidation
  comment column network 'Network, as in X-Service-Network',
  comment column source_index 'Validator that was merged',
  comment column target_index 'Validator that it was merged into',
  comment column target_balance_before_gwei 'Balance of the target after the last slot before the epoch; null if the listener did not record it',
  comment column target_balance_at_gwei 'Balance of the target after the epoch transition, before the block of the first slot; null until all effects of that block are known',
  comment column target_effective_balance_gwei 'Effective balance of the target in the epoch; null if the listener did not record it',
  modify comment 'One row per consolidation that moved a balance; consolidations of slashed sources were dropped'
alter table fct_eth_entity_performance_daily
  comment column network 'Network, as in X-Service-Network',
  comment column entity 'Name of the entity; empty for the network, and for validators without an entity of the type',
  comment column row_count 'Validators with a record of the day; 0 if a later import removed all of them',
  comment column active_balance_gwei 'Effective balances of these validators in the state of end_epoch',
  comment column attestation_count 'Inclusions of attestations, duplicates in aggregates counted',
  comment column correct_source_count 'Votes with the correct source, which every included attestation has',
  comment column correct_target_count 'Votes with the correct target root, however late',
  comment column correct_head_count 'Votes with the correct head root, however late',
  comment column counted_vote_count 'Votes that correctness counts: two or three per included attestation',
  comment column correct_vote_count 'Counted votes that are correct',
  comment column late_source_count 'Source votes included later than 5 slots',
  comment column late_target_count 'Target votes included later than 32 slots, before Deneb',
  comment column late_head_count 'Head votes included later than 1 slot',
  comment column wrong_target_count 'Included votes with a wrong target root',
  comment column wrong_head_count 'Included votes with a wrong head root',
  comment column orphaned_count 'Orphaned proposals',
  comment column unknown_orphan_count 'Missed proposals that may have been orphaned, if an orphan would score: nodes forget orphans, and no node may know those of old history',
  comment column sync_signature_count 'Signed sync committee slots',
  comment column sync_missed_count 'Missed sync committee slots',
  comment column slashes_received_count 'Number of times slashed',
  comment column slashes_collected_count 'Validators slashed by its blocks',
  comment column attestation_reward_gwei 'Attestation rewards, without penalties',
  comment column sync_reward_gwei 'Sync rewards, without penalties',
  comment column missed_attestation_penalty_gwei 'Penalties for missed attestations, and all attestation penalties of slashed validators, zero or below',
  comment column missed_attestation_reward_gwei 'Rewards of the flags that were not earned',
  comment column tips_wei 'Priority fees of its canonical blocks that reached it; for a block paid by a builder, at most the payment',
  comment column baseline_mev_wei 'Other execution rewards: the part of a payment above the priority fees, or transfers to the fee recipient',
  comment column external_rewards_wei 'Priority fees and baseline MEV of its blocks that a relay delivered',
  comment column missed_execution_rewards_wei 'Mean execution rewards of the blocks of the epoch, for each duty without a canonical block',
  comment column unknown_execution_count 'Canonical blocks with unknown priority fees, which sums leave out',
  comment column unknown_external_count 'Canonical blocks for which relay rewards are unknown',
  comment column unknown_missed_count 'Duties without a canonical block whose missed execution rewards are unknown',
  comment column unknown_slashing_count 'Unknown correlation penalties of the day, which slashing_penalty_gwei leaves out: the slashings of the preceding weeks are not all known',
  comment column relay_weights 'Canonical blocks by relay, with no_mev_boost for none: each block weighs 720720, split over its relays; only epochs that all requested relays returned',
  comment column uptime_mean_sum 'Sum over validators of attested_count / attestation_duty_count, 0 to 1, as exact decimals',
  comment column correctness_mean_sum 'Sum over validators of correct_vote_count / counted_vote_count, 0 to 1, as exact decimals',
  comment column inclusion_delay_mean_sum 'Sum over validators of inclusion_delay_sum / attested_count, in slots, as exact decimals',
  comment column attester_effectiveness_mean_sum 'Sum over validators of attester_effectiveness, 0 to 100, as exact decimals',
  comment column proposer_effectiveness_mean_sum 'Sum over validators of proposer_effectiveness, 0 to 100, as exact decimals',
  comment column validator_effectiveness_mean_sum 'Sum over validators of validator_effectiveness, 0 to 100, as exact decimals',
  comment column correctness_mean_count 'Validators with an included attestation, for correctness and inclusion delay',
  comment column version 'Version of int_eth_validator_entity_daily: the highest wins',
  modify comment 'One row per entity and day: sums over its validators, and over the whole network. If each validator has at most one entity of a type, the entities and the row without a name add up to the network'
alter table fct_eth_entity_rank
  comment column network 'Network, as in X-Service-Network',
  comment column time_window '1d, 7d, 30d or all: every complete chain day in the warehouse',
  comment column list 'all: every entity of the type; cex or lst: pools of that kind; "of " and a name: shares of a pool or an operator',
  comment column rank 'Rank from 0: by stake on the last day, then by name',
  comment column list_size 'Number of entities in the list',
  comment column version 'Version of fct_eth_validator_window: the highest wins. A version below the network''s belongs to an earlier, longer list',
  modify comment 'One row per rank in a list of entities with active validators on the last day, so that a page is read by key; the network is a list of its own'
alter table fct_eth_entity_window
  comment column network 'Network, as in X-Service-Network',
  comment column time_window '1d, 7d, 30d or all: every complete chain day in the warehouse',
  comment column parent 'Pool of a share; empty for others',
  comment column pool_type 'For pools, cex or lst; empty if unknown',
  comment column day_count 'Days of the window with a record of the entity; 0 if a later import removed all of them',
  comment column is_listed '1 for a named entity with an active validator on the last day',
  comment column active_balance_gwei 'Effective balances of these validators',
  comment column network_balance_gwei 'Effective balances of the whole network',
  comment column node_operator_count 'For pools, the number of operators of its active validators; null if none is known',
  comment column apr_validator_count 'Validators that were active in every epoch of the window (90 days at most) and belonged to the entity on every day',
  comment column apr_day_count 'Number of days of their rate',
  comment column apr_earnings_gwei 'Consensus rewards less penalties of these validators; null if a correlation penalty is unknown',
  comment column apr_balance_sum_gwei 'Sum of their effective balances in the last epochs of these days',
  comment column apr_execution_wei 'Their priority fees and baseline MEV; null if unknown for a block, or if no execution node returned any block',
  comment column apr_percentage 'Annual rate of consensus and execution rewards, each in percent with two decimals; null if either is unknown',
  comment column relayer_percentages 'Shares of the relays in the blocks of the window, largest first, with no_mev_boost for none; empty if none is known',
  comment column version 'Version of fct_eth_validator_window: the highest wins'
alter table fct_eth_movement_window
  comment column network 'Network, as in X-Service-Network',
  comment column last_day 'Last day of the window. Rows with an earlier day than the network''s belong to entities without later movements',
  comment column validator_count 'Validators that were activated or exited; consolidated ones do not count as exited',
  comment column wait_epoch_sum 'Epochs waited since validators became eligible, or since their exit was initiated',
  comment column wait_count 'Number of validators with a known wait',
  comment column action_limit 'Number of validators of 32 ETH that the rules allow in the window',
  comment column exit_limit 'Number of validators that may exit; for activations more than action_limit if these are capped',
  comment column version 'Version of fct_eth_validator_window: the highest wins',
  modify comment 'One row per entity, time window and action: the movements and their limits. The network has a row for each'
alter table fct_eth_network_overview
  comment column network 'Network, as in X-Service-Network',
  modify comment 'One row per network and time window: the API''s network overview, stored so that it is not recomputed for each request'
alter table fct_eth_network_queue
  comment column network 'Network, as in X-Service-Network',
  comment column epoch 'Last computed epoch; the state is that of its first slot',
  comment column snapshot_epoch 'Epoch of the last full registry snapshot, at or before epoch. Pending deposits and balance changes within an increment are as of then',
  comment column validator_count 'Validators in the registry, with any status',
  comment column activating_count 'Validators eligible but not active yet, and new keys among pending deposits; null if pending deposits were not read',
  comment column activating_balance_gwei 'Effective balances of the eligible validators, and deposits of the new keys',
  comment column activation_queue_minutes 'Time to process all pending deposits at the churn per epoch; before Electra, all pending validators',
  comment column exiting_count 'Validators with an exit epoch that is not reached; without consolidation sources',
  comment column exiting_balance_gwei 'Effective balances of these validators',
  comment column exit_queue_minutes 'Time until the latest of these exit epochs; 0 if there are none',
  comment column withdrawal_queue_minutes 'Time until the latest withdrawable epoch that is set and not reached; without consolidation sources',
  comment column sweep_minutes 'Duration of a withdrawal sweep over the whole registry, at 16 withdrawals per slot',
  comment column fully_withdrawing_count 'Withdrawable validators with a balance and credentials 0x01 or 0x02',
  comment column fully_withdrawing_balance_gwei 'Balances of these validators',
  comment column partially_withdrawing_count 'Validators whose effective balance is at its maximum, with a higher balance and credentials 0x01 or 0x02',
  comment column partially_withdrawing_balance_gwei 'Balance of these validators above the maximum',
  modify comment 'One row per network: the activation, exit and withdrawal queues in the state of the last computed epoch'
alter table fct_eth_network_window
  comment column network 'Network, as in X-Service-Network',
  comment column time_window '1d, 7d, 30d or all: every complete chain day in the warehouse',
  comment column previous_validator_count 'Active validators 1, 7 or 30 days earlier, or on the last day for all; null if that day is not complete in the warehouse',
  comment column active_balance_gwei 'Effective balances of these validators',
  comment column previous_active_balance_gwei 'Effective balances on the same earlier day',
  comment column mean_balance_gwei 'Mean of their balances after the last slot of the last day; null if none was read',
  comment column previous_mean_balance_gwei 'Mean balance on the same earlier day',
  comment column median_age_days 'Median number of whole chain days since activation; null if there are no validators',
  comment column missed_slot_count 'Slots without a canonical block, without the genesis slot',
  comment column mean_consensus_percentage 'Mean annual rate of consensus rewards, in percent, over validators active in every epoch of the window (90 days at most); null if unknown for one of them',
  comment column mean_execution_percentage 'Mean annual rate of execution rewards over the same validators; null if unknown for one of them',
  comment column earnings_gwei 'Consensus rewards less penalties of all validators on the days of the window; null if a correlation penalty is unknown',
  comment column tips_wei 'Priority fees that reached proposers on these days; null if unknown for a block, or if no execution node returned any block',
  comment column baseline_mev_wei 'Baseline MEV of these days; null if tips_wei is',
  comment column gini 'Gini coefficient on the last day of active validators grouped by pool, otherwise by operator, otherwise by address, otherwise each on its own',
  comment column version 'Version of fct_eth_validator_window: the highest wins'
alter table fct_eth_proposal_slot
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Validator with the proposer duty',
  comment column status 'Status of the slot',
  comment column is_payload_empty '1 if the block was proposed without transactions (since the merge)',
  comment column missed_reward_gwei 'If not proposed, the mean consensus reward of the blocks proposed in the epoch, or of all known earlier blocks if it has none',
  comment column version 'Model revision, then completeness: known attestation reward, orphan seen, earlier blocks known for an epoch without any',
  modify comment 'One row per slot after genesis: the proposer duty and its result'
alter table fct_eth_reward_check_epoch
  comment column network 'Network, as in X-Service-Network',
  comment column compared_count 'Rewards that are known from both sides',
  comment column difference_count 'Compared rewards that differ',
  comment column differences 'The first 1,000 differences, as in raw_eth_node_reward, with the reward of each side',
  comment column version 'Version of int_eth_epoch: the highest wins',
  modify comment 'One row per computed epoch for which a beacon node returned rewards: the comparison with computed rewards per validator and component'
alter table fct_eth_slashing
  comment column network 'Network, as in X-Service-Network',
  comment column proposer_index 'Proposer that included the evidence and receives the reward',
  comment column effective_balance_gwei 'Effective balance at the slashing; null if unknown',
  comment column penalty_gwei 'Initial penalty, by the rules of the fork in force',
  comment column reward_gwei 'Whistleblower reward, which the proposer receives in full',
  modify comment 'One row per slashed validator: the block that included the evidence, the penalty and the reward'
alter table fct_eth_slashing_correlation
  comment column network 'Network, as in X-Service-Network',
  comment column epoch 'Epoch at whose end the penalty is applied',
  comment column validator_index 'Slashed validator that is halfway to withdrawable',
  comment column slashed_balance_gwei 'Effective balances of all validators slashed in the window that ends with the epoch; null if some of its epochs are unknown',
  comment column penalty_gwei 'Correlation penalty, at most the balance; null if the slashed balance is unknown',
  comment column version 'Model revision, then the number of known epochs in the window',
  modify comment 'One row per slashed validator in the epoch halfway to withdrawable: the penalty that grows with the balance slashed around the same time'
alter table fct_eth_stake_movement
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column entities 'Entities of the validator on that day',
  comment column version 'Version of int_eth_validator_entity_daily: the highest wins',
  modify comment 'One row per validator that was activated or exited on a day, with its entities. A consolidation counts as an exit here'
alter table fct_eth_validator_duty_epoch
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column vote_flags 'Bits: 1 has a duty, 2 correct target root, 4 correct head root, 8 timely source, 16 timely target, 32 timely head, 64 slashed',
  comment column inclusion_delay 'Slots between duty and first inclusion; 0 if missed',
  comment column effective_balance_gwei 'Effective balance from which the rewards were computed (that of the following epoch)',
  comment column missed_reward_gwei 'Rewards of the flags that were not earned',
  comment column sync_signature_count 'Number of seats that signed, over the blocks of the epoch',
  comment column sync_missed_count 'Number of seats that did not sign, over the blocks of the epoch',
  comment column sync_first_slot_reward_gwei 'Part of sync_reward_gwei from the first slot of the epoch, which a balance at that slot already includes',
  comment column has_duty '1 if the validator had an attestation duty',
  comment column is_attested '1 if its attestation was included',
  comment column is_target_correct '1 if its target vote was correct',
  comment column is_head_correct '1 if its head vote was correct',
  comment column is_source_timely '1 if the source flag was earned',
  comment column is_target_timely '1 if the target flag was earned',
  comment column is_head_timely '1 if the head flag was earned',
  comment column is_slashed '1 if it was slashed when the rewards were paid',
  modify comment 'One row per validator and epoch in which it had an attestation duty, held a sync committee seat or could be penalised (slashed, not yet withdrawable)'
alter table fct_eth_validator_duty_window
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column day_count 'Complete days of the window with a record of the validator',
  comment column effective_balance_gwei 'Effective balance in the last epoch of the last day; null without a record of that day, and in rows older than this column',
  comment column missed_duty_count 'Missed attestations, proposals and sync signatures',
  comment column reward_gwei 'Consensus rewards, without penalties',
  comment column penalty_gwei 'Penalties of every kind, zero or below; null if a correlation penalty is unknown',
  comment column validator_effectiveness 'Mean over its rated days, 0 to 100',
  comment column version 'Version of fct_eth_validator_window: the highest wins',
  modify comment 'One row per validator and time window that ends with the last complete chain day: the totals shown in lists of validators'
alter table fct_eth_validator_performance_daily
  comment column network 'Network, as in X-Service-Network',
  comment column day_type 'chain: 24 hours, counted from genesis. utc: the UTC day in which the epoch starts',
  comment column validator_index 'Index of the validator',
  comment column day 'Number of the day, 0 at genesis',
  comment column date 'chain: UTC date on which the day ends. utc: UTC date',
  comment column is_complete '1 if all epochs of the day are covered; the row never changes after that',
  comment column attestation_count 'Inclusions of attestations, duplicates in aggregates counted',
  comment column correct_source_count 'Votes with the correct source, which every included attestation has',
  comment column correct_target_count 'Votes with the correct target root, however late',
  comment column correct_head_count 'Votes with the correct head root, however late',
  comment column counted_vote_count 'Votes that correctness counts: two or three per included attestation',
  comment column correct_vote_count 'Counted votes that are correct',
  comment column late_source_count 'Source votes included later than 5 slots',
  comment column late_target_count 'Target votes included later than 32 slots, before Deneb',
  comment column late_head_count 'Head votes included later than 1 slot',
  comment column wrong_target_count 'Included votes with a wrong target root',
  comment column wrong_head_count 'Included votes with a wrong head root',
  comment column orphaned_count 'Orphaned proposals',
  comment column unknown_orphan_count 'Missed proposals that may have been orphaned, if an orphan would score: nodes forget orphans, and no node may know those of old history',
  comment column sync_signature_count 'Signed sync committee slots',
  comment column sync_missed_count 'Missed sync committee slots',
  comment column slashes_received_count 'Number of times slashed',
  comment column slashes_collected_count 'Validators slashed by its blocks',
  comment column attestation_reward_gwei 'Attestation rewards, without penalties',
  comment column sync_reward_gwei 'Sync rewards, without penalties',
  comment column missed_attestation_penalty_gwei 'Penalties for missed attestations, and all attestation penalties of slashed validators, zero or below',
  comment column missed_attestation_reward_gwei 'Rewards of the flags that were not earned',
  comment column tips_wei 'Priority fees of its canonical blocks that reached it; for a block paid by a builder, at most the payment',
  comment column baseline_mev_wei 'Other execution rewards: the part of a payment above the priority fees, or transfers to the fee recipient',
  comment column external_rewards_wei 'Priority fees and baseline MEV of its blocks that a relay delivered',
  comment column missed_execution_rewards_wei 'Mean execution rewards of the blocks of the epoch, for each duty without a canonical block',
  comment column unknown_execution_count 'Canonical blocks with unknown priority fees, which sums leave out',
  comment column unknown_external_count 'Canonical blocks for which relay rewards are unknown',
  comment column unknown_missed_count 'Duties without a canonical block whose missed execution rewards are unknown',
  comment column unknown_slashing_count 'Unknown correlation penalties of the day, which slashing_penalty_gwei leaves out: the slashings of the preceding weeks are not all known',
  comment column execution_fact_count 'Number of known execution facts of the epochs of its duties, which only grows',
  comment column effective_balance_gwei 'Effective balance in the state of end_epoch; null if no longer stored, and in rows older than this column',
  comment column validator_effectiveness 'Weighted rating, 0 to 100; null without a rated duty',
  comment column is_source_counted '1 if correctness counts source votes, by the rating version',
  comment column version 'Model revision, then covered epochs, then their known facts: the highest wins',
  modify comment 'One row per validator and day on which it had a duty, or was paid, penalised or slashed; chain days and UTC days'
alter table fct_eth_validator_performance_span
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column attestation_count 'Inclusions of attestations, duplicates in aggregates counted',
  comment column correct_target_count 'Votes with the correct target root, however late',
  comment column correct_head_count 'Votes with the correct head root, however late',
  comment column late_source_count 'Source votes included later than 5 slots',
  comment column late_target_count 'Target votes included later than 32 slots, before Deneb',
  comment column late_head_count 'Head votes included later than 1 slot',
  comment column sync_signature_count 'Signed sync committee slots',
  comment column sync_missed_count 'Missed sync committee slots',
  comment column attestation_reward_gwei 'Attestation rewards, without penalties',
  comment column sync_reward_gwei 'Sync rewards, without penalties',
  comment column missed_attestation_penalty_gwei 'Penalties for missed attestations, and all attestation penalties of slashed validators, zero or below',
  comment column missed_attestation_reward_gwei 'Rewards of the flags that were not earned',
  comment column version 'Model revision, then covered epochs, then their known facts: the highest wins',
  modify comment 'One row per validator and span, a run of epochs in one chain day and one UTC day. The records of both days are sums of spans'
alter table fct_eth_validator_reconciliation_daily
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column start_balance_gwei 'Balance in the first snapshot; 0 for a validator that appeared after it',
  comment column void_deposit_gwei 'Deposits of a validator created between the snapshots that were not credited: its balance shows that their signatures were invalid',
  comment column consolidation_gwei 'Incoming consolidations less outgoing ones',
  comment column residual_gwei 'Unexplained balance change, 0 if all inputs are known; null if inputs are missing',
  comment column version 'Model revision, then epochs between the snapshots, then their known facts: the highest wins',
  modify comment 'One row per validator in the second of the two registry snapshots of a chain day or UTC day, unless it had already exited and withdrawn everything: balance change compared with attributed rewards and known transfers'
alter table fct_eth_validator_window
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column earnings_gwei 'Consensus rewards less penalties of these days; null if a correlation penalty is unknown',
  comment column effective_balance_sum_gwei 'Sum of the effective balances in the last epochs of these days',
  comment column execution_rewards_wei 'Priority fees and baseline MEV of these days; null if unknown for a block, or if no execution node returned any block',
  comment column is_whole '1 if active in every epoch of these days: only then it has a rate',
  comment column is_steady '1 if it belonged to the same entities on each of these days',
  comment column version 'Model revision, last day, then known facts of the days: the highest wins',
  modify comment 'One row per validator and time window that ends with the last complete chain day: the inputs of its rate of return'
alter table int_eth_attestation_inclusion_slot
  comment column network 'Network, as in X-Service-Network',
  comment column proposer_reward_gwei 'Sum over attestations of the proposer reward, each rounded down',
  modify comment 'One row per block and target epoch: the proposer''s reward for attestations of that epoch'
alter table int_eth_churn_daily
  comment column network 'Network, as in X-Service-Network',
  comment column exit_limit 'Number of validators of 32 ETH that may exit: the sum of the limits of its epochs, each rounded down',
  comment column activation_limit 'Number of validators that may be activated, counted in the same way',
  comment column epoch_count 'Epochs with known limits',
  comment column version 'Version of the day, and the known epochs: the highest wins',
  modify comment 'One row per day: the churn limits of its epochs'
alter table int_eth_churn_epoch
  comment column network 'Network, as in X-Service-Network',
  comment column consolidation_limit_gwei 'Stake that may consolidate in an epoch at this balance; 0 before Electra, null if the node did not return the constants',
  modify comment 'One row per computed epoch: its churn limits. Kept forever, because windows sum over all epochs'
alter table int_eth_consolidation_entity
  comment column network 'Network, as in X-Service-Network',
  comment column source_index 'Validator that was merged',
  comment column source_id_type 'Type of the source''s entity, such as pool',
  comment column source_entity 'Entity of the source on the date',
  comment column target_id_type 'Type of the target''s entity',
  comment column target_entity 'Entity of the target on the date',
  comment column version 'Version of int_eth_validator_entity_daily: the highest wins',
  modify comment 'One row per consolidation: the entities of its validators on its UTC day'
alter table int_eth_day
  comment column network 'Network, as in X-Service-Network',
  comment column is_complete '1 if all epochs of the day are covered; entity records follow later, see is_complete of fct_eth_entity_performance_daily',
  comment column execution_fact_count 'Part of the version that counts the known execution facts of its epochs',
  comment column version 'Model revision, then covered epochs, then their known facts: the highest wins',
  modify comment 'One row per day with written records: the epochs they cover. Written after the records'
alter table int_eth_entity_day
  comment column network 'Network, as in X-Service-Network',
  comment column day_version 'Version of int_eth_day from whose records these were computed',
  comment column deposit_checksum 'Checksum of the known deposits that created validators of the day; 0 if there are none',
  comment column facts_checksum 'Checksum of the facts from which the records of the day are computed; 0: computed before it was kept',
  comment column version 'Version of the records: at least that of int_eth_day, unless the day was recomputed since',
  modify comment 'One row per day with written entity records. Written after the records'
alter table int_eth_epoch
  comment column network 'Network, as in X-Service-Network',
  comment column base_reward_per_increment_gwei 'Base reward per increment of effective balance; before Altair, that of one increment over four components',
  comment column carried_score 'Sum of the inactivity scores carried over from the previous epoch; 0 also where history begins',
  comment column duty_checksum 'Checksum of the rows of fct_eth_validator_duty_epoch: derived records are recomputed when it changes; 0 if unknown',
  modify comment 'One row per epoch with computed duties: the totals from which its rewards are computed'
alter table int_eth_exit_request
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column day 'Chain day whose registries show the exit; if there are several, the earliest counts',
  comment column epoch 'Epoch in which the exit was initiated: the first from which a registry of the day has an exit epoch',
  comment column version 'Version of the day: the highest wins',
  modify comment 'One row per validator whose exit was initiated within the history, and chain day that shows it: the time since which the exit is known'
alter table int_eth_inactivity_score
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator'
alter table int_eth_payload
  comment column network 'Network, as in X-Service-Network',
  comment column transaction_type_counts 'Number of transactions of types 0 to 4; empty if unknown',
  comment column gas_used 'Gas used; null if unknown',
  comment column blob_gas_used 'Blob gas used; null if unknown',
  comment column base_fee_per_gas_wei 'Base fee; null if unknown',
  comment column version 'Model revision, then whether all fields are known: the highest wins',
  modify comment 'One row per final canonical block with a payload: fields of the beacon block, kept for data that execution nodes return later'
alter table int_eth_slashing_correlation
  comment column network 'Network, as in X-Service-Network',
  comment column epoch 'Epoch at whose end the penalty is applied',
  comment column validator_index 'Slashed validator that is halfway to withdrawable',
  comment column increment_gwei 'Effective balance increment',
  comment column multiplier 'Multiplier of the slashed balance, by the rules of the fork in force',
  comment column is_per_increment '1 if the penalty per increment is rounded down (since Electra), 0 if the validator''s penalty is rounded down to increments',
  modify comment 'One row per slashed validator in the epoch halfway to withdrawable: the inputs of its correlation penalty, without the other slashings'
alter table int_eth_span
  comment column network 'Network, as in X-Service-Network',
  comment column duty_checksum 'Checksum over the checksums of its epochs; the sums are current while it does not change',
  comment column version 'Model revision, then covered epochs, then their known facts: the highest wins',
  modify comment 'One row per span with written sums. Written after the sums'
alter table int_eth_stake_movement
  comment column network 'Network, as in X-Service-Network',
  comment column stake_action 'Action of the validator',
  comment column validator_index 'Index of the validator',
  comment column epoch 'First epoch in which it was active, or no longer active',
  comment column since_epoch 'For activations, the epoch from which it was eligible',
  comment column version 'Version of the day: the highest wins',
  modify comment 'One row per validator that was activated or exited on a day. A validator active at genesis was not activated'
alter table int_eth_sync_slot
  comment column network 'Network, as in X-Service-Network',
  comment column participant_reward_gwei 'Reward of a seat that signs, and penalty of one that does not',
  comment column validator_indices 'Members of the committee, each once, ascending; empty in rows older than this column',
  comment column member_reward_gwei 'Reward of each member for all its seats, or its loss, limited by its balance'
alter table int_eth_validator_entity_daily
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column entities 'Entities of the validator on the date of the day, by type and name',
  comment column entities_hash 'Hash of the entities: validators with an unchanged hash kept their entities',
  comment column version 'Model revision, then the newest import that was read, then covered epochs: the highest wins',
  modify comment 'One row per validator and day: its entities'
alter table int_eth_window
  comment column network 'Network, as in X-Service-Network',
  comment column facts_checksum 'Checksum of the facts from which the days of the windows are computed',
  comment column version 'Version of the rows of the windows',
  modify comment 'One row per network with computed windows: their inputs. Written after the records'
alter table raw_eth_attestation
  comment column network 'Network, as in X-Service-Network',
  comment column attestation_index 'Index in the body of the block',
  comment column attested_slot 'Attested slot',
  comment column committee_indices 'Committees in ascending order: one before Electra, those of committee_bits since then',
  comment column payload_index 'Gloas: 1 if the vote says that the payload is present; 0 before'
alter table raw_eth_block
  comment column network 'Network, as in X-Service-Network',
  comment column status 'Status of the slot or block',
  comment column transaction_count 'Transactions in the payload; 0 for an empty payload, null without one',
  comment column gas_used 'Gas used by the payload; null without one, and in rows older than this column',
  comment column base_fee_per_gas_wei 'Base fee of the payload, wei per gas; null without one, and in rows older than this column',
  comment column blob_gas_used 'Blob gas used by the payload; null before Deneb, without a payload, and in rows older than this column',
  comment column transaction_type_counts 'Number of transactions of types 0 (legacy) to 4; newer types are not counted. Empty if unknown',
  comment column version 'Source position: the latest slot seen by the listener when it published the row; final rows are above all others',
  modify comment 'One row per network, slot and block root. A slot may have several rows: one canonical or missed, and orphaned ones'
alter table raw_eth_committee
  comment column network 'Network, as in X-Service-Network',
  modify comment 'One row per slot: the committees with the duty to attest in it'
alter table raw_eth_consolidation
  comment column network 'Network, as in X-Service-Network',
  comment column source_index 'Validator that was merged',
  comment column target_index 'Validator that it was merged into'
alter table raw_eth_consolidation_balance
  comment column network 'Network, as in X-Service-Network',
  comment column source_index 'Validator that was merged',
  comment column target_index 'Validator that it was merged into',
  comment column is_source_slashed '1 if it was dropped without a transfer',
  comment column version 'Source position: the latest slot seen by the listener when it published the row',
  modify comment 'One row per executed consolidation: balances of its target around it, which older listeners did not record'
alter table raw_eth_consolidation_request
  comment column network 'Network, as in X-Service-Network',
  comment column source_address 'Address that sends the request',
  comment column target_pubkey 'Public key to merge into; the same as the source in a request for compounding credentials',
  modify comment 'One row per consolidation request in a final block. The chain may ignore a request'
alter table raw_eth_credential_change
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Validator whose credentials change',
  comment column address 'Address for withdrawals from then on, 0x and hex',
  modify comment 'One row per validator whose BLS credentials (0x00) changed to an address (0x01) in a final block'
alter table raw_eth_day_balance
  comment column network 'Network, as in X-Service-Network',
  comment column version 'Source position: the latest slot seen by the listener when it published the row',
  modify comment 'One row per last epoch of a chain day or UTC day: the total balance of active validators'
alter table raw_eth_deposit
  comment column network 'Network, as in X-Service-Network',
  comment column withdrawal_credentials 'Withdrawal credentials, bytes'
alter table raw_eth_deposit_log
  comment column network 'Network, as in X-Service-Network',
  comment column deposit_index 'Index of the deposit, counted by the contract',
  comment column pubkey 'BLS public key of the deposit, bytes',
  comment column withdrawal_credentials 'Withdrawal credentials, bytes',
  comment column signature 'BLS signature of the deposit message, bytes; null if not read',
  comment column sender 'Sender of the transaction, 0x and hex, not a contract that forwards it',
  comment column epoch 'Epoch of the block''s payload; null if blocks were read by number',
  comment column version 'Rows read with their epoch are above the rest; then the newer decoder, then rows with signatures',
  modify comment 'One row per event of the deposit contract in a final block, with its sender. Only an execution node can return the sender'
alter table raw_eth_deposit_range
  comment column network 'Network, as in X-Service-Network',
  comment column epoch 'Epoch of these payloads; null if blocks were read by number'
alter table raw_eth_entity_import
  comment column network 'Network, as in X-Service-Network',
  comment column source 'Source of the data: the source column of the imported file',
  comment column import_id 'Number of the import, counted per network: the highest of a source is in force',
  comment column row_count 'Rows of the source in the import; 0 removed the source',
  comment column first_date 'Earliest date of its rows or of the rows they replaced; null if open',
  comment column last_date 'Latest date of its rows or of the rows they replaced; null if open',
  comment column imported_at 'Time of the import',
  modify comment 'One row per import and source, written after its rows: it defines which rows of a source are in force'
alter table raw_eth_entity_key
  comment column network 'Network, as in X-Service-Network',
  comment column source 'Source of the data',
  comment column import_id 'Import of the row',
  comment column key_kind 'Kind of key',
  comment column pool_type 'For pools, cex or lst; empty if unknown',
  comment column from_date 'First date on which it holds; null if open',
  comment column to_date 'Last date on which it holds; null if open'
alter table raw_eth_entity_mapping
  comment column network 'Network, as in X-Service-Network',
  comment column import_ids 'Import of each source that the day was computed with',
  comment column reported_until 'Self reports first made after this time do not count on the day',
  comment column version 'Version of the records of the day: the highest wins',
  modify comment 'One row per complete day: the mapping of validators to entities that its records were computed with. Recomputing the records keeps it'
alter table raw_eth_epoch
  comment column network 'Network, as in X-Service-Network',
  comment column genesis_time 'Time of slot 0, seconds since 1970',
  comment column genesis_validators_root 'Genesis validators root',
  comment column spec 'JSON object: constants of the node used in computations',
  comment column role 'support: facts for neighbouring epochs, without computed rows. full: computed and served',
  comment column pending_deposit_rows 'Rows of the pending deposit snapshot; null if none was taken',
  comment column inactivity_score_rows 'Inactivity scores at the start of the epoch, read from the state of a node; null if they follow from the previous epoch',
  comment column is_consolidation_known '1 if the node returned the consolidations executed at the start of the epoch',
  modify comment 'One row per epoch: the facts that the listener published for it, and those known at its end'
alter table raw_eth_execution_block
  comment column network 'Network, as in X-Service-Network',
  comment column slot 'Slot of the canonical payload',
  comment column block_hash 'Hash of the execution block, as in the beacon payload',
  comment column type_0_tips_wei 'Priority fees of legacy transactions (type 0), failed ones included: (effectiveGasPrice - baseFeePerGas) * gasUsed',
  comment column type_1_tips_wei 'Priority fees of transactions with access lists (type 1)',
  comment column type_2_tips_wei 'Priority fees of EIP-1559 transactions (type 2)',
  comment column type_3_tips_wei 'Priority fees of blob transactions (type 3), without the blob fee',
  comment column type_4_tips_wei 'Priority fees of set-code transactions (type 4) and all newer types',
  comment column last_sender 'Sender of the last transaction, 0x and hex in lower case; null if there is none',
  comment column last_recipient 'Recipient of the last transaction; null if there is none, or if it creates a contract',
  comment column last_value_wei 'Value of the last transaction',
  comment column is_last_successful '0 if the last transaction was reverted',
  comment column version 'Rows counted with a list are above the rest; then the newer decoder',
  modify comment 'One row per canonical payload whose block and receipts an execution node returned: their sums in wei'
alter table raw_eth_imported_peer
  comment column network 'Network, as in X-Service-Network',
  comment column import_id 'Import of the row',
  comment column peer_id 'libp2p identity of the peer, or the crawler''s name for it',
  comment column ip 'IP address, IPv4 or IPv6',
  comment column country_code 'Country code, ISO 3166-1, two capitals; empty if unknown',
  comment column hosting_provider 'Hosting provider; empty if unknown',
  comment column validator_count 'Validators of the peer'
alter table raw_eth_inactivity_score
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  modify comment 'One row per validator with a score above zero at the start of the epoch with which a history begins, read from the state of a node'
alter table raw_eth_node_peer_daily
  comment column network 'Network, as in X-Service-Network',
  comment column node 'Address of the beacon node, without credentials',
  comment column observed_at 'Time of the observation',
  comment column peer_ids 'libp2p identities of the connected peers',
  comment column ips 'IP addresses of the peers, IPv4 or IPv6; empty if unknown',
  comment column country_codes 'Country codes of these addresses at that time, ISO 3166-1, two capitals; empty if unknown',
  comment column hosting_providers 'Hosting providers of these addresses at that time; empty if unknown',
  comment column version 'observed_at in milliseconds: the latest observation of a day wins',
  modify comment 'One row per beacon node and UTC day: all peers in its last observation of the day'
alter table raw_eth_node_reward
  comment column network 'Network, as in X-Service-Network',
  comment column component 'Reward component, as the Beacon API names it',
  modify comment 'One row per reward that a beacon node returned in a sample of an epoch. It is compared with computed rewards, never used in them'
alter table raw_eth_peer_import
  comment column network 'Network, as in X-Service-Network',
  comment column import_id 'Number of the import, counted per network: the highest is in force',
  comment column peer_count 'Rows in the import; 0 removed all imported peers',
  comment column imported_at 'Time of the import',
  modify comment 'One row per import of peers, written after its rows: it defines which of them are in force'
alter table raw_eth_pending_consolidation
  comment column network 'Network, as in X-Service-Network',
  comment column epoch 'Epoch whose state at its first slot queues the consolidation: the first one that does, or the first epoch of a listener',
  comment column source_index 'Validator to be merged',
  comment column target_index 'Validator that it is to be merged into',
  modify comment 'One row per source in a node''s queue of accepted consolidations and epoch in which it was read, including requests older than the warehouse. The first epoch counts. Rows stay after the consolidation is executed or dropped'
alter table raw_eth_pending_deposit
  comment column network 'Network, as in X-Service-Network',
  modify comment 'One row per public key with queued deposits in the state at the first slot of the epoch; read with each full registry snapshot'
alter table raw_eth_proposer_duty
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Validator with the proposer duty',
  modify comment 'One row per slot: its proposer duty'
alter table raw_eth_registry
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column is_slashed '1 if slashed',
  comment column activation_eligibility_epoch '2^64-1 if not set (FAR_FUTURE_EPOCH)',
  comment column activation_epoch '2^64-1 if not set (FAR_FUTURE_EPOCH)',
  comment column exit_epoch '2^64-1 if not set (FAR_FUTURE_EPOCH)',
  comment column withdrawable_epoch '2^64-1 if not set (FAR_FUTURE_EPOCH)',
  comment column is_snapshot '1 if the row belongs to a full snapshot',
  modify comment 'One row per validator and recorded epoch, in the state at its first slot. Full snapshots have all validators, epochs between them only changed ones'
alter table raw_eth_relay_epoch
  comment column network 'Network, as in X-Service-Network',
  comment column payload_count 'Payloads delivered by the relay in the epoch',
  comment column requested_relays 'Names of all relays that the listener requested; empty in rows of older listeners'
alter table raw_eth_relay_payload
  comment column network 'Network, as in X-Service-Network',
  comment column relay 'Name of the relay; host and port if it has none',
  comment column block_hash 'Hash of the execution block that the relay reports as delivered, 0x and hex in lower case',
  comment column proposer_fee_recipient 'Fee recipient that the builder had to pay, 0x and hex in lower case',
  comment column value_wei 'Payment to the proposer as the relay reports it',
  modify comment 'One row per payload that a relay reports as delivered, including those for missed slots and unused blocks'
alter table raw_eth_self_report
  comment column network 'Network, as in X-Service-Network',
  comment column pubkey 'BLS public key of the validator, bytes; the validator may not exist on the chain yet',
  comment column organization_id 'Organization that reported it as its own. If there are several, the one with the lowest reported_at counts, then the first by this column',
  comment column pool_tag 'Pool for which it runs the validator; null if not named',
  modify comment 'One row per validator and organization that reported it as its own: a source of entities with lower priority than imports'
alter table raw_eth_slashed_balance
  comment column network 'Network, as in X-Service-Network',
  comment column slot 'Slot whose post-state has this balance: the last one of the epoch; for a validator slashed in the epoch, also the last one before it',
  comment column version 'Source position: the latest slot seen by the listener when it published the row',
  modify comment 'One row per epoch and slashed validator that is not yet withdrawable, and a second one for a validator slashed in the epoch. Kept forever, because nodes prune balances from which slashing penalties are computed'
alter table raw_eth_slashing
  comment column network 'Network, as in X-Service-Network',
  modify comment 'One row per validator that a final block slashes for equivocation'
alter table raw_eth_sync_balance
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Index of the validator',
  comment column slot 'Slot whose post-state has this balance: the last one before the epoch, or its first one if no node returned that',
  comment column version 'Source position: the latest slot seen by the listener when it published the row',
  modify comment 'One row per epoch and sync committee member that is withdrawable by then: a penalty is limited by the balance, which such a member may have used up'
alter table raw_eth_voluntary_exit
  comment column network 'Network, as in X-Service-Network',
  comment column validator_index 'Validator that exits'
alter table raw_eth_withdrawal
  comment column network 'Network, as in X-Service-Network',
  comment column withdrawal_index 'Global index, without gaps'
alter table raw_eth_withdrawal_request
  comment column network 'Network, as in X-Service-Network',
  comment column source_address 'Address that sends the request',
  comment column amount_gwei 'Requested amount; 0 for a full exit',
  modify comment 'One row per withdrawal request in a final block. The chain may ignore a request'
alter table dim_polkadot_name
  comment column name 'Display name on the People chain, PARENT/sub for a sub-account; null if it has none',
  modify comment 'One row per account whose name was looked up'
alter table dim_polkadot_network
  modify comment 'One row per Polkadot network in the warehouse'
alter table fct_polkadot_claim_era
  comment column read_era 'Era at whose end the claims were read',
  comment column page_count 'Pages that can be claimed; one if it has no nominators',
  comment column claimed_page_count 'Claimed pages',
  comment column paid_page_count 'Claimed pages whose payment was read',
  comment column paid_nominator_count 'Nominators that were paid; null if the payment of a claimed page was not read',
  comment column earned_delegator_planck 'Rewards of nominators',
  comment column claimed_validator_planck 'Part of earned_validator_planck in the claimed pages, by the rules of the runtime that ended the era',
  comment column claimed_delegator_planck 'Part of earned_delegator_planck in the claimed pages, by these rules',
  comment column paid_validator_planck 'Paid to the validator by events, incentive included; null if the payment of a claimed page was not read',
  comment column paid_delegator_planck 'Paid to nominators by events; null if the payment of a claimed page was not read',
  comment column residual_planck 'Earned less paid; null if pages are unclaimed or payments were not read',
  modify comment 'One row per elected validator and era whose claims or payments were read'
alter table fct_polkadot_network_reward_daily
  comment column nominator_count 'Accounts exposed in the last era, each counted once',
  comment column delegator_planck 'Rewards of nominators',
  comment column incentive_planck 'Incentive, included in validator_planck',
  comment column payout_residual_planck 'Payouts less the rewards of validators and nominators',
  comment column is_complete '1 if the day is complete; the row never changes after that'
alter table fct_polkadot_validator_reward_daily
  comment column nominator_count 'Exposed nominators in the last era in which it was elected',
  comment column delegator_planck 'Rewards of nominators',
  comment column incentive_planck 'Incentive, included in validator_planck',
  comment column total_stake_planck 'Exposed stake in the last era in which it was elected',
  comment column own_stake_planck 'Own stake, included in total_stake_planck',
  comment column is_complete '1 if the day is complete; the row never changes after that'
alter table int_polkadot_day
  comment column is_complete '1 if all eras that ended on the day are covered; the day never changes after that',
  comment column version 'Model revision, covered eras, completeness: the highest wins'
alter table int_polkadot_network_era
  comment column day 'UTC day on which the era ended',
  comment column nominator_count 'Exposed accounts, each counted once',
  comment column delegator_planck 'Rewards of nominators',
  comment column incentive_planck 'Incentive, included in validator_planck',
  comment column payout_residual_planck 'Payout less the rewards of validators and nominators: lost to rounding',
  comment column incentive_residual_planck 'Incentive budget less incentives: lost to rounding; null without a budget',
  modify comment 'One row per era whose facts are stored completely'
alter table int_polkadot_validator_era
  comment column own_stake_planck 'The validator''s own stake, included in total_stake_planck',
  comment column commission_planck 'Commission on the reward earned by points',
  comment column own_planck 'Reward of its own stake after commission',
  comment column delegator_planck 'Rewards of nominators',
  comment column incentive_planck 'Incentive for its own stake, paid in addition to the era''s payout',
  modify comment 'One row per elected validator and era: its rewards, claimed or not'
alter table raw_polkadot_claim
  comment column era 'Index of the era whose rewards were claimed',
  comment column read_era 'Era at whose end the claims were read',
  comment column pages 'Claimed page of each validator in validators',
  modify comment 'One row per era: its claims, as last read'
alter table raw_polkadot_era
  comment column source 'Chain of end_block: the relay chain before staking moved to Asset Hub in November 2025',
  comment column end_block 'Block that emitted EraPaid; storage is read after it',
  comment column previous_day 'UTC day on which the previous era ended; null if unknown',
  comment column next_day 'UTC day on which the next era ended; null if unknown',
  comment column spec_version 'Runtime version with which the storage was read',
  comment column payout_planck 'Amount paid to validators and their nominators',
  comment column incentive_budget_planck 'Amount paid to validators for their own stake; null if the runtime has no such budget',
  comment column incentive_weight_sum 'Sum of incentive weights; null without a budget',
  comment column weighted_point_sum 'Sum of weights times points; null if the runtime has none',
  comment column weighted_since_era 'First era that is divided by weighted points; null: every era with weighted_point_sum',
  comment column version 'Decoder revision, then known neighbours: the highest wins'
alter table raw_polkadot_exposure
  comment column nominator 'Account of the nominator, SS58 with prefix 0; may be a pool'
alter table raw_polkadot_payout
  comment column era 'Index of the paid era',
  comment column page 'Claimed page; 0 for eras before pages existed',
  comment column source 'Chain of the block',
  comment column block 'Block whose events record the payment',
  comment column extrinsic 'Index in the block of the extrinsic that claimed it; null if the runtime paid by itself',
  comment column read_era 'Era that was active at the payment',
  comment column validator_planck 'Paid to the validator itself: commission and own stake',
  comment column delegator_planck 'Paid to nominators',
  comment column paid_nominator_count 'Nominators that were paid, without those that decline payment or cannot receive it',
  modify comment 'One row per claimed page that was paid: PayoutStarted and the payments after it'
alter table raw_polkadot_validator
  comment column page_count 'Pages of nominators; 0 without nominators, and before pages existed',
  comment column own_stake_planck 'The validator''s own stake, included in total_stake_planck',
  comment column incentive_weight 'Weight of its own stake; null if none is stored',
  comment column paid_nominator_stake_planck 'Stake of the nominators that are paid, if not all are: before pages existed, the 512 with the highest stake; null if all are'
alter table dim_polygon_network
  modify comment 'One row per Polygon network in the warehouse'
alter table dim_polygon_priority_fee
  comment column day 'UTC day on which they were earned',
  comment column amount 'Priority fees, POL; null if there are none',
  comment column version 'Edition of the priority fee file: only rows of a day''s newest edition count',
  modify comment 'One row per validator and UTC day of the priority fee file'
alter table fct_polygon_checkpoint
  comment column checkpoint 'Number of the checkpoint',
  comment column position 'Block of the root chain times 65,536 plus the log index',
  comment column signed_count 'Validators that signed',
  comment column delegated_stake 'Delegated stake of validators with the duty, wei',
  comment column signed_stake 'Stake of validators that signed, wei',
  comment column reward 'Reward in the event, wei',
  comment column delegator_reward 'Sum of delegators'' rewards, wei',
  comment column reward_residual 'Reward less bonus and signing rewards, wei: lost to integer division',
  comment column emitted_reward 'Reward by the emission rules, wei; null if a rule is unknown',
  comment column emission_residual 'Reward less emitted_reward, wei',
  comment column range_residual 'Bor blocks between the previous checkpoint and this one; null if the previous one is unknown',
  comment column version 'Model revision, known facts of proposers: the highest wins',
  modify comment 'One row per checkpoint with known rewards: all earlier stakes are ingested'
alter table fct_polygon_reward_reconciliation
  comment column reason 'Reason why the contract does not give the validator''s reward: missing_checkpoints, restaked, left; empty if it does',
  comment column checkpoint_count 'Checkpoints between both blocks with known rewards',
  comment column earned_reward 'Reward of the validator itself in these checkpoints: own part, commission and bonus, wei',
  comment column claimed_reward 'Paid to it by the contract in between (ClaimRewards), wei',
  comment column contract_reward 'Growth of validatorReward, plus claimed_reward, wei; null with a reason',
  comment column reward_residual 'earned_reward less contract_reward, wei',
  comment column earned_per_share 'Reward in these checkpoints per wei of delegated stake, times 1e25, each rounded down',
  comment column contract_per_share 'Growth of getRewardPerShare, wei times 1e25; null if unknown, or without delegations',
  comment column per_share_residual 'earned_per_share less contract_per_share, wei times 1e25',
  comment column is_whole '1 if all checkpoints between both blocks are ingested',
  comment column version 'Block, block of the earlier day, is_whole: the highest wins',
  modify comment 'One row per validator and UTC day: its rewards by checkpoints since an earlier day, compared with those of the contracts'
alter table fct_polygon_stake_reconciliation
  comment column day 'UTC day of the block at which the contract was read; 1970-01-01 in rows older than this column',
  comment column self_stake 'Own stake by events up to that block, wei; null until all events are ingested',
  comment column self_residual 'Own stake by events less own stake in the contract, wei',
  comment column delegated_residual 'Delegated stake by events less delegated stake in the contract, wei',
  comment column heimdall_stake 'Stake by events up to the last one known to Heimdall, wei; null until these are ingested, or if the validator is not in its set',
  comment column heimdall_residual 'heimdall_stake in whole POL less the voting power',
  comment column version 'Block, number of known facts: the highest wins',
  modify comment 'One row per validator and UTC day: its stake by events, compared with the contract and with Heimdall''s validator set'
alter table fct_polygon_validator_checkpoint
  comment column checkpoint 'Number of the checkpoint',
  comment column proposal_duty_count 'Turns to propose it: the one that it used, and those that Heimdall skipped',
  comment column proposed_count '1 if it proposed the checkpoint',
  comment column bor_duty_count 'Bor blocks that it had the turn to produce; null without Bor nodes',
  comment column bor_made_count 'Bor blocks that it produced in its turn',
  comment column signing_reward 'Its part of the signing rewards, wei',
  comment column commission_reward 'Commission, included in signing_reward, wei',
  comment column delegator_reward 'Reward of its delegators, included in signing_reward, wei',
  comment column missed_reward 'Reward for the missed signature, wei; 0 if it signed',
  comment column missed_delegator_reward 'Reward of its delegators, included in missed_reward, wei',
  comment column missed_commission_reward 'Commission, included in missed_reward, wei',
  comment column is_signed '1 if it signed',
  comment column is_turn_known '1 if the turns to propose that Heimdall skipped are known',
  comment column version 'Model revision, known facts of proposers: the highest wins',
  modify comment 'One row per checkpoint and validator with the duty to sign it'
alter table fct_polygon_validator_daily
  comment column last_duty 'Last checkpoint of the day that it had the duty to sign',
  comment column self_stake 'Own stake before last_duty, wei',
  comment column delegated_stake 'Delegated stake before last_duty, wei',
  comment column commission_percent 'Commission at last_duty, percent',
  comment column signing_duty_count 'Checkpoints that it had the duty to sign',
  comment column signed_count 'Checkpoints that it signed',
  comment column proposal_duty_count 'Turns to propose a checkpoint: those that it used, and those that Heimdall skipped',
  comment column bor_duty_count 'Bor blocks that it had the turn to produce; null if unknown for a checkpoint',
  comment column bor_made_count 'Bor blocks that it produced in its turn',
  comment column gross_yield 'Sum of signing and proposal rewards per wei of stake, times 1e18, each rounded down',
  comment column net_yield 'gross_yield less delegators'' rewards, per wei of stake, times 1e18',
  comment column unknown_turn_count 'Checkpoints with the duty to sign for which skipped proposal turns are unknown',
  comment column is_complete '1 if all checkpoints of the day are ingested; the row never changes after that',
  comment column version 'Model revision, known facts of the day: the highest wins',
  modify comment 'One row per UTC day and validator with a duty on it'
alter table fct_polygon_window
  comment column window_days '1, 7 or 30; 0: all',
  comment column validator 'Validator; 0: all validators together',
  comment column to_day 'Last complete UTC day; a row with an earlier day than others is outdated',
  comment column checkpoint_count 'Checkpoints on these days',
  comment column from_checkpoint 'First checkpoint of these days',
  comment column to_checkpoint 'Last checkpoint of these days',
  comment column delegator_count 'Addresses with stake at the last checkpoint; for all validators together, in active validators',
  comment column delegator_yield 'Sum over days of the reward per wei of mean stake, times 1e18, each rounded down, of delegations with stake at every checkpoint to validators with a duty at each; null if there are none',
  comment column version 'Model revision, last day, number of known facts: the highest wins',
  modify comment 'One row per validator and window of days up to the last complete one: the summary of its delegations'
alter table int_polygon_checkpoint
  comment column checkpoint 'Number of the checkpoint',
  comment column facts_checksum 'Checksum of the facts of the checkpoint, and of all earlier events of stakes and rules',
  comment column version 'Version of the rows of the checkpoint',
  modify comment 'One row per checkpoint with computed records: their inputs. Written after the records'
alter table int_polygon_day
  comment column from_checkpoint 'First ingested checkpoint of the day',
  comment column to_checkpoint 'Last ingested checkpoint of the day',
  comment column checkpoint_count 'Ingested checkpoints of the day',
  comment column known_count 'Sum of the known facts of proposers',
  comment column is_complete '1 if all checkpoints of the day are ingested; after that the day only changes with new facts of proposers, or with corrected facts',
  comment column facts_checksum 'Checksum of the facts from which the checkpoints of the day are computed; 0: computed before it was kept',
  comment column version 'Model revision, known facts of the day: the highest wins'
alter table int_polygon_window
  comment column window_days '1, 7 or 30; 0: all',
  comment column facts_checksum 'Checksum of the facts from which the days of the window are computed',
  comment column version 'Version of the rows of the window',
  modify comment 'One row per window with computed records: their inputs. Written after the records'
alter table raw_polygon_bor
  comment column checkpoint 'Checkpoint of the blocks',
  comment column signer 'Signer of the producer',
  comment column duty_count 'Bor blocks that it had the turn to produce',
  comment column made_count 'Bor blocks that it produced in its turn',
  modify comment 'One row per checkpoint and producer with the turn for at least one of its Bor blocks'
alter table raw_polygon_checkpoint
  comment column block_hash 'Hash of its block on the root chain',
  comment column transaction_hash 'Transaction that submitted it; null in rows older than this column',
  comment column heimdall_proposer 'Signer in Heimdall''s record; null if it has none',
  comment column signers 'Signers whose signatures the contract counted, ascending',
  comment column log_index 'Index of the log in its block',
  comment column position 'Block times 65,536 plus the log index; orders events of the root chain',
  comment column epoch 'Epoch of StakeManager before its block, which decides about duties; null if no node had the state',
  comment column reward 'Reward in the event: the proposer''s bonus and the rewards of signers, wei'
alter table raw_polygon_rule
  comment column epoch_offset 'Epoch of StakeManager at the last checkpoint, less the number of that checkpoint; null in rows older than this column',
  comment column block_at 'Time of the block',
  modify comment 'One row per network: the reward rules in the contract, as last read'
alter table raw_polygon_scan
  comment column from_block 'First block of the root chain; 0 if there were no earlier events',
  modify comment 'One row per run of final blocks of the root chain whose events are all ingested'
alter table raw_polygon_share_event
  comment column position 'Block times 65,536 plus the log index',
  comment column amount 'Change of the stake, negative for a decrease, wei'
alter table raw_polygon_stake_event
  comment column position 'Block times 65,536 plus the log index',
  comment column account 'Signer after the event; empty if the event does not name it',
  comment column log_index 'Index of the log in its block',
  comment column amount 'Own stake after the event, wei. stake_update: including delegations. reward_claim: paid amount. Rules: new value. commission: percent',
  comment column former 'Rules and commission: previous value, in the unit of amount (wei or percent). reward_params: checkpointRewardDelta, percent',
  comment column epoch 'First epoch with a duty, or first without one; reward_params: maxRewardedCheckpoints',
  comment column nonce 'Nonce by which Heimdall orders the events of a validator; 0 if there is none',
  modify comment 'One row per event that changes validators'' stakes or duties, or the reward rules'
alter table raw_polygon_turn
  comment column from_height 'Heimdall block that acknowledged the previous checkpoint',
  comment column to_height 'Heimdall block that acknowledged this one',
  comment column passed_heights 'Heimdall blocks with a NoAck in between, ascending',
  comment column passed_validators 'Validator whose turn to propose each of them skipped',
  comment column waiting_proposers 'Signer whose proposal was waiting for the root chain at each of them; empty if there was none',
  modify comment 'One row per checkpoint whose turns were read from Heimdall: all turns that it skipped (NoAck)'
alter table raw_polygon_validator
  comment column day 'UTC day of the block at which the contract was read; 1970-01-01 in rows older than this column',
  comment column contract 'ValidatorShare contract; null if it accepts no delegations',
  comment column owner 'Owner of its NFT; null if burnt',
  comment column signer 'Signer; null if it has withdrawn its stake',
  comment column deactivation_epoch 'First checkpoint without a duty; 0 if not set',
  comment column heimdall_nonce 'Last of its events known to Heimdall; null if it is not in Heimdall''s set',
  comment column reward 'validatorReward of StakeManager: unpaid reward of the validator itself, wei; null if not read',
  comment column reward_per_share 'getRewardPerShare of its ValidatorShare: cumulative reward of delegators per wei of stake, times 1e25; null without the contract, or if not read',
  modify comment 'One row per validator and UTC day: its state in the contract and in Heimdall, as last read'
alter table dim_solana_network
  modify comment 'One row per Solana network in the warehouse'
alter table fct_solana_account_reconciliation_epoch
  comment column reward_lamports 'Inflation rewards paid between the readings',
  comment column told_reward_lamports 'Inflation rewards paid between the readings, by getInflationReward; for vote accounts, only if it was called',
  comment column residual_lamports 'Balance change less rewards and admission fees: deposits and withdrawals; null if not all blocks between the readings are known',
  comment column version 'Model revision, known facts, newest state: the highest wins',
  modify comment 'One row per epoch and account whose balance was read twice'
alter table fct_solana_authority_reward_daily
  comment column stake_authority 'Stake authority of the stake accounts',
  comment column vote_account 'Vote account of the delegation',
  comment column commission_bps 'Commission applied to inflation rewards, in basis points; null if none was reported or nothing was paid',
  comment column staking_commission_lamports 'Commission on these rewards; exact to one lamport per payout at rates up to 50 percent; null if a rate is unknown',
  comment column missed_staking_reward_lamports 'Additional reward with the credits of the best validator; null if credits are unknown, and under Alpenglow',
  comment column mev_reward_lamports 'Share of the tips of epochs that ended on this day; null if these are unknown',
  comment column fee_reward_lamports 'Share of the fees that validators passed on for epochs that ended on this day; null if these are unknown',
  comment column mev_commission_lamports 'Share of the tips that validators kept as commission; null if these are unknown',
  comment column version 'Model revision, known facts, newest state: the highest wins'
alter table fct_solana_network_performance_daily
  comment column from_slot 'First known slot',
  comment column to_slot 'Last known slot',
  comment column voter_count 'Vote accounts with stake or votes',
  comment column votable_count 'Number of votes if every vote account voted for every block',
  comment column produced_count 'Slots with a known leader and a block',
  comment column vote_only_count 'Blocks with vote transactions only',
  comment column unknown_count 'Blocks that were not read completely',
  comment column vote_score_max 'Maximum score: all staked validators vote for all blocks in time',
  comment column vote_count 'Votes for confirmed blocks, of all validators; null under Alpenglow, and if blocks were not read completely',
  comment column latency_sum 'Sum of the slots between block and landing; null if vote_count is',
  comment column vote_score 'Vote credits by latency at landing; null if vote_count is',
  comment column participation 'Stake-weighted mean participation of validators, 0 to 1; null if unknown',
  comment column proposer_effectiveness 'Score of produced blocks by content, divided by led slots, 0 to 1; null without led slots',
  comment column voting_effectiveness 'Vote score divided by the maximum score, 0 to 1; participation under Alpenglow',
  comment column effectiveness 'Proposer and voting effectiveness combined by the weights of the rating version, or the only one that is known, 0 to 1',
  comment column rating_version 'Rating version of the weights',
  comment column is_complete '1 if only a nearer state can still change the row',
  comment column version 'Model revision, known slots, newest state: the highest wins'
alter table fct_solana_network_performance_interval
  comment column from_slot 'First known slot',
  comment column to_slot 'Last known slot',
  comment column voter_count 'Vote accounts with stake or votes',
  comment column votable_count 'Number of votes if every vote account voted for every block',
  comment column produced_count 'Slots with a known leader and a block',
  comment column vote_only_count 'Blocks with vote transactions only',
  comment column unknown_count 'Blocks that were not read completely',
  comment column vote_score_max 'Maximum score: all staked validators vote for all blocks in time',
  comment column vote_count 'Votes for confirmed blocks, of all validators; null under Alpenglow, and if blocks were not read completely',
  comment column latency_sum 'Sum of the slots between block and landing; null if vote_count is',
  comment column vote_score 'Vote credits by latency at landing; null if vote_count is',
  comment column participation 'Stake-weighted mean participation of validators, 0 to 1; null if unknown',
  comment column proposer_effectiveness 'Score of produced blocks by content, divided by led slots, 0 to 1; null without led slots',
  comment column voting_effectiveness 'Vote score divided by the maximum score, 0 to 1; participation under Alpenglow',
  comment column effectiveness 'Proposer and voting effectiveness combined by the weights of the rating version, or the only one that is known, 0 to 1',
  comment column rating_version 'Rating version of the weights',
  comment column is_complete '1 if only a nearer state can still change the row',
  comment column version 'Model revision, known slots, newest state: the highest wins'
alter table fct_solana_network_reward_daily
  comment column from_slot 'First known slot of the day',
  comment column to_slot 'Last known slot of the day',
  comment column block_reward_lamports 'Fees of all blocks, paid to their leaders',
  comment column voting_reward_lamports 'Inflation rewards paid to vote accounts or their collectors',
  comment column staking_reward_lamports 'Inflation rewards paid to stake accounts',
  comment column mev_commission_lamports 'Validators'' share of the tips of epochs that ended on the day; null if these are unknown',
  comment column mev_reward_lamports 'Delegators'' share of these tips; null if these are unknown',
  comment column passed_fee_lamports 'Fees that validators passed on for epochs that ended on the day; null if these are unknown',
  comment column delegator_fee_lamports 'Delegators'' share of these fees; null if these are unknown',
  comment column unattributed_block_reward_lamports 'Fees of leaders with an unknown vote account',
  comment column unattributed_voting_reward_lamports 'Inflation rewards paid to accounts that are not vote accounts: collectors',
  comment column unattributed_staking_reward_lamports 'Inflation rewards of stake accounts that are in no snapshot',
  comment column unattributed_mev_reward_lamports 'Delegators'' tips that could not be divided: remainders, and tips without a snapshot of stake; null if tips are unknown',
  comment column unattributed_fee_reward_lamports 'Delegators'' fees that could not be divided, as in unattributed_mev_reward_lamports',
  comment column unattributed_voting_reward_count 'Payouts to accounts that are not vote accounts',
  comment column unattributed_staking_reward_count 'Payouts to stake accounts that are in no snapshot',
  comment column other_reward_count 'Rewards of all other kinds',
  comment column other_reward_lamports 'Sum of the rewards of all other kinds',
  comment column is_complete '1 if all slots of the day are known',
  comment column version 'Model revision, known facts, newest state: the highest wins',
  modify comment 'One row per UTC day: the rewards paid, and the part that could not be attributed'
alter table fct_solana_stake_reward_daily
  comment column vote_account 'Vote account of the delegation; empty if no snapshot has the account',
  comment column stake_authority 'Stake authority; empty if no snapshot has the account',
  comment column withdraw_authority 'Withdraw authority; empty if no snapshot has the account',
  comment column commission_bps 'Commission applied to inflation rewards, in basis points; null if none was reported or nothing was paid',
  comment column staking_commission_lamports 'Commission on these rewards; exact to one lamport per payout at rates up to 50 percent; null if a rate is unknown',
  comment column missed_staking_reward_lamports 'Additional reward with the credits of the best validator; null if credits are unknown, and under Alpenglow',
  comment column mev_reward_lamports 'Share of the tips of epochs that ended on this day; null if these are unknown',
  comment column fee_reward_lamports 'Share of the fees that validators passed on for epochs that ended on this day; null if these are unknown',
  comment column mev_commission_lamports 'Share of the tips that validators kept as commission; null if these are unknown',
  comment column version 'Model revision, known facts, newest state: the highest wins',
  modify comment 'One row per stake account and UTC day on which it was paid'
alter table fct_solana_validator_performance_daily
  comment column from_slot 'First known slot',
  comment column to_slot 'Last known slot',
  comment column activated_stake_lamports 'Stake by the state nearest to the period, in lamports; null if there is none',
  comment column leader_slot_count 'Led slots; null if the leader of a slot of the period is unknown',
  comment column produced_count 'Blocks produced by the validator',
  comment column vote_only_count 'Blocks with vote transactions only',
  comment column unknown_count 'Blocks that were not read completely',
  comment column vote_score_max 'Maximum score: votes for all blocks in time',
  comment column vote_count 'Confirmed blocks that it voted for; null under Alpenglow, and if blocks were not read completely',
  comment column latency_sum 'Sum of the slots between block and landing; null if vote_count is',
  comment column vote_score 'Vote credits by latency at landing; null if vote_count is',
  comment column participation 'Under Alpenglow, share of possible certificates that include it, over the blocks of the epochs; null if unknown',
  comment column proposer_effectiveness 'Score of produced blocks by content, divided by led slots, 0 to 1; null without led slots, or if these are unknown',
  comment column voting_effectiveness 'Vote score divided by the maximum score, 0 to 1; participation under Alpenglow',
  comment column effectiveness 'Proposer and voting effectiveness combined by the weights of the rating version, or the only one that is known, 0 to 1',
  comment column rating_version 'Rating version of the weights',
  comment column is_complete '1 if only a nearer state can still change the row',
  comment column version 'Model revision, known slots, newest state: the highest wins'
alter table fct_solana_validator_performance_interval
  comment column from_slot 'First known slot',
  comment column to_slot 'Last known slot',
  comment column activated_stake_lamports 'Stake by the state nearest to the period, in lamports; null if there is none',
  comment column leader_slot_count 'Led slots; null if the leader of a slot of the period is unknown',
  comment column produced_count 'Blocks produced by the validator',
  comment column vote_only_count 'Blocks with vote transactions only',
  comment column unknown_count 'Blocks that were not read completely',
  comment column vote_score_max 'Maximum score: votes for all blocks in time',
  comment column vote_count 'Confirmed blocks that it voted for; null under Alpenglow, and if blocks were not read completely',
  comment column latency_sum 'Sum of the slots between block and landing; null if vote_count is',
  comment column vote_score 'Vote credits by latency at landing; null if vote_count is',
  comment column participation 'Under Alpenglow, share of possible certificates that include it, over the blocks of the epochs; null if unknown',
  comment column proposer_effectiveness 'Score of produced blocks by content, divided by led slots, 0 to 1; null without led slots, or if these are unknown',
  comment column voting_effectiveness 'Vote score divided by the maximum score, 0 to 1; participation under Alpenglow',
  comment column effectiveness 'Proposer and voting effectiveness combined by the weights of the rating version, or the only one that is known, 0 to 1',
  comment column rating_version 'Rating version of the weights',
  comment column is_complete '1 if only a nearer state can still change the row',
  comment column version 'Model revision, known slots, newest state: the highest wins'
alter table fct_solana_validator_reward_daily
  comment column from_slot 'First known slot of the day',
  comment column to_slot 'Last known slot of the day',
  comment column activated_stake_lamports 'Stake by the state nearest to the day, in lamports; null if there is none',
  comment column mev_commission_bps 'Commission on tips in the newest known epoch, in basis points',
  comment column block_reward_lamports 'Fees of its blocks: half of the base fees, all priority fees',
  comment column voting_reward_lamports 'Commission on inflation rewards paid to its vote account; null if paid to a separate collector',
  comment column staking_reward_lamports 'Inflation rewards of its delegators, net of commission; null if no snapshot of stake accounts attributes them',
  comment column paid_stake_account_count 'Stake accounts of its delegators that were paid; null if no snapshot of stake accounts attributes them',
  comment column commission_residual_lamports 'Commission paid to its vote account less commission computed from its delegators'' payouts; null if a rate is unknown',
  comment column mev_commission_lamports 'Its share of the tips of epochs that ended on the day; null if unknown for an epoch',
  comment column mev_reward_lamports 'Delegators'' share of these tips; null if unknown for an epoch',
  comment column passed_fee_lamports 'Fees that it passed on to delegators through Jito''s program (JIP-16), for epochs that ended on the day; null if unknown for an epoch',
  comment column delegator_fee_lamports 'Delegators'' share of these fees, net of the tip router''s fee; null if unknown for an epoch',
  comment column missed_staking_reward_lamports 'Additional inflation rewards with the credits of the best validator of the epoch; null if credits are unknown',
  comment column is_complete '1 if all slots of the day are known',
  comment column version 'Model revision, known slots, newest state: the highest wins'
alter table fct_solana_validator_reward_interval
  comment column from_slot 'First known slot of the interval',
  comment column to_slot 'Last known slot of the interval',
  comment column activated_stake_lamports 'Stake by the state nearest to the interval, in lamports; null if there is none',
  comment column mev_commission_bps 'Commission on tips in the newest known epoch, in basis points',
  comment column block_reward_lamports 'Fees of its blocks: half of the base fees, all priority fees',
  comment column voting_reward_lamports 'Commission on inflation rewards paid to its vote account; null if paid to a separate collector',
  comment column staking_reward_lamports 'Inflation rewards of its delegators, net of commission; null if no snapshot of stake accounts attributes them',
  comment column paid_stake_account_count 'Stake accounts of its delegators that were paid; null if no snapshot of stake accounts attributes them',
  comment column commission_residual_lamports 'Commission paid to its vote account less commission computed from its delegators'' payouts; null if a rate is unknown',
  comment column mev_commission_lamports 'Its share of the tips of epochs that ended in the interval; null if unknown for an epoch',
  comment column mev_reward_lamports 'Delegators'' share of these tips; null if unknown for an epoch',
  comment column passed_fee_lamports 'Fees that it passed on to delegators through Jito''s program (JIP-16), for epochs that ended in the interval; null if unknown for an epoch',
  comment column delegator_fee_lamports 'Delegators'' share of these fees, net of the tip router''s fee; null if unknown for an epoch',
  comment column missed_staking_reward_lamports 'Additional inflation rewards with the credits of the best validator of the epoch; null if credits are unknown',
  comment column is_complete '1 if all slots of the interval are known',
  comment column version 'Model revision, known slots, newest state: the highest wins'
alter table fct_solana_vote_credit_epoch
  comment column vote_score 'Credits by latency at landing, for votes for blocks of the epoch; null if not all blocks were read, and under Alpenglow',
  comment column credits 'Credits of the epoch in the vote account, given at rooting; null until a state after the epoch is read',
  comment column credit_difference 'credits less vote_score',
  comment column carried_in_score 'Score of votes for earlier blocks that were not rooted when the epoch began and were passed by a root in it; null if roots are unknown',
  comment column carried_out_score 'Score of votes for blocks of the epoch that no root had passed at its end; null if roots are unknown',
  comment column expired_score 'Remainder: score of votes that roots passed without crediting them, because their lockouts had expired',
  comment column version 'Model revision, known facts, newest state: the highest wins',
  modify comment 'One row per epoch and vote account: credits from votes and from the vote account, and their difference'
alter table int_solana_authority_stake_epoch
  comment column stake_authority 'Stake authority of the delegation',
  comment column vote_account 'Vote account of the delegation',
  comment column stake_account_count 'Stake accounts that are not deactivated',
  comment column stake_lamports 'Stake of these accounts, in lamports'
alter table int_solana_interval_part
  comment column slot_count 'Known slots',
  comment column produced_count 'Confirmed blocks',
  comment column vote_only_count 'Blocks with vote transactions only',
  comment column unknown_count 'Blocks that may contain more than votes, because they were not read completely',
  comment column votable_count 'Confirmed blocks before Alpenglow, for which votes on chain are possible',
  comment column vote_score_max 'Maximum score: votes for all of these blocks in time',
  comment column unread_count 'Blocks that may contain votes for the interval and were not read completely',
  comment column is_complete '1 if all slots of the interval are known, and all slots in which votes for them may land; the row never changes after that',
  comment column version 'Model revision, then known slots of the interval and after it: the highest wins'
alter table int_solana_leader_part
  comment column leader 'Identity of the leader; empty if no node returned it',
  comment column leader_slot_count 'Led slots',
  comment column produced_count 'Slots with a known leader and a block',
  comment column vote_only_count 'Blocks with vote transactions only',
  comment column unknown_count 'Blocks that may contain more than votes, because they were not read completely',
  comment column fee_lamports 'Fees paid out by its blocks, in lamports',
  comment column alpenglow_block_count 'Blocks under Alpenglow; null in rows older than this column',
  comment column version 'Model revision, then known slots of the interval and after it: the highest wins'
alter table int_solana_participation_epoch
  comment column epoch 'Epoch under Alpenglow with all slots known',
  comment column vote_account 'Vote account admitted to the epoch',
  comment column stake_lamports 'Stake from which its rewards are computed, as of the previous epoch; null if no state of that epoch is known',
  comment column earned_lamports 'Lamports of credit in the epoch; null if the account was closed before they were read',
  comment column leader_reward_lamports 'Part of earned_lamports for certificates in the blocks that it led: the mean per block, times its blocks',
  comment column voter_reward_lamports 'Reward per slot as a voter; null if the inputs of the epoch are unknown',
  comment column led_block_count 'Led blocks',
  comment column block_count 'Blocks of the epoch; each rewards one slot',
  comment column participation 'Share of possible certificates that include it, 0 to 1; null if unknown',
  comment column version 'Model revision, known facts, newest state: the highest wins',
  modify comment 'One row per epoch under Alpenglow and vote account admitted to it'
alter table int_solana_stake_reward_epoch
  comment column epoch 'Rewarded epoch',
  comment column vote_account 'Vote account of the delegation; empty if no snapshot of stake accounts has the account',
  comment column stake_authority 'Stake authority; empty if no snapshot has the account',
  comment column withdraw_authority 'Withdraw authority; empty if no snapshot has the account',
  comment column tip_slot 'Last slot of the epoch, from which its tips and passed-on fees are due; 0 if there are none',
  comment column commission_bps 'Commission applied to inflation rewards, in basis points; null if none was reported or nothing was paid',
  comment column stake_lamports 'Active stake in the epoch, by the nearest snapshot; 0 if there is none',
  comment column staking_reward_lamports 'Inflation rewards paid, net of commission',
  comment column staking_commission_lamports 'Commission on these rewards, for the smallest gross reward that gives this payout; null if its rate is unknown',
  comment column missed_staking_reward_lamports 'Additional reward with the credits of the best validator of the epoch; null if credits are unknown, and under Alpenglow',
  comment column mev_reward_lamports 'Its share of the tips of the epoch, by stake, rounded down',
  comment column fee_reward_lamports 'Its share of the fees that its validator passed on for the epoch, by stake, rounded down',
  comment column mev_commission_lamports 'Its share of the tips that the validator kept as commission, by stake, rounded down',
  comment column version 'Model revision, known facts, newest state: the highest wins',
  modify comment 'One row per stake account and epoch in which it had active stake or was paid'
alter table int_solana_validator_stake_epoch
  comment column vote_account 'Vote account of the delegation',
  comment column stake_account_count 'Stake accounts that are not deactivated'
alter table int_solana_vote_part
  comment column vote_count 'Confirmed blocks that it voted for; each counts at its first landing',
  comment column latency_sum 'Sum over these votes of the slots between block and landing',
  comment column version 'Model revision, then known slots of the interval and after it: the highest wins'
alter table raw_solana_credit
  comment column slot 'Final slot at which they were read',
  comment column credits 'Total credits at the end of the epoch, or at the reading',
  comment column previous_credits 'Total credits at the start of the epoch',
  modify comment 'One row per vote account, epoch and kind of credits, as in the vote account'
alter table raw_solana_epoch
  comment column first_slot 'First slot of the epoch',
  comment column last_slot 'Last slot of the epoch',
  modify comment 'One row per epoch with a known slot, by the node''s epoch schedule'
alter table raw_solana_identity
  comment column identity 'Identity of the validator',
  comment column epoch 'Epoch in which the pair was observed',
  comment column vote_account 'Vote account, from a state or because the identity paid for its votes',
  comment column version '2 from a state, 1 from votes: the highest wins',
  modify comment 'One row per epoch and pair of identity and vote account observed in it'
alter table raw_solana_inflation
  comment column slot 'Final slot at which it was read',
  comment column reward_max_lamports 'Reward of all validators for certificates of the epoch if no validator misses a slot, in lamports',
  comment column slot_count 'Number of slots over which it is spread',
  modify comment 'One row per epoch under Alpenglow: the on-chain inputs of the reward per slot'
alter table raw_solana_payout
  comment column epoch 'Rewarded epoch',
  comment column post_balance_lamports 'Balance after the payout, in lamports',
  comment column commission 'Commission applied, in percent',
  modify comment 'One row per inflation reward returned by getInflationReward, a second source for raw_solana_reward'
alter table raw_solana_pool
  comment column manager 'Manager of the pool',
  comment column staker 'Account that chooses its validators',
  comment column name 'Name of its token; null if it has none',
  comment column symbol 'Symbol of its token; null if it has none',
  comment column slot 'Final slot at which it was read',
  comment column pool_token_supply 'Supply of pool tokens, in their smallest unit'
alter table raw_solana_priority_fee
  comment column slot 'Final slot at which it was read',
  comment column commission_bps 'Commission of the validator on its fees, in basis points, as it states',
  comment column transferred_lamports 'Fees that it passed on in the epoch, in lamports, as counted by the program; grows until the epoch ends',
  comment column total_claim_lamports 'Fees available to delegators and the tip router, in lamports; null until settled'
alter table raw_solana_reward
  comment column reward_index 'Index in the list of the block',
  comment column account 'Account that is paid: an identity, a vote account or a stake account',
  comment column reward_type 'Type returned by the node: Fee, Voting, Staking, Rent, …; empty if it returned none',
  comment column post_balance_lamports 'Balance of the account after the reward, in lamports',
  comment column commission 'Commission applied, in percent; for inflation rewards only',
  comment column commission_bps 'Commission applied, in basis points; null if the node did not return it'
alter table raw_solana_slot
  comment column epoch 'Epoch, by the node''s epoch schedule',
  comment column leader 'Identity of the leader of the slot; empty if no node returned it',
  comment column block_hash 'Hash of the block, base58; empty if the slot was skipped',
  comment column parent_slot 'Slot of the previous block; 0 if skipped',
  comment column block_height 'Number of blocks before it; null if skipped or not returned',
  comment column reward_partition_count 'In the first block of an epoch, the number of blocks over which stake rewards are spread',
  comment column transaction_count 'Transactions, failed ones included; null if the block was not read completely',
  comment column vote_transaction_count 'Transactions with votes only',
  comment column signature_count 'Signatures of all transactions; each pays the base fee',
  comment column fee_reward_lamports 'Fees paid to its leader, in lamports; 0 only if there were none',
  comment column depth 'Depth of the reading: rewards only, or the whole block',
  comment column is_produced '1 if it has a block, 0 if skipped, as proven by the parent of a later block',
  comment column is_alpenglow '1 from the first slot of Alpenglow on; null if the node version was too old to return it',
  comment column block_at 'Time of the block; for a skipped slot, that of the previous block',
  comment column version 'Decoder revision, then known facts: the highest wins'
alter table raw_solana_stake
  comment column epoch 'Epoch of the reading',
  comment column stake_authority 'Stake authority',
  comment column withdraw_authority 'Withdraw authority',
  comment column vote_account 'Vote account of the delegation',
  comment column slot 'Final slot at which it was read',
  comment column deactivation_epoch 'Epoch in which it was deactivated; 2^64-1 if it was not',
  comment column credits_observed 'Credits of the vote account up to which rewards were paid'
alter table raw_solana_stake_snapshot
  comment column epoch 'Epoch in which stake accounts were read',
  comment column slot 'Final slot at which they were read'
alter table raw_solana_state
  comment column slot 'Final slot at which it was read',
  comment column supply_lamports 'Total supply in lamports; null if the node does not serve it'
alter table raw_solana_tip
  comment column slot 'Final slot at which it was read',
  comment column commission_bps 'Commission of the validator on its tips, in basis points',
  comment column total_claim_lamports 'Tips of the epoch, in lamports; null until settled'
alter table raw_solana_tip_fee
  comment column activation_epoch 'First epoch in which the fee is in force: the one after the tips'' epoch. 0 with a fee of 0 if there is no tip router',
  comment column slot 'Final slot at which it was read',
  comment column fee_bps 'Fee of the tip router on tips, in basis points',
  comment column priority_fee_bps 'Fee of the tip router on priority fees that validators pass on, in basis points; null if not read',
  modify comment 'One row per fee of Jito''s tip router, from its on-chain configuration'
alter table raw_solana_vote
  comment column payer 'Account that paid for the last of them: the identity of the validator',
  comment column root_slot 'Highest root in the votes; 0 if they had none',
  comment column voted_slots 'Slots voted for, each at its first landing in the run',
  comment column latencies 'Slots until landing, for each of them',
  modify comment 'One row per run of about 50 blocks and vote account that voted in it'
alter table raw_solana_voter
  comment column epoch 'Epoch of the reading',
  comment column identity 'Identity of the validator',
  comment column software_version 'Software version of its node, by gossip',
  comment column name 'Name published by the operator',
  comment column website 'Website published by the operator',
  comment column icon_url 'Icon URL published by the operator',
  comment column details 'Description published by the operator',
  comment column slot 'Final slot at which it was read',
  comment column activated_stake_lamports 'Active stake in this epoch, in lamports',
  comment column commission_bps 'Commission applied, in basis points; null if the node did not return it',
  comment column last_vote_slot 'Last slot that it voted for',
  comment column is_delinquent '1 if its last vote was older than 128 slots',
  comment column is_epoch_vote_account '1 if it has stake in this epoch'
