-- What records of complete days still wait for, as `waitsFor` names it. Nothing is waited for that no node tells.
-- is_execution_known, is_relay_known: whether an execution node, or a relay, has told anything of the network.
-- executions, externals, missed, slashings: how many blocks, duties and penalties are unknown, as the columns
-- unknown_execution_count, unknown_external_count, unknown_missed_count and unknown_slashing_count say.
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
