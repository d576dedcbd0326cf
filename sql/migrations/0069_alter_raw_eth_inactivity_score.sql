-- Scores outlive a leak, so they are read wherever a history begins.
alter table raw_eth_inactivity_score
  modify comment 'One row per validator with a score above zero as it enters the epoch with which a history begins: read from the state of a node'
