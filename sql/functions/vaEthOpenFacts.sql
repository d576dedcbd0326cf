-- The facts that records of complete days are still missing, as in `waitsFor`. A fact that no node serves is not
-- listed.
-- is_execution_known, is_relay_known: whether an execution node, or a relay, has returned anything for the network.
-- executions, externals, missed, slashings: number of unknown blocks, duties and penalties, as in the columns
-- unknown_execution_count, unknown_external_count, unknown_missed_count and unknown_slashing_count.
-- Returns Array(String).
-- Example: vaEthOpenFacts(1, 0, 2, 2, 0, 1) = ['executionBlocks', 'correlationPenalties']
create or replace function vaEthOpenFacts as (
  is_execution_known, is_relay_known, executions, externals, missed, slashings
) ->
  arrayFilter(
    fact -> fact != '',
    [
      if(is_execution_known and executions > 0, 'executionBlocks', ''),
      if(is_relay_known and externals > 0, 'relayPayloads', ''),
      if(is_execution_known and missed > 0, 'missedExecutionRewards', ''),
      if(slashings > 0, 'correlationPenalties', '')
    ]
  )
