-- Whether a deposit with these credentials may have created a validator with its current credentials. A validator gets
-- the credentials of its first deposit with a valid signature (consensus-specs, specs/electra/beacon-chain.md,
-- apply_pending_deposit). They change from 0x00 to 0x01 (specs/capella/beacon-chain.md,
-- process_bls_to_execution_change), and then to 0x02.
-- deposited: credentials of the deposit, 32 bytes. current: those of the validator. Returns UInt8.
-- Example: vaEthMayHaveCreated(toFixedString(unhex(concat('01', repeat('aa', 31))), 32),
--   toFixedString(unhex(concat('02', repeat('aa', 31))), 32)) = 1
create or replace function vaEthMayHaveCreated as (deposited, current) ->
  substring(hex(deposited), 3) = substring(hex(current), 3)
    or (reinterpretAsUInt8(deposited) = 0 and reinterpretAsUInt8(current) in (1, 2))
