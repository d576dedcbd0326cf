alter table fct_eth_validator_reconciliation_daily
  modify comment 'One row per validator of the second of a chain or UTC day''s two registry snapshots, but for who had left with everything before: balance change against attributed rewards and known flows'
