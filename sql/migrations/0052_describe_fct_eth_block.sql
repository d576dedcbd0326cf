-- Without a payload there is no transaction, whether there is a list or not.
alter table fct_eth_block
  comment column sanctioned_count 'Transactions from or to a listed address; 0 without payload, else null without list'
