-- Credits of a vote on Solana by its latency (SIMD-0033): 16 up to two slots, one less for each further slot, at least
-- 1, and none beyond 512 slots, because nodes do not keep older blocks. Before timely vote credits: 1.
-- latency: slots from the block to the one that holds the vote.
-- isTimely: whether timely vote credits are in force. Returns UInt8.
-- Example: vaSolanaVoteCredits(2, true) = 16 and vaSolanaVoteCredits(600, true) = 0
-- and vaSolanaVoteCredits(3, false) = 1
create or replace function vaSolanaVoteCredits as (latency, isTimely) -> toUInt8(
  multiIf(latency > 512, 0, not isTimely, 1, latency <= 2, 16, latency >= 17, 1, 18 - latency)
)
