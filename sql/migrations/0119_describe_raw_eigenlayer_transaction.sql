alter table raw_eigenlayer_transaction
  modify comment 'One row per log of shares, delegations, magnitudes and roots of rewards, with its transaction'
