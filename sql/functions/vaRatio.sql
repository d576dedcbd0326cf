-- A ratio; null, not infinite, if the whole is 0.
-- part, whole: numbers of one unit. Returns Nullable(Float64).
-- Example: vaRatio(1, 4) = 0.25 and vaRatio(1, 0) is null
create or replace function vaRatio as (part, whole) -> part / nullIf(whole, 0)
