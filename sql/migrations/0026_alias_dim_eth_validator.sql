-- Credentials say it: a third of the table's bytes, and two million texts in each snapshot.
alter table dim_eth_validator
  modify column withdrawal_address Nullable(String)
  alias if(
    reinterpretAsUInt8(withdrawal_credentials) = 0,
    null,
    concat('0x', lower(hex(substring(withdrawal_credentials, 13))))
  )
  comment '0x address for credentials 0x01, 0x02; null for BLS credentials'
