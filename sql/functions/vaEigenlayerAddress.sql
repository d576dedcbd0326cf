-- An address in the form of the API.
-- bytes: FixedString(20). Returns String, 0x and lower-case hex.
-- Example: vaEigenlayerAddress(vaEigenlayerNative()) = '0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0'
create or replace function vaEigenlayerAddress as (bytes) -> concat('0x', lower(hex(bytes)))
