-- They have a row of their chain day now.
delete from int_eth_exit_request where version between 1 and 4294967296
