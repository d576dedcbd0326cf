-- They have a row of their chain day now.
alter table int_eth_exit_request
  delete where version between 1 and 4294967296
settings mutations_sync = 2
