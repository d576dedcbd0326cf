-- An entity in a time window, without its tags.
records.entity as id,
records.id_type as idType,
records.entity as displayName,
records.time_window as timeWindow,
records.validator_count as validatorCount,
vaRatio(records.active_balance_gwei, records.network_balance_gwei) as networkPenetration,
records.correctness as avgCorrectness,
records.inclusion_delay as avgInclusionDelay,
records.uptime as avgUptime,
records.validator_effectiveness as avgValidatorEffectiveness,
records.apr_percentage as aprPercentage,
records.node_operator_count as nodeOperatorCount,
-- No source serves this.
cast([] as Array(Tuple(client String, percentage Float64))) as clientPercentages,
records.relayer_percentages as relayerPercentages
