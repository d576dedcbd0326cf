-- All consensus rewards and penalties of a row of days (of validators or entities).
attestation_reward_gwei + late_source_penalty_gwei + late_target_penalty_gwei + wrong_target_penalty_gwei
  + wrong_head_penalty_gwei + missed_attestation_penalty_gwei + inactivity_penalty_gwei
  + sync_reward_gwei + sync_penalty_gwei
  + proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei
  + slashing_penalty_gwei
