-- The votes of a duty row, in the terms of the day's records.
validator_index,
has_duty,
is_attested,
is_attested and is_target_correct as has_right_target,
is_attested and is_head_correct as has_right_head,
-- A slashed validator counts as absent, regardless of its votes.
is_attested and not is_slashed as is_counted,
inclusion_count,
inclusion_delay,
-- By the fork of the including block, which belongs to the following epoch for such a late inclusion.
inclusion_delay > {slots_per_epoch:UInt32} and epoch + 1 < {deneb_epoch:UInt32} as is_target_late,
toInt64(greatest(source_reward_gwei, 0)) + greatest(target_reward_gwei, 0) + greatest(head_reward_gwei, 0)
  + inclusion_delay_reward_gwei as gain_gwei,
toInt64(least(source_reward_gwei, 0)) as source_loss_gwei,
toInt64(least(target_reward_gwei, 0)) as target_loss_gwei,
toInt64(least(head_reward_gwei, 0)) as head_loss_gwei,
inactivity_penalty_gwei,
missed_reward_gwei,
sync_signature_count,
sync_missed_count,
sync_reward_gwei,
sync_penalty_gwei
