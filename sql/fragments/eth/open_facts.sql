-- Facts that the complete records of several days still wait for.
vaEthOpenFacts(
  {isExecutionKnown:UInt8},
  {isRelayKnown:UInt8},
  sum(performance.unknown_execution_count),
  sum(performance.unknown_external_count),
  sum(performance.unknown_missed_count),
  sum(performance.unknown_slashing_count)
)
