-- The limits of the first epoch of a history are known. Days that are made again count them.
alter table int_eth_churn_daily
  comment column epoch_count 'Epochs whose limits are known'
