-- The strategy of native ETH, in which one share is one wei.
-- Returns FixedString(20).
-- Example: hex(vaEigenlayerNative()) = 'BEAC0EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEBEAC0'
create or replace function vaEigenlayerNative as () ->
  toFixedString(unhex('beac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0'), 20)
